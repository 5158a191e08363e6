"""`coach-eval vignettes`: the safety gate against labelled vignettes; false approvals first, exit 1 on any mistake."""

from pathlib import Path

import click
from inspect_ai.log import EvalSample
from rich.table import Table

from evals.checks.safety_vignette import STATUSES, WORDS, confusion
from evals.commands.labelled_cases import Labelled, run_cases
from evals.commands.options import call
from evals.metrics.confusion_matrix import DECIDED, LABELLED

CASES: Labelled = Labelled(
    scorer="safety_vignette",
    words=WORDS,
    worst="false approvals",
    note="source_note",
    label=lambda each: f"labelled {each.target}, decided {CASES.score(each).get(DECIDED)}",
)


@click.command("vignettes")
@click.option("--file", "path", default=None, type=click.Path(path_type=Path), help="other vignettes than the shipped")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(path: Path | None, log_dir: Path) -> int:
    """Judge every vignette by the safety gate alone; no model plays."""
    from evals.tasks.safety_vignettes import PATH, safety_vignettes

    log = run_cases(safety_vignettes(str((path or PATH).resolve())), log_dir)
    return CASES.show(log, _matrix(log.samples or []))


def _matrix(samples: list[EvalSample]) -> Table:
    counted = confusion((s.metadata[LABELLED], found) for s in samples if (found := CASES.score(s).get(DECIDED)))
    table = Table("labelled", *STATUSES, title="Labelled (rows) and decided (columns)", title_justify="left")
    for want, row in counted.items():
        table.add_row(want, *(str(row[got]) if row[got] else "." for got in STATUSES))
    return table


def run(arguments: list[str]) -> int:
    return call(command, arguments)
