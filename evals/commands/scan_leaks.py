"""`coach-eval scan-leaks FILE`: find leaks in texts, JSONL in and out."""

import sys
from typing import Any

import click

from coach import batch
from coach.command_line import command as described
from evals.checks.unread_words import is_foreign
from evals.checks.unspoken import NamedAthlete, offline_recall, scan


class ScanLine(batch.BatchLine):
    text: str
    persona: NamedAthlete | None = None
    internal: list[str] | None = None
    user_said: list[str] | None = None


@described(
    "scan-leaks", example="""echo '{"id": 1, "text": "People your age value depth."}' | coach-eval scan-leaks -"""
)
@click.argument("file")
def command(file: str) -> int:
    """Find what a coach must not say: the lines of FILE (- for standard input).

    A line in: {"id", "text"}, and optionally "persona" ({"name", "age"}), "internal" (prompts and notes that must not
    show) and "user_said". A line out: {"id", "leaks": [{"category", "start", "end", "text", "detector"}],
    "not_judged"}, where `not_judged` is how much of each category is found without a judge model: nothing of a text
    that is not in English.
    """
    with batch.lines_of(file) as lines:
        return batch.answer(lines, ScanLine, _judge, sys.stdout)


def _judge(line: ScanLine) -> dict[str, Any]:
    known = {"internal": tuple(line.internal or ()), "user_said": tuple(line.user_said or ())}
    leaks = scan(line.text, athlete=line.persona, **known)
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
        "not_judged": dict.fromkeys(offline_recall(), 0.0) if is_foreign(line.text) else offline_recall(),
    }
