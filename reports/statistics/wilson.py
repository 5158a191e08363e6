"""Wilson's score interval of a proportion: honest for small n and near 0 and 1."""

from scipy.stats import binomtest

from reports.statistics.interval import Interval


def wilson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    found = binomtest(successes, trials).proportion_ci(confidence_level=confidence, method="wilson")
    return Interval(float(found.low), float(found.high))
