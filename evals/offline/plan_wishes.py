"""A wish for another plan, read from its words: the long run on another day, fewer days, less distance; no more."""

import re
from collections.abc import Callable, Mapping

from coach.records.block import Weekday
from coach.records.change import PlanChange
from evals.reading.calendar import days_of, find_days

__all__ = ["wish_in"]

_REFUSES = re.compile(r"\b(?:not|never|don't|do not|can't|cannot|won't|no)\b|n't\b", re.IGNORECASE)
_LONG_RUN = re.compile(
    r"\blong runs?\b.*\b(?:to|on|onto|for|in)\s+(?:an? |the )?(?P<day>\w+)", re.IGNORECASE | re.DOTALL
)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven")
_DAYS_A_WEEK = re.compile(
    rf"\b(?P<count>[1-7]|{'|'.join(_COUNTS)})\s+(?:training\s+|running\s+)?(?:days?|times|runs)\s+(?:a|per|each|every)\s+week\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:less|fewer|lower|shorter)\s+(?:weekly\s+)?(?:distance|kilomet(?:er|re)s|km|miles|mileage|volume|running)\b",
    re.IGNORECASE,
)


def wish_in(words: str) -> PlanChange | None:
    """The one wish that `words` name; None where they name none, more than one, or what they do not want."""
    if _REFUSES.search(words):
        return None
    found = [wish for read in _READERS.values() if (wish := read(words)) is not None]
    return found[0] if len(found) == 1 else None


def _long_run_on(words: str) -> PlanChange | None:
    found = _LONG_RUN.search(words)
    day = _one_day(found["day"]) if found else None
    return PlanChange(kind="long_run_on", days=(day,)) if day else None


def _one_day(word: str) -> Weekday | None:
    days: set[Weekday] = {day for mention in find_days(word) for day in days_of(mention)}  # type: ignore[misc]
    return days.pop() if len(days) == 1 else None


def _days_per_week(words: str) -> PlanChange | None:
    counts = {match["count"].lower() for match in _DAYS_A_WEEK.finditer(words)}
    if len(counts) != 1:
        return None
    count = counts.pop()
    return PlanChange(kind="days_per_week", count=int(count) if count.isdigit() else _COUNTS.index(count) + 1)


def _less(words: str) -> PlanChange | None:
    return PlanChange(kind="less") if _LESS.search(words) else None


_READERS: Mapping[str, Callable[[str], PlanChange | None]] = {
    "long_run_on": _long_run_on,
    "days_per_week": _days_per_week,
    "less": _less,
}
