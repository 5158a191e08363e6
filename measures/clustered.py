"""The mean of values that come in clusters, and how sure it is: t with G - 1 degrees of freedom.

The standard error is Miller's (2024, arXiv 2411.00640) with the small-sample factor G / (G - 1): values of one
cluster are taken as saying the same thing, so ten twins count as little more than one athlete.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, inf, sqrt
from statistics import fmean

from scipy.special import stdtr, stdtrit  # Student's t; `scipy.stats` takes a second and a half to import

from measures.interval import Interval


@dataclass(frozen=True, slots=True)
class ClusteredMean:
    mean: float
    error: float
    clusters: int

    def interval(self, confidence: float = 0.95) -> Interval:
        reach = float(stdtrit(self.clusters - 1, 0.5 + confidence / 2)) * self.error
        return Interval(self.mean - reach, self.mean + reach)

    @property
    def statistic(self) -> float:
        if self.error:
            return self.mean / self.error
        return copysign(inf, self.mean) if self.mean else 0.0

    def p_less(self) -> float:
        """How likely so low a mean is where the true one is 0; never below what G coin flips can give."""
        return max(float(stdtr(self.clusters - 1, self.statistic)), 0.5**self.clusters)

    def p_greater(self) -> float:
        return max(float(stdtr(self.clusters - 1, -self.statistic)), 0.5**self.clusters)

    def p_value(self) -> float:
        return min(1.0, 2 * min(self.p_less(), self.p_greater()))


def clustered_mean(values: Sequence[float], clusters: Sequence[str]) -> ClusteredMean:
    """Mean of `values`, each of the cluster named at the same place; at least two clusters are needed."""
    sums: dict[str, float] = defaultdict(float)
    mean = fmean(values)
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] += value - mean
    count = len(sums)
    if count < 2:  # noqa: PLR2004 (a spread needs two)
        raise ValueError("one cluster has no spread to judge by")
    variance = sum(total**2 for total in sums.values()) / len(values) ** 2 * count / (count - 1)
    return ClusteredMean(mean, sqrt(variance), count)
