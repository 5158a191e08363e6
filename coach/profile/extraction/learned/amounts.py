"""What each number of a reply would be worth to each field that could own it. Knows no weights and whose it is not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from coach.profile.catalogue import catalogue
from coach.profile.extraction.assign import owners
from coach.profile.extraction.folding import fold
from coach.profile.extraction.lending import lend
from coach.profile.extraction.measures import in_unit
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.race_times import km_of, seconds_of
from coach.profile.extraction.records import Span
from coach.profile.extraction.skeleton import Skeleton, build

_UNITS: Final = {"km": "km", "s": "seconds", "cm": "cm", "kg": "kg", "mmHg": "pressure"}
"""The catalogue's units that a quantity is turned into, for fields that owners.yaml leaves out."""
_TIMES: Final = frozenset({"recent_race_time_s", "goal_time_s"})
_PRESSURES: Final = {"resting_sbp_mmhg": "lo", "resting_dbp_mmhg": "hi"}
"""Which side of a reading is whose: the systolic one is said first."""
_CUFF: Final = {"resting_sbp_mmhg": (80.0, 260.0), "resting_dbp_mmhg": (40.0, 150.0)}
_LENT: Final = {
    "km": ((re.compile(r"\bmiles?\b"), 1.609344, (0.0, 200.0)),),
    "kg": (
        (re.compile(r"\b(?:pounds?|lbs?)\b"), 0.45359237, (80.0, 400.0)),
        (re.compile(r"\bstones?\b"), 6.35029318, (5.0, 30.0)),
    ),
}
"""The unit of a question lends itself to a bare number of this size, as the unit of a reply does."""
_HOW_MANY: Final = re.compile(r"\b(?:how many|number of|in|time in) (day|week|month|year)s\b")
_COUNTS_TIME: Final = ("days", "weeks", "months")
_DAYS: Final = {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}
_TALL: Final = (1.2, 2.3)
"""Metres that an athlete may measure."""
_POINTED: Final = re.compile(r"(\d{1,2})[.,]([0-5]\d)")
_SIXTY: Final = 60
_HUNDRED: Final = 100
_FEET: Final = (4, 7)
_INCHES: Final = 12
_INCH_CM: Final = 2.54
_MILES: Final = re.compile(r"\bmiles?\b|\bmpw\b")
_HEAVY: Final = 160.0
"""From here on a bare weight is in pounds where the speaker counts in miles, and open where nothing tells the unit."""
_WEIGHTS: Final = frozenset({"weight_kg", "goal_weight_kg"})
_POUND: Final = 0.45359237
_LIGHT: Final = 90.0
_HOURS: Final = 5 * 60
"""Below this "2:10" of no known distance has hours and minutes: few who ask for a plan race the middle distances."""
_SHORT: Final = re.compile(r"\b(?:\d+ ?m|mile|800|1500|3000|k|km|5k|track|metres?|meters?)\b")


@dataclass(frozen=True, slots=True)
class Amount:
    """`values`: what it comes to in each field that it can be told of; a field whose value it leaves open is absent."""

    quantity: Quantity
    values: Mapping[str, float]

    @property
    def span(self) -> Span:
        return self.quantity.start, self.quantity.end


@dataclass(frozen=True)
class _Told:
    skeleton: Skeleton
    text: str
    question: str
    distances: tuple[Quantity, ...]
    asked_km: float | None

    @cached_property
    def both(self) -> str:
        return f"{self.question} {self.text}"

    @cached_property
    def in_miles(self) -> bool:
        return _MILES.search(self.both) is not None

    @cached_property
    def in_feet(self) -> bool:
        """Whether a height was told in feet and inches, with or without their names."""
        told = self.skeleton.quantities
        return any(item.in_feet for item in told) or any(
            _beside(first, second, self.text) and _FEET[0] <= first.lo <= _FEET[1] and second.lo < _INCHES
            for first, second in pairwise(told)
        )


def amounts(text: str, skeleton: Skeleton, question: str | None) -> tuple[Amount, ...]:
    """Every quantity of `skeleton`, which was built from `text`, and every time that was said as two numbers."""
    folded = fold(question or "")
    distances = tuple(item for item in skeleton.quantities if item.kind in ("event", "distance"))
    told = _Told(skeleton, text, folded, distances, _asked_km(folded))
    whole = tuple(Amount(item, dict(_values(item, told))) for item in skeleton.quantities)
    return (*whole, *_paired(told))


def _asked_km(question: str) -> float | None:
    """The one distance that a question names."""
    found = {km_of(item) for item in build(question, None).quantities if item.kind in ("event", "distance")}
    return found.pop() or None if len(found) == 1 else None


@cache
def units() -> Mapping[str, str]:
    """The unit that a number is turned into, by field."""
    known = {owner.field: owner.take for owner in owners()}
    return {
        name: known.get(name) or _UNITS.get(field.unit or "", "count")
        for name, field in catalogue().fields.items()
        if field.type in ("int", "number")
    }


def _values(quantity: Quantity, told: _Told) -> Iterator[tuple[str, float]]:
    for name in units():
        value = _value(name, quantity, told)
        if value is not None and (kept := _kept(name, value, quantity)) is not None:
            yield name, kept


def _value(name: str, quantity: Quantity, told: _Told) -> float | None:
    unit = units()[name]
    if name in _TIMES:
        return _seconds(quantity, told)
    if name in _PRESSURES:
        return _pressure(name, quantity)
    if quantity.kind in ("date", "other", "year_of"):
        return None
    if unit == "km" and quantity.kind == "event":
        return km_of(quantity)
    return in_unit(_with_unit(quantity, unit, told), unit)


def _pressure(name: str, quantity: Quantity) -> float | None:
    if quantity.kind == "pressure":
        return quantity.lo if _PRESSURES[name] == "lo" else quantity.hi
    low, high = _CUFF[name]
    return quantity.mid if quantity.kind == "number" and low <= quantity.mid <= high else None


def _with_unit(quantity: Quantity, unit: str, told: _Told) -> Quantity:
    """A bare number in the unit of its speaker, else in that of the question."""
    if quantity.kind != "number":
        return quantity
    if unit == "cm" and _TALL[0] <= quantity.mid <= _TALL[1]:
        return replace(quantity, kind="length", lo=quantity.lo * 100, hi=quantity.hi * 100)
    lent = lend(quantity, unit, told.skeleton)
    if lent is not quantity:
        return lent
    if unit == "kg" and quantity.mid >= _LIGHT and (told.in_feet or (quantity.mid >= _HEAVY and told.in_miles)):
        return _times(quantity, "mass", _POUND)
    for words, factor, (low, high) in _LENT.get(unit, ()):
        if words.search(told.question) and low <= quantity.mid <= high:
            return _times(quantity, "distance" if unit == "km" else "mass", factor)
    asked = set(_HOW_MANY.findall(told.question)) if unit in _COUNTS_TIME else set()
    return _times(quantity, f"{(word := asked.pop())}s", _DAYS[word]) if len(asked) == 1 else quantity


def _times(quantity: Quantity, kind: str, factor: float) -> Quantity:
    return replace(quantity, kind=kind, lo=quantity.lo * factor, hi=quantity.hi * factor)


def _seconds(quantity: Quantity, told: _Told) -> float | None:
    """A time by the nearest distance that it can be of, else by the one asked about."""
    said = told.text[quantity.start : quantity.end]
    if quantity.kind == "number" and (parts := _parts(said, quantity.mid)):
        seconds = float(parts[0] * _SIXTY + parts[1])
        quantity = replace(quantity, kind="clock_short", lo=seconds, hi=seconds)
    others = sorted(told.distances, key=lambda item: abs(item.start - quantity.start))
    lengths = [length for item in others if item.start != quantity.start and (length := km_of(item)) > 0]
    for km in (*lengths, told.asked_km):
        if km is not None and (found := seconds_of(quantity, km)) is not None:
            return found
    if lengths or told.asked_km is not None:
        return None
    if quantity.kind == "clock_short" and _SIXTY <= quantity.mid < _HOURS and not _SHORT.search(told.both):
        return float(quantity.mid * _SIXTY)
    return seconds_of(quantity, None)


def _parts(said: str, value: float) -> tuple[int, int] | None:
    """ "31.47", and "two ten" that stands for two hundred and ten: the two numbers of a time."""
    if pointed := _POINTED.fullmatch(said):
        return int(pointed[1]), int(pointed[2])
    spoken = not any(sign.isdigit() for sign in said) and value >= _HUNDRED and value % _HUNDRED < _SIXTY
    return (int(value // _HUNDRED), int(value % _HUNDRED)) if spoken else None


def _paired(told: _Told) -> Iterator[Amount]:
    """ "18 40" and "five eleven": a time and a height whose parts stand side by side."""
    for first, second in pairwise(told.skeleton.quantities):
        if not _beside(first, second, told.text):
            continue
        joined = Quantity("clock_short", first.lo * _SIXTY + second.lo, 0, first.start, second.end)
        joined = replace(joined, hi=joined.lo)
        if first.lo < _SIXTY and (found := _seconds(joined, told)) is not None:
            yield Amount(joined, dict.fromkeys(_TIMES, found))
        if _FEET[0] <= first.lo <= _FEET[1] and second.lo < _INCHES:
            height = (first.lo * _INCHES + second.lo) * _INCH_CM
            yield Amount(replace(joined, kind="length", lo=height, hi=height), {"height_cm": round(height, 4)})


def _beside(first: Quantity, second: Quantity, text: str) -> bool:
    """Whether two bare numbers stand in one breath, the second as minutes, seconds or inches do."""
    return (
        first.kind == second.kind == "number"
        and text[first.end : second.start] in (" ", "-")
        and first.lo.is_integer()
        and second.lo.is_integer()
        and second.lo < _SIXTY
    )


def _kept(name: str, value: float, quantity: Quantity) -> float | None:
    """`value` as the catalogue has it; None outside its range."""
    field = catalogue().fields[name]
    low, high = field.range or (float("-inf"), float("inf"))
    if name in _WEIGHTS and quantity.kind == "number" and value >= _HEAVY and value == quantity.mid:
        return None
    if not low <= value <= high:
        return None
    if name == "age_years":
        return int(value)
    if field.type == "int":
        return int(value) if quantity.is_range else round(value)
    kept = round(float(value), 4)
    return int(kept) if kept.is_integer() else kept
