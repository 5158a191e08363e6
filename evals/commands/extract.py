"""`coach-eval extract FILE`: the facts that an athlete's words state, JSONL in and out."""

import sys
from datetime import date
from typing import Any

from pydantic import field_validator

from coach import batch
from coach.errors import InputError
from coach.profile.catalogue import catalogue
from evals.reading import ReadFact, read


class Utterance(batch.Line):
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


def run(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("--"):
        raise InputError("give one FILE of JSON lines, or - for standard input")
    with batch.lines_of(arguments[0]) as lines:
        return batch.answer(lines, Utterance, _answer, sys.stdout)


def _answer(line: Utterance) -> dict[str, Any]:
    today = date.fromisoformat(line.today) if line.today else None
    found = read(line.text, line.question, fields=line.fields, today=today)
    return {"facts": {name: _fact(fact) for name, fact in found.items()}}


def _fact(fact: ReadFact) -> dict[str, Any]:
    return {"value": fact.value, "unit": fact.unit, "span": list(fact.span), "confidence": fact.confidence}
