"""Counts of labelled against decided statuses, for Inspect's table of metrics."""

from collections import Counter
from collections.abc import Mapping

from inspect_ai.scorer import Metric, SampleScore, Value, metric

LABELLED = "labelled"
"""Key of a sample's metadata."""
DECIDED = "decided"
"""Key of a score's metadata; None where nothing was decided."""


@metric(scores="unreduced")
def confusion_matrix() -> Metric:
    """`LABELLED as DECIDED` to a count, pairs that occur only."""

    def compute(scores: list[SampleScore]) -> Value:
        counted = Counter(pair for each in scores if (pair := _pair(each)))
        found: Mapping[str, int] = dict(sorted(counted.items()))
        return found

    return compute


def _pair(scored: SampleScore) -> str | None:
    labelled = (scored.sample_metadata or {}).get(LABELLED)
    decided = (scored.score.metadata or {}).get(DECIDED)
    return f"{labelled} as {decided}" if labelled and decided else None
