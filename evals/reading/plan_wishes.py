"""Wishes for another plan, read from their words, where they are such as the planner has names for."""

import datetime as dt
import re
from collections.abc import Callable, Mapping

from coach.plan.athlete import WEEKDAYS
from coach.records.block import Weekday
from coach.records.change import PlanChange
from evals.reading.amounts import find_amounts
from evals.reading.calendar import days_of, find_days
from personas.acts import RequestChange

_REFUSES = re.compile(r"\b(?:not|never|cannot|no|without|drop|skip)\b|n't\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:[,;.!?\n]|\b(?:and|but)\b)(?!\d|\W*(?:on |the )?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)", re.IGNORECASE
)
"""Where one wish may end and another begin; none between two weekdays."""
_LONG_RUN = re.compile(r"\blong runs?\b", re.IGNORECASE)
_ON_DAY = re.compile(r"\b(?:(?P<to>to|onto)|on|for|in)\s+(?:an? |the )?(?P<day>\w+)", re.IGNORECASE)
_SWAPS = re.compile(r"\b(?:swap|switch|exchange|change places)", re.IGNORECASE)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven")
_DAYS_A_WEEK = re.compile(
    rf"\b(?P<count>[1-7]|{'|'.join(_COUNTS)})\s+(?:training\s+|running\s+)?(?:days?|times|runs)\s+(?:a|per|each|every)\s+week\b",
    re.IGNORECASE,
)
_HARD = re.compile(r"\b(?:hard(?:er)?|fast(?:er)?|quick|speed|tempos?|intervals?|hills?|repeats?)\b", re.IGNORECASE)
_EVERY_DAY = re.compile(r"\b(?:run|train)\w*\b.*\b(?:every (?:single )?day|daily)\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?:more|longer|extra|add|increase|raise)\b.*\b(?:distance|kilomet(?:er|re)s|km|miles|mileage|volume)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"(?:\b(?:no|not|never|without)\b|n't\b).*\b(?:run|train)\w*\b|\b(?:taken|busy)\b|\b(?:keep|leave)\b.*\bfree\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:less|fewer|lower|shorter)\s+(?:weekly\s+)?(?:distance|kilomet(?:er|re)s|km|miles|mileage|volume|running)\b"
    r"|\b(?:ease|easier|gentler|lighter)\b|\bmake it (?:a (?:bit|little) )?less\b",
    re.IGNORECASE,
)
_LATER = re.compile(r"\bstart\b.*\blater\b", re.IGNORECASE)
_A_WEEK = re.compile(r"\ba week\b", re.IGNORECASE)
_START_ON = re.compile(
    r"(?:^|[,.;:!?\n]|\b(?:please|to|i|we|us|you|plan|can|could|will|would|should|i'?ll|we'?ll|let'?s|only|rather|and|but|not"
    r"|first|a)|n't)\s*(?P<verb>start|starting|begin|beginning)\b"
    r"(?! (?:line|list)| of\b| (?:(?!the\b)\w+ ){0,3}(?:job|work|school|studies|course|holidays?)\b)",
    re.IGNORECASE,
)
"""A start as somebody's act: that of a race or of a job is none of the plan's."""
_OF_ANOTHER = re.compile(r"\b(?:race|event|job|school)\s+(?:to|can|could|will|would|should)\s*$", re.IGNORECASE)
_NEAR = 3
_WEEK_DAYS = 7


def wishes_of(wish: RequestChange) -> tuple[PlanChange | None, ...]:
    """Every wish of the act, each clause read by itself; a last None stands for what has no name, at least in part."""
    if wish.change:
        return (wish.change,)
    parts = {part: wish_in(part) for part in _JOINT.split(wish.words) if part.strip()}
    if len(parts) < 2 or not any(parts.values()):  # noqa: PLR2004 (one part is the whole)
        return (wish_in(wish.words),)
    unread = any(found is None and _some_days(part) for part, found in parts.items())
    return (*dict.fromkeys(found for found in parts.values() if found), *([None] if unread else []))


def wish_in(words: str) -> PlanChange | None:
    """The one wish that `words` name; None where they name none or more than one."""
    readers = _REFUSALS if _REFUSES.search(words) else _READERS
    found = [wish for read in readers.values() if (wish := read(words)) is not None]
    return found[0] if len(found) == 1 else None


def _long_run_on(words: str) -> PlanChange | None:
    day = _day_for(_LONG_RUN, words)
    return PlanChange(kind="long_run_on", days=(day,)) if day else None


def _hard_on(words: str) -> PlanChange | None:
    day = None if _LONG_RUN.search(words) or _SWAPS.search(words) else _day_for(_HARD, words)
    return PlanChange(kind="hard_on", days=(day,)) if day else None


def _day_for(session: re.Pattern[str], words: str) -> Weekday | None:
    """The one day that stands behind the session, of several the one it moves to."""
    found = session.search(words)
    behind = _ON_DAY.finditer(words, found.end()) if found else ()
    days = [(each["to"], day) for each in behind for day in _days(each["day"])]
    to = {day for moves_there, day in days if moves_there} or {day for _, day in days}
    return to.pop() if len(to) == 1 else None


def _without_days(words: str) -> PlanChange | None:
    named = _some_days(words)
    if not named or not _CLOSED.search(words) or _LONG_RUN.search(words):
        return None
    return PlanChange(kind="without_days", days=named)


def _some_days(words: str) -> tuple[Weekday, ...]:
    """The days that are named, ranges with all of theirs, from Monday on; none where it is the whole week."""
    named = {day for mention in find_days(words) for day in days_of(mention)}
    return tuple(day for day in WEEKDAYS if day in named) if len(named) < len(WEEKDAYS) else ()


def _swap(words: str) -> PlanChange | None:
    days = _days(words) if _SWAPS.search(words) else ()
    return PlanChange(kind="swap", days=days) if len(days) == 2 else None  # noqa: PLR2004 (places)


def _days(words: str) -> tuple[Weekday, ...]:
    """The single days that are named, in their order."""
    named = [days_of(mention) for mention in find_days(words)]
    return tuple(dict.fromkeys(day for days in named if len(days) == 1 for day in days))  # type: ignore[misc]


def _days_per_week(words: str) -> PlanChange | None:
    counts = {match["count"].lower() for match in _DAYS_A_WEEK.finditer(words)}
    counts |= {"seven"} if _EVERY_DAY.search(words) else set()
    if len(counts) != 1:
        return None
    count = counts.pop()
    return PlanChange(kind="days_per_week", count=int(count) if count.isdigit() else _COUNTS.index(count) + 1)


def _less(words: str) -> PlanChange | None:
    return PlanChange(kind="less") if _LESS.search(words) and not _HARD.search(words) else None


def _more(words: str) -> PlanChange | None:
    return PlanChange(kind="more") if _MORE.search(words) and not _HARD.search(words) else None


def _start_later(words: str) -> PlanChange | None:
    weeks = [each.middle / _WEEK_DAYS for each in find_amounts(words) if each.kind == "weeks"]
    weeks = weeks or [1.0 for _ in _A_WEEK.finditer(words)]
    if len(weeks) != 1 or not weeks[0].is_integer() or not _LATER.search(words):
        return None
    return PlanChange(kind="start_later", count=int(weeks[0]))


def _no_hard(words: str) -> PlanChange | None:
    return PlanChange(kind="no_hard") if _HARD.search(words) and not find_days(words) else None


def start_on(words: str, today: dt.date) -> PlanChange | None:
    """The wish for a start on the one date that `words` name."""
    dates = [each for each in find_amounts(words, today) if each.kind == "date"]
    found = (each.span("verb") for each in _START_ON.finditer(words))
    starts = [span for span in found if not _OF_ANOTHER.search(words[: span[0]])]
    if len(dates) != 1 or not any(_is_near(words, start, dates[0].span) for start in starts):
        return None
    return PlanChange(kind="start_later", date=today + dt.timedelta(days=round(dates[0].low)))


def _is_near(words: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether few words stand between the two spans, a weekday not counted."""
    first, last = sorted((one, other))
    between = [word for word in words[first[1] : last[0]].split() if not word.lower().strip(",").endswith("day")]
    return len(between) <= _NEAR


_READERS: Mapping[str, Callable[[str], PlanChange | None]] = {
    "long_run_on": _long_run_on,
    "hard_on": _hard_on,
    "swap": _swap,
    "without_days": _without_days,
    "days_per_week": _days_per_week,
    "less": _less,
    "more": _more,
    "start_later": _start_later,
}
_REFUSALS: Mapping[str, Callable[[str], PlanChange | None]] = {"no_hard": _no_hard, "without_days": _without_days}
"""By what is not wanted."""
