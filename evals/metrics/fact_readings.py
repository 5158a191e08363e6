"""Facts read right, missed, read wrong and invented, over all replies and by field; precision and recall."""

from collections import Counter
from collections.abc import Mapping

from inspect_ai.scorer import Metric, SampleScore, Value, metric


@metric(scores="unreduced")
def fact_readings() -> Metric:
    """The four counts; precision = right / given, recall = right / owed (NaN where there was none).

    After them each error that occurred, as `FIELD READING`, the most frequent first.
    """

    def compute(scores: list[SampleScore]) -> Value:
        counted: Counter[str] = Counter()
        for each in scores:
            counted.update((each.score.metadata or {}).get("counts") or {})
        total: Counter[str] = Counter()
        for name, count in counted.items():
            total[name.partition(" ")[2]] += count
        right, wrong = total["right"], total["wrong"]
        given, owed = right + wrong + total["invented"], right + wrong + total["missed"]
        found: Mapping[str, float] = {
            **{reading: float(total[reading]) for reading in ("right", "missed", "wrong", "invented")},
            "precision": right / given if given else float("nan"),
            "recall": right / owed if owed else float("nan"),
            **{name: float(count) for name, count in counted.most_common() if not name.endswith(" right")},
        }
        return found

    return compute
