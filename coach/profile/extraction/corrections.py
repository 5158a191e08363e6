"""A number that is taken back: the number that replaces it takes its place, and its unit where it has none.

"30 km a week ... it's more like 24": whatever reads the sentence then finds 24 km where 30 km stood.
"""

import re
from dataclasses import replace

from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.sayings import saying

_ALIKE = (0.3, 3.4)
"""What replaces a number is of its size; "30 km, sorry, 4 runs" is something else."""
_NO_UNIT = re.compile(r" ?(?:runs?|sessions?|days?|people|kids|am|pm|o'clock|reps|sets|puffs|pillows)\b")


def corrected(text: str, marks: tuple[int, ...], quantities: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """`quantities` after every correction in `text` (a skeleton, with the places of the numbers in `marks`)."""
    told = list(quantities)
    index = {mark: number for number, mark in enumerate(marks)}
    for match in (*saying("corrections", "instead").finditer(text), *saying("corrections", "said").finditer(text)):
        old, new = index.get(match.start("old")), index.get(match.start("new"))
        if old is not None and new is not None:
            old = _of_its_kind(told, old, new)
        if old is None or new is None or not _replaces(told[new], told[old], text, match.end("new")):
            continue
        told[old] = _in_its_unit(told[new], told[old])
        told[new] = replace(told[new], kind="other")
    return tuple(told)


def _of_its_kind(told: list[Quantity], old: int, new: int) -> int:
    """The number that is taken back: the one before, or the last that counts the same where that one does not."""
    if told[new].kind in (told[old].kind, "number"):
        return old
    return next((at for at in range(old - 1, -1, -1) if told[at].kind == told[new].kind), old)


def _replaces(new: Quantity, old: Quantity, text: str, end: int) -> bool:
    if {new.kind, old.kind} == {"clock", "clock_short"}:
        return _in_its_unit(new, old).mid != old.mid
    if new.kind != old.kind and (new.kind != "number" or _NO_UNIT.match(text, end)):
        return False
    if old.kind in ("date", "other", "pressure", "year_of") or new.mid == old.mid:
        return False
    size = _in_its_unit(new, old).mid / old.mid if old.mid else 1
    return _ALIKE[0] <= size <= _ALIKE[1]


def _in_its_unit(new: Quantity, old: Quantity) -> Quantity:
    """A bare number counts in the unit of the number that it replaces."""
    if new.kind == old.kind:
        return new
    if (new.kind, old.kind) == ("clock_short", "clock"):
        return replace(new, kind="clock", lo=new.lo * 60, hi=new.hi * 60)
    if new.kind == "clock":
        return new
    return replace(new, kind=old.kind, lo=new.lo * old.unit, hi=new.hi * old.unit, unit=old.unit)
