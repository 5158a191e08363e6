"""Athletes' replies, read by the trained reader (datasets/intake_utterances.md)."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from evals.checks.measured import keep as keep_measured
from evals.checks.reply_reading import VERSION, LabelledUtterance, Reading, check_utterance
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet, counted, rate
from evals.offline import hearing
from evals.reading import read

LEAST = 10
"""Labelled facts from which a field has rates of its own."""
Facts = dict[str, Any]


def answer(case: LabelledUtterance) -> Facts:
    """Field to value, as `coach-eval extract` gives it."""
    today = dt.date.fromisoformat(case.today) if case.today else None
    return {name: fact.value for name, fact in read(case.text, case.question, today=today).items()}


def _by_field(judged: Sequence[JudgedCase[LabelledUtterance, Facts]]) -> dict[str, Counter[str]]:
    """Field to how often it was read right, missed, read wrong and invented; last `all` fields together."""
    fields: dict[str, Counter[str]] = {}
    for name, count in sorted(counted(judged).items()):
        field, _, reading = name.partition(" ")
        fields.setdefault(field, Counter())[reading] = count
    return {**fields, "all": sum(fields.values(), Counter[str]())}


def _grid(judged: Sequence[JudgedCase[LabelledUtterance, Facts]]) -> Grid:
    heads = ("field", *get_args(Reading), "precision", "recall")
    return Grid("Facts read from words", heads, tuple(_row(*item) for item in _by_field(judged).items()))


def _row(field: str, row: Counter[str]) -> tuple[str | int, ...]:
    right, missed, wrong, invented = (row[reading] for reading in get_args(Reading))
    rates = (rate(right, right + wrong + invented), rate(right, right + wrong + missed))
    return (field, right, missed, wrong, invented, *rates)


def keep(judged: Sequence[JudgedCase[LabelledUtterance, Facts]]) -> None:
    """Writes how well the reader reads, for the caveat beside verdicts and for the offline coach's hearing."""
    counts = _by_field(judged)
    rates = {field: _rate(row) for field, row in counts.items()}
    overall = rates.pop("all")
    source = f"test split of datasets/intake_utterances.jsonl: {len(judged)} replies"
    keep_measured("reader", source, {"facts": (counts["all"]["right"], overall.n)})
    kept = {field: one for field, one in rates.items() if one.n >= LEAST}
    hearing.PATH.write_text(
        hearing.Rates(source=source, overall=overall, fields=kept).model_dump_json(indent=1) + "\n", encoding="utf-8"
    )


def _rate(row: Counter[str]) -> hearing.Rate:
    n = row["right"] + row["missed"] + row["wrong"]
    missed, wrong = (round(row[reading] / n, 4) if n else 0.0 for reading in ("missed", "wrong"))
    return hearing.Rate(n=n, missed=missed, wrong=wrong)


SET = LabelledSet(
    path=DATASETS / "intake_utterances.jsonl",
    case=LabelledUtterance,
    version=VERSION,
    answer=answer,
    check=check_utterance,
    grid=_grid,
    rank=lambda each: 0 if "invented" in each.verdict.explanation else 1,
    why=lambda case: repr(case.text[:200]),
    has_splits=True,
    keep=keep,
)
