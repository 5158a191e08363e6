"""How often a scorer said one of its words."""

from inspect_ai.scorer import Metric, SampleScore, metric


@metric
def word_count(word: str) -> Metric:
    """A count, not a rate: one false approval in a thousand is still one."""

    def compute(scores: list[SampleScore]) -> float:
        return float(sum((each.score.metadata or {}).get("value") == word for each in scores))

    return compute
