"""The mean of numbers, or the share of passes, over personas with judged sessions, and its standard error."""

from collections import defaultdict
from math import sqrt

from inspect_ai.scorer import Metric, SampleScore, metric

from evals.metrics.personas import Of, persona_means


@metric(scores="unreduced")
def clustered_mean(of: Of = "value") -> Metric:
    """The mean over personas of each persona's mean (`of` numbers or passes): no persona weighs more than another."""

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores, of)
        return sum(row.mean for row in rows) / len(rows) if rows else float("nan")

    return compute


@metric(scores="unreduced")
def clustered_stderr(of: Of = "value") -> Metric:
    """The standard error of `clustered_mean`, with sessions of one family of personas taken as dependent.

    The sandwich estimate over clusters with the factor G / (G - 1); NaN with fewer than two clusters.
    """

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores, of)
        mean = sum(row.mean for row in rows) / len(rows) if rows else 0.0
        sums: dict[str, float] = defaultdict(float)
        for row in rows:
            sums[row.cluster] += row.mean - mean
        clusters = len(sums)
        if clusters < 2:  # noqa: PLR2004 (one cluster has no spread)
            return float("nan")
        return sqrt(clusters / (clusters - 1) * sum(each**2 for each in sums.values())) / len(rows)

    return compute
