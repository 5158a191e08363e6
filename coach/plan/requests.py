"""What an athlete asks to have changed, as a change of what the planner is given. Knows no week and no session."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from coach.plan.athlete import WEEKDAYS, Athlete

_DAY = r"(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?\b"
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_SWAP = re.compile(rf"(?i)\bswap(?:ping)?\b[^.]*?\b{_DAY}[^.]*?\b(?:and|with|for|to)\b[^.]*?\b{_DAY}")
_WITHOUT = re.compile(
    r"(?i)(?:\bno(?:t|thing)?\b|\bcan(?:'|\u2019)?t\b|\bcannot\b|\bwithout\b|\bfree\b|\boff\b|\bavoid\b|\bskip\b|"
    r"\bn(?:'|\u2019)t\b|\bdrop\b)[^.;]*"
)
_KEPT_FREE = re.compile(rf"(?i)\b{_DAY}[^.;]{{0,30}}\b(?:free|off)\b")
_LATER = re.compile(r"(?i)\bstart\w*\b[^.]*\b(?:one|a|1) week later\b|\ba week later\b")
_DAYS = re.compile(r"(?i)\b(\d|one|two|three|four|five|six|seven) (?:training |running )?(?:days|runs|sessions)\b")
_LESS = re.compile(
    r"(?i)\b(less|lower|fewer|reduce|cut|shorter)\b[^.]*\b(volume|distance|km|kilomet\w+|miles|mileage|running|week)\b|"
    r"\btoo (much|many km|many miles|far)\b|\bless\b$|\beasier\b"
)
LESS = 0.85
LEAST_WEEKS = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """The athlete as asked for, and what to say about it; `understood` is false where nothing was changed."""

    athlete: Athlete
    note: str
    understood: bool = True


def asked_for(athlete: Athlete, request: str) -> Asked:
    """The first change that the request can be read as; else the athlete unchanged, and a note that says so."""
    for change in _CHANGES:
        found = change(athlete, request)
        if found is not None:
            return found
    note = "The plan stands as it was for now: tell me which days, how much distance or which start suits you better."
    return Asked(athlete, note, understood=False)


def _swap(athlete: Athlete, request: str) -> Asked | None:
    found = _SWAP.search(request)
    if not found:
        return None
    first, second = (_index(name) for name in found.groups())
    names = f"{LONG_NAMES[first]} and {LONG_NAMES[second]}"
    return Asked(replace(athlete, swap=(first, second)), f"{names} have changed places, as you asked.")


def _without_days(athlete: Athlete, request: str) -> Asked | None:
    parts = [*_WITHOUT.findall(request), *(found.group() for found in _KEPT_FREE.finditer(request))]
    closed = {_index(day) for part in parts for day in re.findall(rf"(?i)\b{_DAY}", part)}
    if not closed:
        return None
    left = tuple(day for day in athlete.weekdays if WEEKDAYS.index(day) not in closed)
    names = " and ".join(LONG_NAMES[day] for day in sorted(closed))
    changed = replace(athlete, weekdays=left, days=min(athlete.days, len(left)))
    return Asked(changed, f"{names} stays free, as you asked.")


def _later(athlete: Athlete, request: str) -> Asked | None:
    if not _LATER.search(request):
        return None
    if athlete.weeks < LEAST_WEEKS:
        return None
    weeks = athlete.weeks - 1 if athlete.race_date else athlete.weeks
    changed = replace(athlete, start=athlete.start + dt.timedelta(weeks=1), weeks=weeks)
    return Asked(changed, "We start a week later, as you asked.")


def _fewer_days(athlete: Athlete, request: str) -> Asked | None:
    found = _DAYS.search(request)
    if not found:
        return None
    word = found.group(1).lower()
    days = max(min(_COUNTS.get(word) or int(word), athlete.days), 1)
    return Asked(replace(athlete, days=days), f"{days} training {'days' if days > 1 else 'day'} a week now.")


def _less(athlete: Athlete, request: str) -> Asked | None:
    if not _LESS.search(request):
        return None
    changed = replace(athlete, keep=LESS)
    return Asked(changed, "Less distance each week, as you asked; the rhythm stays the same.")


def _index(name: str) -> int:
    return next(place for place, day in enumerate(WEEKDAYS) if name.lower().startswith(day))


LONG_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHANGES: tuple[Callable[[Athlete, str], Asked | None], ...] = (_swap, _later, _without_days, _fewer_days, _less)
