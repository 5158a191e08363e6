"""The fraction of judged sessions that passed."""

from inspect_ai.scorer import Metric, SampleScore, metric


@metric(scores="unreduced")
def pass_rate() -> Metric:
    """passed / judged; NaN where no session was judged, never 0 or 1."""

    def compute(scores: list[SampleScore]) -> float:
        judged = [bool(passed) for s in scores if (passed := (s.score.metadata or {}).get("passed")) is not None]
        return sum(judged) / len(judged) if judged else float("nan")

    return compute
