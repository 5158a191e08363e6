"""A wish for another plan, read from its words, where it is one that the planner has a name for."""

import datetime as dt
import re
from collections.abc import Callable, Mapping

from coach.records.block import Weekday
from coach.records.change import PlanChange
from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days

_REFUSES = re.compile(r"\b(?:not|never|cannot|no|without|drop|skip)\b|n't\b", re.IGNORECASE)
_LONG_RUN = re.compile(
    r"\blong runs?\b.*\b(?:to|on|onto|for|in)\s+(?:an? |the )?(?P<day>\w+)", re.IGNORECASE | re.DOTALL
)
_SWAPS = re.compile(r"\b(?:swap|switch|exchange|change places)", re.IGNORECASE)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven")
_DAYS_A_WEEK = re.compile(
    rf"\b(?P<count>[1-7]|{'|'.join(_COUNTS)})\s+(?:training\s+|running\s+)?(?:days?|times|runs)\s+(?:a|per|each|every)\s+week\b",
    re.IGNORECASE,
)
_HARD = re.compile(r"\b(?:hard(?:er)?|fast(?:er)?|quick|speed|tempos?|intervals?|hills?|repeats?)\b", re.IGNORECASE)
_LESS = re.compile(
    r"\b(?:less|fewer|lower|shorter)\s+(?:weekly\s+)?(?:distance|kilomet(?:er|re)s|km|miles|mileage|volume|running)\b"
    r"|\b(?:ease|easier|gentler|lighter)\b|\bmake it (?:a (?:bit|little) )?less\b",
    re.IGNORECASE,
)
_LATER = re.compile(r"\bstart\b.*\blater\b", re.IGNORECASE)
_A_WEEK = re.compile(r"\ba week\b", re.IGNORECASE)
_START_ON = re.compile(r"\b(?:start|starting|begin|beginning)\b(?! (?:line|list))", re.IGNORECASE)
_WEEK_DAYS = 7


def wish_in(words: str) -> PlanChange | None:
    """The one wish that `words` name; None where they name none or more than one."""
    readers = _REFUSALS if _REFUSES.search(words) else _READERS
    found = [wish for read in readers.values() if (wish := read(words)) is not None]
    return found[0] if len(found) == 1 else None


def _long_run_on(words: str) -> PlanChange | None:
    found = _LONG_RUN.search(words)
    days = _days(found["day"]) if found else ()
    return PlanChange(kind="long_run_on", days=days) if len(days) == 1 else None


def _swap(words: str) -> PlanChange | None:
    days = _days(words) if _SWAPS.search(words) else ()
    return PlanChange(kind="swap", days=days) if len(days) == 2 else None  # noqa: PLR2004 (places)


def _days(words: str) -> tuple[Weekday, ...]:
    """The single days that are named, in their order."""
    named = [days_of(mention) for mention in find_days(words)]
    return tuple(dict.fromkeys(day for days in named if len(days) == 1 for day in days))  # type: ignore[misc]


def _days_per_week(words: str) -> PlanChange | None:
    counts = {match["count"].lower() for match in _DAYS_A_WEEK.finditer(words)}
    if len(counts) != 1:
        return None
    count = counts.pop()
    return PlanChange(kind="days_per_week", count=int(count) if count.isdigit() else _COUNTS.index(count) + 1)


def _less(words: str) -> PlanChange | None:
    return PlanChange(kind="less") if _LESS.search(words) and not _HARD.search(words) else None


def _start_later(words: str) -> PlanChange | None:
    weeks = [each.middle / _WEEK_DAYS for each in find_amounts(words) if each.kind == "weeks"]
    weeks = weeks or [1.0 for _ in _A_WEEK.finditer(words)]
    if len(weeks) != 1 or not weeks[0].is_integer() or not _LATER.search(words):
        return None
    return PlanChange(kind="start_later", count=int(weeks[0]))


def _no_hard(words: str) -> PlanChange | None:
    return PlanChange(kind="no_hard") if _HARD.search(words) else None


def start_on(words: str, today: dt.date) -> PlanChange | None:
    """The wish for a start on the one date that `words` name."""
    days = [round(each.low) for each in find_amounts(words, today) if each.kind == "date"]
    if len(days) != 1 or not _START_ON.search(words):
        return None
    return PlanChange(kind="start_later", date=today + dt.timedelta(days=days[0]))


_READERS: Mapping[str, Callable[[str], PlanChange | None]] = {
    "long_run_on": _long_run_on,
    "swap": _swap,
    "days_per_week": _days_per_week,
    "less": _less,
    "start_later": _start_later,
}
_REFUSALS: Mapping[str, Callable[[str], PlanChange | None]] = {"no_hard": _no_hard}
"""By what is not wanted."""
