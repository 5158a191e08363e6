"""Wilson's interval of a proportion."""

from math import sqrt
from statistics import NormalDist

from measures.interval import Interval


def wilson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """Wilson's score interval: honest for small n and near 0 and 1."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, square = successes / trials, z * z / trials
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return Interval(0.0 if successes == 0 else middle - half, 1.0 if successes == trials else middle + half)
