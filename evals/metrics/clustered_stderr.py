"""The standard error of `clustered_mean`, with sessions of one family of personas taken as dependent."""

from collections import defaultdict
from math import sqrt

from inspect_ai.scorer import Metric, SampleScore, metric

from evals.metrics.personas import Of, persona_means


@metric(scores="unreduced")
def clustered_stderr(of: Of = "value") -> Metric:
    """The sandwich estimate over clusters with the factor G / (G - 1); NaN with fewer than two clusters."""

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores, of)
        sums: dict[str, float] = defaultdict(float)
        for row in rows:
            sums[row.cluster] += row.mean - sum(other.mean for other in rows) / len(rows)
        clusters = len(sums)
        if clusters < 2:  # noqa: PLR2004 (one cluster has no spread)
            return float("nan")
        return sqrt(clusters / (clusters - 1) * sum(each**2 for each in sums.values())) / len(rows)

    return compute
