"""`coach-eval extract FILE`: the facts that an athlete's words state, JSONL in and out."""

import sys
from datetime import date
from typing import Any

import click
from pydantic import field_validator

from coach import batch
from coach.command_line import command as described
from coach.profile.catalogue import catalogue
from evals.reading import ReadFact, read


class ExtractLine(batch.BatchLine):
    """`fields`: only these are wanted. `today`: ISO date that relative dates are counted from."""

    text: str
    question: str | None = None
    fields: list[str] | None = None
    today: str | None = None

    @field_validator("fields")
    @classmethod
    def _fields_are_of_the_catalogue(cls, names: list[str] | None) -> list[str] | None:
        unknown = [name for name in names or () if name not in catalogue().fields]
        if unknown:
            raise ValueError(f"{', '.join(unknown)}: no such field in the catalogue")
        return names

    @field_validator("today")
    @classmethod
    def _today_is_a_date(cls, day: str | None) -> str | None:
        if day is not None:
            date.fromisoformat(day)
        return day


@described(
    "extract",
    example="""echo '{"id": 1, "question": "How old are you?", "text": "52"}' | coach-eval extract -""",
)
@click.argument("file")
def command(file: str) -> int:
    """Read the facts in an athlete's words: the lines of FILE (- for standard input).

    A line in: {"id", "text"}, and optionally "question", "fields" (names) and "today" (a date). A line out:
    {"id", "facts": {field: {"value", "unit", "span", "confidence"}}}.
    """
    with batch.lines_of(file) as lines:
        return batch.answer(lines, ExtractLine, _answer, sys.stdout)


def _answer(line: ExtractLine) -> dict[str, Any]:
    today = date.fromisoformat(line.today) if line.today else None
    found = read(line.text, line.question, fields=line.fields, today=today)
    return {"facts": {name: _fact(fact) for name, fact in found.items()}}


def _fact(fact: ReadFact) -> dict[str, Any]:
    return {"value": fact.value, "unit": fact.unit, "span": list(fact.span), "confidence": fact.confidence}
