"""A pair of bounds."""

from typing import NamedTuple


class Interval(NamedTuple):
    low: float
    high: float
