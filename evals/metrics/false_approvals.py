"""How many were approved whom a person would not have approved."""

from inspect_ai.scorer import Metric, SampleScore, metric


@metric(scores="unreduced")
def false_approvals() -> Metric:
    """A count, not a rate: one in a thousand is still one."""

    def compute(scores: list[SampleScore]) -> float:
        return float(sum((each.score.metadata or {}).get("value") == "false_approval" for each in scores))

    return compute
