"""Facts read right, missed, read wrong and invented, over all replies; and precision and recall."""

from collections import Counter
from collections.abc import Mapping

from inspect_ai.scorer import Metric, SampleScore, Value, metric


@metric(scores="unreduced")
def fact_readings() -> Metric:
    """The four counts; precision = right / given, recall = right / owed (NaN where there was none)."""

    def compute(scores: list[SampleScore]) -> Value:
        total: Counter[str] = Counter()
        for each in scores:
            total.update({name: round(n) for name, n in ((each.score.metadata or {}).get("counts") or {}).items()})
        right, wrong = total["right"], total["wrong"]
        given, owed = right + wrong + total["invented"], right + wrong + total["missed"]
        found: Mapping[str, float] = {
            **{name: float(total[name]) for name in ("right", "missed", "wrong", "invented")},
            "precision": right / given if given else float("nan"),
            "recall": right / owed if owed else float("nan"),
        }
        return found

    return compute
