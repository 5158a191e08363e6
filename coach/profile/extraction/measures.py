"""Turns a quantity into a field's unit. Knows no words."""

from scipy import constants

from coach.profile.extraction.quantity import Quantity

_DAY_KINDS = {"days": 1.0, "weeks": 1.0, "months": 1.0, "years": 1.0}


def _days(per: float) -> dict[str, float]:
    return dict.fromkeys(_DAY_KINDS, 1 / per)


FACTORS: dict[str, dict[str, float]] = {
    "km": {"distance": 1.0, "event": 1.0},
    "kg": {"mass": 1.0},
    "cm": {"length": 1.0},
    "hours": {"duration": 1 / constants.hour, "clock_short": constants.minute / constants.hour, **_days(1 / 24)},
    "minutes": {"duration": 1 / constants.minute},
    "seconds": {"duration": 1.0, "clock": 1.0, "clock_short": 1.0},
    "days": _days(1.0),
    "weeks": _days(constants.week / constants.day),
    "months": _days(constants.Julian_year / constants.day / 12),
    "years": _days(constants.Julian_year / constants.day),
    "percent": {"percent": 1.0},
    "celsius": {"temperature": 1.0},
    "mmol": {"glucose": 1.0},
    "score": {"ratio": 1.0},
    "count": {"times": 1.0, "days": 1.0},
}
"""Unit to what one base unit of each kind is in it. A plain number is taken as it stands."""
_HOTTEST = 55.0
"""Degrees Celsius that neither weather nor fever reaches: what lies above is Fahrenheit."""
_TELLING = {"mmol": (40.0, 0.0555, 0.0), "celsius": (93.0, 1 / 1.8, 32.0)}
"""Plain numbers that only another unit can have: a glucose of 142 is mg/dL, a fever of 101 Fahrenheit."""


def in_unit(quantity: Quantity, unit: str) -> float | None:
    """The middle of `quantity` in `unit`; None where it measures something else."""
    value = quantity.mid
    if quantity.kind == "fahrenheit" and unit == "celsius":
        return round(float(constants.convert_temperature(value, "F", "C")), 2)
    if quantity.kind == "temperature" and unit == "celsius" and value > _HOTTEST:
        return round(float(constants.convert_temperature(value, "F", "C")), 2)
    if quantity.kind == "number" and unit in _TELLING:
        least, factor, zero = _TELLING[unit]
        return round((value - zero) * factor, 2) if value >= least else value
    if quantity.kind == "number":
        return value
    per_base = FACTORS[unit].get(quantity.kind)
    return None if per_base is None else round(value * per_base, 4)
