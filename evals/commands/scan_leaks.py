"""`coach-eval scan-leaks FILE`: find leaks in texts, JSONL in and out."""

import sys
from typing import Any

from coach import batch
from coach.errors import InputError
from coach.records.base import Record
from evals.checks.unspoken import Named, offline_recall, scan


class Athlete(Record):
    """The athlete whom the text speaks to."""

    name: str | None = None
    age: int | None = None


class ScanLine(batch.Line):
    text: str
    persona: Athlete | None = None
    internal: list[str] | None = None
    user_said: list[str] | None = None


def run(arguments: list[str]) -> int:
    """Scan the lines of the one file named, or of standard input for `-`."""
    if len(arguments) != 1:
        raise InputError("expected one argument: a JSONL file, or - for standard input")
    with batch.lines_of(arguments[0]) as lines:
        return batch.answer(lines, ScanLine, _judge, sys.stdout)


def _judge(line: ScanLine) -> dict[str, Any]:
    athlete = Named(line.persona.name, line.persona.age) if line.persona else None
    leaks = scan(line.text, athlete=athlete, internal=tuple(line.internal or ()), user_said=tuple(line.user_said or ()))
    return {
        "leaks": [
            {
                "category": leak.category,
                "start": leak.start,
                "end": leak.end,
                "text": leak.text,
                "detector": leak.detector,
            }
            for leak in leaks
        ],
        "not_judged": offline_recall(),
    }
