"""The mean of numbers, or the share of passes, over personas with judged sessions."""

from inspect_ai.scorer import Metric, SampleScore, metric

from evals.metrics.personas import Of, persona_means


@metric(scores="unreduced")
def clustered_mean(of: Of = "value") -> Metric:
    """The mean over personas of each persona's mean (`of` numbers or passes): no persona weighs more than another."""

    def compute(scores: list[SampleScore]) -> float:
        rows = persona_means(scores, of)
        return sum(row.mean for row in rows) / len(rows) if rows else float("nan")

    return compute
