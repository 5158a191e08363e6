"""What an amount comes to in each field that could own it. Knows the catalogue's units, and not whose a number is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final

from scipy import constants

from coach.profile.catalogue import catalogue
from evals.reading.folding import fold
from evals.reading.records import Amount

_DAYS: Final = {"days": 1.0, "weeks": 7.0, "months": constants.Julian_year / 12 / constants.day, "years": 365.25}


def _spans(per: float) -> dict[str, float]:
    return dict.fromkeys((*_DAYS, "date"), 1 / per) | {"number": 1.0}


_HOURS: Final = {
    "duration": 1 / constants.hour,
    "clock": 1 / constants.minute,
    "days": 24.0,
    "weeks": 168.0,
    "number": 1.0,
}
_COUNT: Final = {"number": 1.0, "times": 1.0}
_CELSIUS: Final = {"temperature": 1.0, "fahrenheit": 1.0, "number": 1.0}
_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "years": _spans(_DAYS["years"]), "months": _spans(_DAYS["months"]), "weeks": _spans(7.0), "days": _spans(1.0),
    "cycles": _spans(_DAYS["months"]) | _COUNT, "cm": {"length": 1.0, "number": 1.0},
    "kg": {"mass": 1.0, "number": 1.0},
    "km": {"distance": 1.0, "event": 1.0, "number": 1.0}, "km/week": {"distance": 1.0, "event": 1.0, "number": 1.0},
    "days/week": _COUNT | {"days": 1.0}, "1/week": _COUNT, "injuries": _COUNT, "h": _HOURS, "h/week": _HOURS,
    "h/night": _HOURS, "mmol/L": {"glucose": 1.0, "number": 1.0}, "%": {"percent": 1.0, "number": 1.0},
    "% body weight": {"percent": 1.0, "number": 1.0}, "0-10": {"score": 1.0, "number": 1.0}, "deg C": _CELSIUS,
}  # fmt: skip
"""By unit of the catalogue: what one base unit of each kind is in it. Times and pressures are read apart."""
_TIMES: Final = frozenset({"recent_race_time_s", "goal_time_s"})
_PRESSURES: Final = {"resting_sbp_mmhg": (80.0, 260.0), "resting_dbp_mmhg": (40.0, 150.0)}
_CALENDAR: Final = frozenset({"days", "weeks", "months"})
_AHEAD: Final = frozenset({"weeks_available", "goal_weight_weeks"})
_MILE: Final = re.compile(r"\bmiles?\b|\bmpw\b")
_POUNDS: Final = re.compile(r"\b(?:pounds?|lbs?)\b")
_STONES: Final = re.compile(r"\bstones?\b")
_HOW_MANY: Final = re.compile(r"\b(?:how many|number of|in|time in) (day|week|month|year)s\b")
_KM_PER_MILE: Final = constants.mile / constants.kilo
_MOST_STONES, _LEAST_POUNDS = 30.0, 80.0
_MG_PER_DL, _LEAST_MG = 0.0555, 40.0
_HOTTEST: Final = 55.0
"""Degrees Celsius that neither weather nor fever reaches: what lies above is Fahrenheit."""
_TALL: Final = (1.2, 2.3)
_FEET: Final = (4, 7)
_SLOWEST: Final = 1500.0
_FASTEST: Final = ((80.0, 200.0), (42.0, 170.0), (5.0, 150.0), (1.6, 135.0), (0.0, 90.0))
"""From so many kilometres on nobody runs a kilometre in fewer seconds."""
_LONG_CLOCK: Final = 600.0
_MOST_MINUTES: Final = 300.0


@dataclass(frozen=True, slots=True)
class Valued:
    """An amount with its value in every field that it could be told of."""

    amount: Amount
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Context:
    """`miles`, `pounds`, `stones`: the unit that a number without one is in; `km`: the distance of the question."""

    text: str
    amounts: tuple[Amount, ...]
    miles: bool
    pounds: bool
    stones: bool
    span: str | None
    km: float | None


@cache
def number_fields() -> tuple[str, ...]:
    """Names of the catalogue's fields that hold a number, sorted."""
    return tuple(sorted(name for name, field in catalogue().fields.items() if field.type in ("int", "number")))


def valued(
    text: str, question: str | None, amounts: tuple[Amount, ...], asked: tuple[Amount, ...]
) -> tuple[Valued, ...]:
    """`amounts` of `text` with their values, and times and heights that stand as two numbers ("18 40").

    `asked`: the amounts of `question`.
    """
    told = _context(fold(text), fold(question or ""), amounts, asked)
    return tuple(Valued(amount, dict(_values(amount, told))) for amount in (*amounts, *_paired(told)))


def _context(text: str, question: str, amounts: tuple[Amount, ...], asked: tuple[Amount, ...]) -> _Context:
    both = f"{question} {text}"
    units = {amount.unit for amount in amounts if amount.kind == "distance" and amount.unit > constants.milli}
    masses = {amount.unit for amount in amounts if amount.kind == "mass"}
    feet = any(amount.kind == "length" and amount.unit > 2 for amount in amounts)  # noqa: PLR2004 (no centimetres)
    spans = set(_HOW_MANY.findall(question))
    lengths = {km for amount in asked if amount.kind in ("event", "distance") and (km := amount.middle) > 0}
    return _Context(
        text=text,
        amounts=amounts,
        miles=1.0 not in units and _MILE.search(both) is not None,
        pounds=1.0 not in masses and (_POUNDS.search(both) is not None or feet),
        stones=1.0 not in masses and _STONES.search(both) is not None,
        span=f"{spans.pop()}s" if len(spans) == 1 else None,
        km=lengths.pop() if len(lengths) == 1 else None,
    )


def _values(amount: Amount, told: _Context) -> Iterator[tuple[str, float]]:
    for name in number_fields():
        value = _value(name, amount, told)
        if value is not None and (kept := _kept(name, value, amount)) is not None:
            yield name, kept


def _value(name: str, amount: Amount, told: _Context) -> float | None:
    if name in _TIMES:
        return _seconds(amount, told)
    if name in _PRESSURES:
        return _pressure(name, amount)
    unit = catalogue().fields[name].unit or ""
    amount = _with_unit(amount, unit, told)
    per_base = _UNITS[unit].get(amount.kind)
    if per_base is None:
        return None
    if amount.kind == "date":
        return (amount.low if name in _AHEAD else -amount.high) * per_base
    return _as_possible(amount.middle * per_base, unit, amount.kind)


def _as_possible(value: float, unit: str, kind: str) -> float | None:
    """A value that only another unit can have, in the unit: a glucose of 142, a temperature of 101."""
    if unit == "mmol/L" and kind == "number" and value >= _LEAST_MG:
        return value * _MG_PER_DL
    if unit == "deg C" and (kind == "fahrenheit" or value > _HOTTEST):
        return float(constants.convert_temperature(value, "F", "C"))
    return value


def _with_unit(amount: Amount, unit: str, told: _Context) -> Amount:
    """A number without a unit in the one that the reply or the question speaks of."""
    if amount.kind != "number":
        return amount
    size = amount.middle
    readings = (
        (unit == "cm" and _TALL[0] <= size <= _TALL[1], "length", 100.0),
        (unit in ("km", "km/week") and told.miles, "distance", _KM_PER_MILE),
        (unit == "kg" and told.pounds and size >= _LEAST_POUNDS, "mass", constants.pound),
        (unit == "kg" and told.stones and size <= _MOST_STONES, "mass", constants.stone),
        (unit in _CALENDAR and told.span is not None, told.span or "", _DAYS.get(told.span or "", 1.0)),
    )
    return next((_times(amount, kind, factor) for holds, kind, factor in readings if holds), amount)


def _times(amount: Amount, kind: str, factor: float) -> Amount:
    return replace(amount, kind=kind, low=amount.low * factor, high=amount.high * factor, unit=factor)


def _pressure(name: str, amount: Amount) -> float | None:
    if amount.kind == "pressure":
        return amount.low if name == "resting_sbp_mmhg" else amount.high
    low, high = _PRESSURES[name]
    return amount.middle if amount.kind == "number" and low <= amount.middle <= high else None


def _seconds(amount: Amount, told: _Context) -> float | None:
    """A time, by the nearest distance that it can be of: "3:15" is hours for a marathon and minutes for a kilometre."""
    readings = {"clock": (1, 60), "duration": (1,), "number": (60, 3600)}.get(amount.kind, ())
    values = [amount.middle * factor for factor in readings]
    nearest = sorted(told.amounts, key=lambda other: abs(other.span[0] - amount.span[0]))
    lengths = [other.middle for other in nearest if other.kind in ("event", "distance") and other.span != amount.span]
    for km in (*(length for length in lengths if length > 0), *([told.km] if told.km else [])):
        fastest = next(pace for least, pace in _FASTEST if km >= least)
        found = next((value for value in values if fastest <= value / km <= _SLOWEST), None)
        if found is not None:
            return found
    if lengths or told.km is not None or not values:
        return None
    if amount.kind == "clock" and constants.minute <= amount.middle < _MOST_MINUTES:
        return amount.middle * float(constants.minute)
    return values[0] if amount.kind == "duration" or (amount.kind == "clock" and values[0] >= _LONG_CLOCK) else None


def _paired(told: _Context) -> Iterator[Amount]:
    for first, second in pairwise(told.amounts):
        between = told.text[first.span[1] : second.span[0]]
        beside = first.kind == second.kind == "number" and between in (" ", "-")
        if not (beside and first.low.is_integer() and second.low.is_integer() and second.low < 60):  # noqa: PLR2004
            continue
        span = (first.span[0], second.span[1])
        seconds = first.low * 60 + second.low
        yield Amount("clock", seconds, seconds, span)
        if _FEET[0] <= first.low <= _FEET[1] and second.low < 12:  # noqa: PLR2004 (inches)
            height = (first.low * constants.foot + second.low * constants.inch) * 100
            yield Amount("length", height, height, span, constants.foot * 100)


def _kept(name: str, value: float, amount: Amount) -> float | None:
    """`value` as the catalogue has it, whole numbers whole; None outside the field's range."""
    field = catalogue().fields[name]
    low, high = field.range or (float("-inf"), float("inf"))
    if not low <= value <= high:
        return None
    if name == "age_years" or (field.type == "int" and amount.is_range):
        return int(value)
    rounded = round(value, 0 if field.type == "int" else 4)
    return int(rounded) if float(rounded).is_integer() else rounded
