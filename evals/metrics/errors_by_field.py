"""The error table of the reader: for each field with any error, how often it was missed, read wrong and invented."""

from collections import Counter

from inspect_ai.scorer import Metric, SampleScore, Value, metric

_ERRORS = ("missed", "wrong", "invented")


@metric(scores="unreduced")
def errors_by_field() -> Metric:
    """`FIELD ERROR` to its count, the fields with most errors first; errors that did not occur are left out."""

    def compute(scores: list[SampleScore]) -> Value:
        told = Counter(
            (finding["rule"], finding["what"].partition(" ")[0])
            for each in scores
            for finding in (each.score.metadata or {}).get("findings") or ()
        )
        of_field = Counter[str]()
        for (field, _), count in told.items():
            of_field[field] += count
        return {
            f"{field} {error}": float(told[field, error])
            for field, _ in of_field.most_common()
            for error in _ERRORS
            if told[field, error]
        }

    return compute
