"""What an athlete asks to have changed, as a change of what the planner is given. Knows no week and no session."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from coach.plan.athlete import WEEKDAYS, Athlete

_DAY = (
    r"(mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?:'s|s)?\b"
)
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_SENTENCE = re.compile(r"[^.;!?\n]+")
_SWAP = re.compile(
    rf"(?i)\b(?:swap|switch|exchange|move|shift)(?:p?ing)?\b[^.]*?\b{_DAY}[^.]*?\b(?:and|with|for|to|onto)\b[^.]*?\b{_DAY}"
)
_NOT = (
    r"(?:\bno(?:t|thing)?\b|\bcan(?:'|\u2019)?t\b|\bcannot\b|\bwithout\b|\bfree\b|\boff\b|\bavoid\b|\bskip\b|"
    r"\bn(?:'|\u2019)t\b|\bdrop\b|\bnever\b)"
)
_WITHOUT = re.compile(rf"(?i){_NOT}[^.;]*")
_KEPT_FREE = re.compile(rf"(?i)\b{_DAY}[^.;]{{0,30}}\b(?:free|off)\b")
_LONG = re.compile(
    rf"(?i)\blong(?:est|er)? (?:run|one)s?\b[^.]*?\b{_DAY}|\b{_DAY}[^.]*?\bfor (?:the|my) long(?:est|er)? (?:run|one)"
)
_NO_LONG = re.compile(rf"(?i){_NOT}[^.]{{0,25}}\blong(?:est|er)? (?:run|one)s?\b[^.]*?\b{_DAY}")
_LATER = re.compile(r"(?i)\b(one|a|1|two|2) weeks? later\b")
_DAYS = re.compile(r"(?i)\b(\d|one|two|three|four|five|six|seven) (?:training |running )?(?:days|runs|sessions)\b")
_GENTLER = re.compile(
    r"(?i)\btoo (?:hard|intense|fast)\b|"
    r"\b(?:less|fewer|no|without) (?:speed\w*|intervals?|hard\w*|fast\w*|tempo\w*|intensity|quality)\b"
)
_NONE_HARD = re.compile(r"(?i)\b(?:no|without)\b")
_LESS = re.compile(
    r"(?i)\b(less|lower|fewer|reduce|cut|shorter)\b[^.]*\b(volume|distance|km|kilomet\w+|miles|mileage|running|week)\b|"
    r"\btoo (much|many km|many miles|far)\b|\bless\b$|\beasier\b"
)
_MORE = re.compile(r"(?i)\bmore (?:volume|distance|km|kilomet\w+|miles|mileage|running)\b|\btoo (?:little|easy|few)\b")
LESS = 0.85
LEAST_WEEKS = 2
NOT_UNDERSTOOD = (
    "The plan stands as it was for now: tell me which days, how much distance or which start suits you better."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The athlete as asked for, and what to say about it; `understood` is false where nothing was changed."""

    athlete: Athlete
    note: str
    understood: bool = True


def asked_for(athlete: Athlete, request: str) -> Asked:
    """One change for each sentence of `request` that can be read; where none can, nothing, and a note that says so."""
    notes: list[str] = []
    understood = False
    for sentence in _SENTENCE.findall(request):
        found = next((asked for change in _CHANGES if (asked := change(athlete, sentence.strip()))), None)
        if found is not None:
            athlete, understood = found.athlete, understood or found.understood
            notes.append(found.note)
    return Asked(athlete, " ".join(dict.fromkeys(notes)) or NOT_UNDERSTOOD, understood)


def _swap(athlete: Athlete, request: str) -> Asked | None:
    found = _SWAP.search(request)
    if not found or _LONG.search(request):
        return None
    first, second = (_index(name) for name in found.groups())
    if closed := [day for day in (first, second) if WEEKDAYS[day] not in athlete.weekdays]:
        return _not_free(athlete, closed[0])
    names = f"{LONG_NAMES[first]} and {LONG_NAMES[second]}"
    return Asked(
        replace(athlete, swaps=(*athlete.swaps, (first, second))), f"{names} have changed places, as you asked."
    )


def _not_free(athlete: Athlete, day: int) -> Asked:
    note = f"{LONG_NAMES[day]} is not among the days you gave me, so it stays as it was; tell me if it has become free."
    return Asked(athlete, note, understood=False)


def _long_day(athlete: Athlete, request: str) -> Asked | None:
    if forbidden := _NO_LONG.search(request):
        left = [day for day in athlete.weekdays if day != WEEKDAYS[_index(forbidden.group(1))]]
        if not left:
            return None
        return _with_long(athlete, WEEKDAYS.index("sat" if "sat" in left else left[-1]))
    found = _LONG.search(request)
    if not found:
        return None
    days = [_index(name) for name in re.findall(rf"(?i)\b{_DAY}", request)]
    return _with_long(athlete, days[-1])


def _with_long(athlete: Athlete, day: int) -> Asked:
    if WEEKDAYS[day] not in athlete.weekdays:
        return _not_free(athlete, day)
    swaps = tuple(pair for pair in athlete.swaps if day not in pair)
    changed = replace(athlete, long_day=day, swaps=swaps)
    return Asked(changed, f"The long run is on {LONG_NAMES[day]} now, as you asked.")


def _without_days(athlete: Athlete, request: str) -> Asked | None:
    parts = [*_WITHOUT.findall(request), *(found.group() for found in _KEPT_FREE.finditer(request))]
    closed = {_index(day) for part in parts for day in re.findall(rf"(?i)\b{_DAY}", part)}
    if not closed:
        return None
    left = tuple(day for day in athlete.weekdays if WEEKDAYS.index(day) not in closed)
    names = " and ".join(LONG_NAMES[day] for day in sorted(closed))
    changed = replace(
        athlete, weekdays=left, days=min(athlete.days, len(left)),
        swaps=tuple(pair for pair in athlete.swaps if not closed & set(pair)),
        long_day=None if athlete.long_day in closed else athlete.long_day,
    )  # fmt: skip
    return Asked(changed, f"{names} {'stay' if len(closed) > 1 else 'stays'} free, as you asked.")


def _later(athlete: Athlete, request: str) -> Asked | None:
    found = _LATER.search(request)
    if not found:
        return None
    by = _COUNTS.get(found.group(1).lower()) or int(found.group(1))
    if athlete.race_date and athlete.weeks < LEAST_WEEKS + by - 1:
        return Asked(athlete, "The race is too near for a later start, so it stays where it was.", understood=False)
    weeks = athlete.weeks - by if athlete.race_date else athlete.weeks
    changed = replace(athlete, start=athlete.start + dt.timedelta(weeks=by), weeks=weeks)
    return Asked(changed, f"We start {'a week' if by == 1 else f'{by} weeks'} later, as you asked.")


def _fewer_days(athlete: Athlete, request: str) -> Asked | None:
    found = _DAYS.search(request)
    if not found:
        return None
    word = found.group(1).lower()
    days = max(min(_COUNTS.get(word) or int(word), athlete.days), 1)
    return Asked(replace(athlete, days=days), f"{days} training {'days' if days > 1 else 'day'} a week now.")


def _gentler(athlete: Athlete, request: str) -> Asked | None:
    found = _GENTLER.search(request)
    if not found:
        return None
    cap = 0 if _NONE_HARD.match(found.group()) else max(athlete.hard_cap - 1, 0)
    note = "Fewer of the harder sessions, as you asked." if cap else "Everything stays easy now, as you asked."
    return Asked(replace(athlete, hard_cap=cap), note)


def _less(athlete: Athlete, request: str) -> Asked | None:
    if not _LESS.search(request):
        return None
    changed = replace(athlete, keep=athlete.keep * LESS)
    return Asked(changed, "Less distance each week, as you asked; the rhythm stays the same.")


def _more(athlete: Athlete, request: str) -> Asked | None:
    if not _MORE.search(request):
        return None
    if athlete.keep >= 1:
        note = "The weeks already grow as quickly as the legs can follow, so the distance stays as it was."
        return Asked(athlete, note, understood=False)
    changed = replace(athlete, keep=min(athlete.keep / LESS, 1.0))
    return Asked(changed, "A little more distance again, as you asked.")


def _index(name: str) -> int:
    return next(place for place, day in enumerate(WEEKDAYS) if name.lower().startswith(day))


LONG_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHANGES: tuple[Callable[[Athlete, str], Asked | None], ...] = (
    _long_day, _swap, _later, _without_days, _fewer_days, _gentler, _less, _more,
)  # fmt: skip
"""The first that can read a sentence has it."""
