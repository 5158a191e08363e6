"""`coach-eval plan-cases`: the plan rules against labelled plans; false passes first, exit 1 on any mistake."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from inspect_ai.log import EvalSample
from rich.table import Table

from evals.checks.plan_case import SOUND, WORDS, Answer, Counts, Expected, tally
from evals.commands.labelled_cases import Labelled, run_cases
from evals.commands.options import call
from evals.scorers.plan_case import KEY, KIND

CASES = Labelled(
    scorer="plan_case",
    words=WORDS,
    worst="false passes",
    note="note",
    label=lambda each: f"labelled {each.target}",
)


@click.command("plan-cases")
@click.option("--file", "path", default=None, type=click.Path(path_type=Path), help="other cases than the shipped")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(path: Path | None, log_dir: Path) -> int:
    """Judge every labelled plan by the plan rules alone; no model plays."""
    from evals.tasks.plan_cases import PATH, plan_cases

    log = run_cases(plan_cases(str((path or PATH).resolve())), log_dir)
    samples = log.samples or []
    sound = sum(each.metadata[KIND] in SOUND for each in samples)
    return CASES.show(log, _table(tally(_judged(samples)), sound))


def _judged(samples: Iterable[EvalSample]) -> Iterable[tuple[Any, Expected, Answer]]:
    for each in samples:
        if stored := each.store.get(KEY):
            yield each.metadata[KIND], Expected.model_validate(each.metadata["expect"]), Answer.model_validate(stored)


def _table(counted: Mapping[str, Counts], sound: int) -> Table:
    heads = ("faults missed", "faults caught", "twins accused", "twins left alone", f"warns in {sound}", "errors")
    table = Table("rule", title="By rule: labelled faults, labelled twins, and sound plans", title_justify="left")
    for head in heads:
        table.add_column(head, justify="right")
    for rule, row in sorted(counted.items(), key=lambda item: (-item[1].missed, -item[1].accused, item[0])):
        numbers = (row.missed, row.caught, row.accused, row.quiet, row.on_sound["warn"], row.on_sound["error"])
        table.add_row(rule, *(str(number) if number else "." for number in numbers))
    return table


def run(arguments: list[str]) -> int:
    return call(command, arguments)
