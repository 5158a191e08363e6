"""`coach-eval vignettes`: the safety gate against labelled vignettes; false approvals first, exit 1 on any mistake."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from inspect_ai.log import EvalLog, EvalSample
from rich.console import Console
from rich.table import Table

from evals.checks.safety_vignette import STATUSES, WORDS, confusion
from evals.commands.options import call
from evals.errors import RunError
from evals.metrics.confusion_matrix import DECIDED, LABELLED

SCORER = "safety_vignette"


@click.command("vignettes")
@click.option("--file", "path", default=None, type=click.Path(path_type=Path), help="other vignettes than the shipped")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(path: Path | None, log_dir: Path) -> int:
    """Judge every vignette by the safety gate alone; no model plays."""
    log = _run(path, log_dir)
    console = Console(width=120)
    mistakes = [each for each in log.samples or [] if _word(each) != "correct"]
    for line in _listed(mistakes):
        console.print(line, markup=False, highlight=False)
    console.print(_matrix(log.samples or []))
    total = len(log.samples or [])
    false = sum(_word(each) == "false_approval" for each in mistakes)
    console.print(f"{total - len(mistakes)} of {total} as labelled, {false} false approvals", highlight=False)
    click.echo(f"log       {log.location}")
    return 1 if mistakes else 0


def _run(path: Path | None, log_dir: Path) -> EvalLog:
    from inspect_ai import eval as inspect_eval

    from evals.tasks.safety_vignettes import PATH, safety_vignettes

    task = safety_vignettes(str((path or PATH).resolve()))
    (log,) = inspect_eval(task, model="none/none", log_dir=str(log_dir), display="none", log_realtime=False)
    if log.status != "success":
        raise RunError(f"the run ended as {log.status}: {log.error.message if log.error else 'no reason was given'}")
    return log


def _score(sample: EvalSample) -> dict[str, Any]:
    return (sample.scores or {})[SCORER].metadata or {} if sample.scores else {}


def _word(sample: EvalSample) -> str:
    return "error" if sample.error else str(_score(sample).get("value", "not_judged"))


def _listed(mistakes: Iterable[EvalSample]) -> list[str]:
    """Each mistake with what differs and why it is labelled so: false approvals first, what broke last."""
    order: dict[str, int] = {word: place for place, word in enumerate(WORDS)}
    lines = []
    for each in sorted(mistakes, key=lambda s: (order.get(_word(s), len(order)), str(s.id))):
        found = _score(each)
        said = each.error.message if each.error else f"labelled {each.target}, decided {found.get(DECIDED)}"
        lines.append(f"{_word(each)}: {each.id}: {said}")
        lines += [f"  {finding['what']}" for finding in found.get("findings", [])]
        lines.append(f"  because: {each.metadata['source_note']}")
    return lines


def _matrix(samples: list[EvalSample]) -> Table:
    counted = confusion((s.metadata[LABELLED], found) for s in samples if (found := _score(s).get(DECIDED)))
    table = Table("labelled", *STATUSES, title="Labelled (rows) and decided (columns)", title_justify="left")
    for want, row in counted.items():
        table.add_row(want, *(str(row[got]) if row[got] else "." for got in STATUSES))
    return table


def run(arguments: list[str]) -> int:
    return call(command, arguments)
