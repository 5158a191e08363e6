"""The interval of a difference of paired proportions after Bonett and Price (2012).

Recommended for small samples by Fagerland, Lydersen and Laake (2014, Statistics in Medicine 33, 2850-2875):
the Wald interval with one pseudo-pair added to each discordant cell, so that it has a width even where no
pair differs.
"""

from math import sqrt

from scipy.stats import norm

from reports.statistics.interval import Interval


def paired_proportions(gained: int, lost: int, pairs: int, *, confidence: float = 0.95) -> Interval:
    """The two-sided interval of (gained - lost) / pairs."""
    if pairs < max(1, gained + lost):
        raise ValueError(f"{gained} gained and {lost} lost do not fit in {pairs} pairs")
    up, down = (gained + 1) / (pairs + 2), (lost + 1) / (pairs + 2)
    error = sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    reach = float(norm.ppf(0.5 + confidence / 2)) * error
    return Interval(max(-1.0, up - down - reach), min(1.0, up - down + reach))
