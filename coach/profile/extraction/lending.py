"""The unit that a speaker names once and leaves out of the next number ("20 miles a week, longest 8"). Field-free."""

import re
from dataclasses import replace
from typing import Final

from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.skeleton import Skeleton

_MILE, _POUND, _STONE = 1.609344, 0.45359237, 6.35029318
_RACES_KM: Final = frozenset({1.0, 1.5, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0, 21.0, 21.1, 42.0, 42.2, 50.0, 100.0})
"""Races go by kilometres also among those who count their training in miles."""
_MILES: Final = re.compile(r"\bmiles\b")
_MOST_STONES, _LEAST_POUNDS = 30.0, 80.0


def lend(quantity: Quantity, take: str, skeleton: Skeleton) -> Quantity:
    """`quantity` in the unit that the rest of the text counts in, if it has none of its own."""
    if quantity.kind != "number" or take not in ("km", "kg"):
        return quantity
    kind = "distance" if take == "km" else "mass"
    unit = _of_distances(skeleton) if take == "km" else _of_masses(quantity.mid, skeleton)
    return quantity if unit is None else replace(quantity, kind=kind, lo=quantity.lo * unit, hi=quantity.hi * unit)


def _of_distances(skeleton: Skeleton) -> float | None:
    told = [item for item in skeleton.quantities if item.kind == "distance" and item.unit >= 1]
    units = {item.unit for item in told if item.unit != 1 or item.mid not in _RACES_KM}
    if not units and _MILES.search(skeleton.text):
        return _MILE
    return _MILE if units == {_MILE} else None


def _of_masses(value: float, skeleton: Skeleton) -> float | None:
    units = {item.unit for item in skeleton.quantities if item.kind == "mass"}
    feet = any(item.kind == "length" and item.in_feet for item in skeleton.quantities)
    if value >= _LEAST_POUNDS and ((units and units <= {_POUND, _STONE}) or (not units and feet and value >= 90)):  # noqa: PLR2004
        return _POUND
    return _STONE if units == {_STONE} and value < _MOST_STONES else None
