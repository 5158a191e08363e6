"""Intervals and bounds of a proportion (Wilson's: `measures.wilson`), and of a difference of paired proportions."""

from math import sqrt
from statistics import NormalDist

from scipy.special import betaincinv  # `scipy.stats` has them all and takes a second and a half to import

from measures.interval import Interval


def clopper_pearson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """The Clopper-Pearson interval: exact, never too narrow."""
    tail, failures = (1 - confidence) / 2, trials - successes
    low = betaincinv(successes, failures + 1, tail) if successes else 0.0
    high = betaincinv(successes + 1, failures, 1 - tail) if failures else 1.0
    return Interval(float(low), float(high))


def rule_of_three(trials: int, *, confidence: float = 0.95) -> float:
    """The highest failure rate that still leaves a chance of 1 - confidence to see none in `trials`; about 3 / n."""
    if trials < 1:
        raise ValueError("no trials bound nothing")
    return float(1 - (1 - confidence) ** (1 / trials))


def paired_proportions(gained: int, lost: int, pairs: int, *, confidence: float = 0.95) -> Interval:
    """The two-sided interval of (gained - lost) / pairs after Bonett and Price (2012).

    Recommended for small samples by Fagerland, Lydersen and Laake (2014, Statistics in Medicine 33, 2850-2875): the
    Wald interval with one pseudo-pair added to each discordant cell, so that it has a width even where no pair differs.
    """
    if pairs < max(1, gained + lost):
        raise ValueError(f"{gained} gained and {lost} lost do not fit in {pairs} pairs")
    up, down = (gained + 1) / (pairs + 2), (lost + 1) / (pairs + 2)
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    return Interval(max(-1.0, up - down - reach), min(1.0, up - down + reach))
