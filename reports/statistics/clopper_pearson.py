"""The Clopper-Pearson interval of a proportion: exact, never too narrow."""

from scipy.stats import binomtest

from reports.statistics.interval import Interval


def clopper_pearson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    found = binomtest(successes, trials).proportion_ci(confidence_level=confidence, method="exact")
    return Interval(float(found.low), float(found.high))
