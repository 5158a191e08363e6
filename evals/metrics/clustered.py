"""The mean of numbers, or the share of passes, over personas with judged sessions, and its standard error."""

from inspect_ai.scorer import Metric, SampleScore, metric

from evals.metrics.personas import Of, persona_means
from measures.clustered import clustered_mean as measured


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

    NaN with fewer than two clusters.
    """

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores, of)
        clusters = [row.cluster for row in rows]
        return measured([row.mean for row in rows], clusters).error if len(set(clusters)) > 1 else float("nan")

    return compute
