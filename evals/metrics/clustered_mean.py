"""The mean of a numeric score over judged sessions."""

from inspect_ai.scorer import Metric, SampleScore, metric

from evals.metrics.personas import persona_means


@metric(scores="unreduced")
def clustered_mean() -> Metric:
    """The mean over personas of each persona's mean, so that a persona with more sessions weighs no more."""

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores)
        return sum(row.mean for row in rows) / len(rows) if rows else float("nan")

    return compute
