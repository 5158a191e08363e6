"""The mean of a numeric score over judged sessions."""

from inspect_ai.scorer import Metric, SampleScore, metric


@metric
def clustered_mean() -> Metric:
    """The mean over personas of each persona's mean, so that a persona with more sessions weighs no more."""

    def compute(scores: list[SampleScore]) -> float:
        by_persona: dict[str, list[float]] = {}
        for each in scores:
            value, persona = each.score.value, str((each.sample_metadata or {}).get("persona_id"))
            if isinstance(value, int | float):
                by_persona.setdefault(persona, []).append(float(value))
        means = [sum(values) / len(values) for values in by_persona.values()]
        return sum(means) / len(means) if means else float("nan")

    return compute
