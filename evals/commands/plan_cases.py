"""`coach-eval plan-cases`: the plan rules against labelled plans; false passes first, exit 1 on any mistake."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from inspect_ai.log import EvalLog, EvalSample
from rich.console import Console
from rich.table import Table

from evals.checks.plan_case import SOUND, WORDS, Answer, Counts, Expected, tally
from evals.commands.options import call
from evals.errors import RunError
from evals.scorers.plan_case import KEY, KIND

SCORER = "plan_case"


@click.command("plan-cases")
@click.option("--file", "path", default=None, type=click.Path(path_type=Path), help="other cases than the shipped")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(path: Path | None, log_dir: Path) -> int:
    """Judge every labelled plan by the plan rules alone; no model plays."""
    log = _run(path, log_dir)
    samples, console = log.samples or [], Console(width=120)
    mistakes = [each for each in samples if _word(each) != "correct"]
    for line in _listed(mistakes):
        console.print(line, markup=False, highlight=False)
    sound = sum(each.metadata[KIND] in SOUND for each in samples)
    console.print(_table(tally(_judged(samples)), sound))
    false = sum(_word(each) == "false_pass" for each in mistakes)
    console.print(
        f"{len(samples) - len(mistakes)} of {len(samples)} as labelled, {false} false passes", highlight=False
    )
    click.echo(f"log       {log.location}")
    return 1 if mistakes else 0


def _run(path: Path | None, log_dir: Path) -> EvalLog:
    from inspect_ai import eval as inspect_eval

    from evals.tasks.plan_cases import PATH, plan_cases

    task = plan_cases(str((path or PATH).resolve()))
    (log,) = inspect_eval(task, model="none/none", log_dir=str(log_dir), display="none", log_realtime=False)
    if log.status != "success":
        raise RunError(f"the run ended as {log.status}: {log.error.message if log.error else 'no reason was given'}")
    return log


def _score(sample: EvalSample) -> dict[str, Any]:
    return (sample.scores or {})[SCORER].metadata or {} if sample.scores else {}


def _word(sample: EvalSample) -> str:
    return "error" if sample.error else str(_score(sample).get("value", "not_judged"))


def _judged(samples: Iterable[EvalSample]) -> Iterable[tuple[Any, Expected, Answer]]:
    for each in samples:
        if stored := each.store.get(KEY):
            yield each.metadata[KIND], Expected.model_validate(each.metadata["expect"]), Answer.model_validate(stored)


def _listed(mistakes: Iterable[EvalSample]) -> list[str]:
    """Each mistake with what differs and the arithmetic of its label: false passes first, what broke last."""
    order: dict[str, int] = {word: place for place, word in enumerate(WORDS)}
    lines = []
    for each in sorted(mistakes, key=lambda s: (order.get(_word(s), len(order)), str(s.id))):
        found = _score(each)
        said = each.error.message if each.error else str(each.target)
        lines.append(f"{_word(each)}: {each.id}: labelled {said}")
        lines += [f"  {finding['what']}" for finding in found.get("findings", [])]
        lines.append(f"  because: {each.metadata['note']}")
    return lines


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
