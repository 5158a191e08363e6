"""Times and distances of races in numbers: what a runner can run, and what a bare "3:15" can mean. Knows no words."""

from coach.profile.extraction.quantity import Quantity

_COMMON_KM = (1, 3, 5, 8, 8.05, 10, 12, 15, 16.09, 20, 21.1, 25, 30, 42.2, 50, 80.5, 100, 160.9)
_CLOSE_KM = 0.11
SLOWEST_S_PER_KM = 1500
_FASTEST = ((80.0, 200.0), (42.0, 170.0), (5.0, 150.0), (1.6, 135.0), (0.0, 90.0))
"""From so many kilometres on: what is faster, in seconds per kilometre, is another unit or no race."""
_READINGS = {"clock_short": (1, 60), "duration": (1,), "number": (60, 3600)}


def seconds_of(quantity: Quantity, km: float | None) -> float | None:
    """The time in seconds; "3:15" is hours or minutes by what a runner can run, and nothing where both could be."""
    if quantity.kind == "clock":
        return float(quantity.mid)
    readings = _READINGS.get(quantity.kind, ())  # a time that was taken back is none
    values = [quantity.mid * factor for factor in readings]
    if km is None:
        sure = quantity.kind == "duration" or (quantity.kind == "clock_short" and quantity.mid >= 600)  # noqa: PLR2004
        return float(values[0]) if values and sure else None
    return next((float(v) for v in values if fastest(km) <= v / km <= SLOWEST_S_PER_KM), None)


def fastest(km: float) -> float:
    """Seconds per kilometre that nobody runs faster over `km`; a world record is a little slower."""
    return next(pace for least, pace in _FASTEST if km >= least)


def is_common(km: float) -> bool:
    return any(abs(km - common) < _CLOSE_KM for common in _COMMON_KM)


def km_of(quantity: Quantity) -> float:
    named = {21.1: 21.0975, 21.0: 21.0975, 42.2: 42.195, 42.0: 42.195}
    return named.get(round(quantity.mid, 4), round(quantity.mid, 4))
