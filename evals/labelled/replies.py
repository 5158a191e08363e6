"""Athletes' replies, read by the trained reader (datasets/intake_utterances.md)."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from evals.checks.measured import keep as keep_measured
from evals.checks.reply_reading import VERSION, LabelledUtterance, check_utterance, readings
from evals.data_files import DATASETS
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet
from evals.offline import hearing
from evals.reading import read

LEAST = 10
"""Labelled facts from which a field has rates of its own."""
READINGS = ("right", "missed", "wrong", "invented")
Facts = dict[str, Any]


def answer(case: LabelledUtterance) -> Facts:
    """Field to value, as `coach-eval extract` gives it."""
    today = dt.date.fromisoformat(case.today) if case.today else None
    return {name: fact.value for name, fact in read(case.text, case.question, today=today).items()}


def _counted(found: Iterable[tuple[Facts, LabelledUtterance]]) -> dict[str, Counter[str]]:
    """Field to how often it was read right, missed, read wrong and invented."""
    counted: dict[str, Counter[str]] = {}
    for facts, case in found:
        for name, reading in readings(facts, case):
            counted.setdefault(name, Counter())[reading] += 1
    return counted


def _grid(judged: Sequence[JudgedCase[LabelledUtterance, Facts]]) -> Grid:
    counted = _counted((each.answer or {}, each.case) for each in judged)
    total = sum(counted.values(), Counter[str]())
    rows = tuple(_row(name, row) for name, row in [*sorted(counted.items()), ("all", total)])
    return Grid("Facts read from words", ("field", *READINGS, "precision", "recall"), rows)


def _row(name: str, row: Counter[str]) -> tuple[str | int, ...]:
    right, missed, wrong, invented = (row[reading] for reading in READINGS)
    of = (right + wrong + invented, right + wrong + missed)
    return (name, right, missed, wrong, invented, *(f"{right / n:.3f}" if n else "-" for n in of))


def keep(cases: Sequence[LabelledUtterance]) -> None:
    """Writes how well the reader reads, for the caveat beside verdicts and for the offline coach's hearing."""
    counted = _counted((answer(case), case) for case in cases)
    total = sum(counted.values(), Counter[str]())
    source = f"test split of datasets/intake_utterances.jsonl: {len(cases)} replies"
    keep_measured("reader", source, {"facts": (total["right"], _rate(total).n)})
    fields = {name: _rate(row) for name, row in sorted(counted.items()) if _rate(row).n >= LEAST}
    rates = hearing.Rates(source=source, overall=_rate(total), fields=fields)
    hearing.PATH.write_text(rates.model_dump_json(indent=1) + "\n", encoding="utf-8")


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
