"""`coach-eval labelled SET`: one part alone against labelled cases; the worst mistakes first."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from coach.command_line import command as described
from evals.labelled import SETS, labelled_set
from evals.labelled.labelled_set import Grid, JudgedCase, LabelledSet
from measures.proportions import clopper_pearson

WIDTH = 150


@described(
    "labelled",
    example="coach-eval labelled vignettes",
    epilog="\b\n" + "\n".join(f"{name:12} {about}" for name, about in SETS.items()),
)
@click.argument("name", metavar="SET", type=click.Choice(tuple(SETS)))
@click.option(
    "--split",
    type=click.Choice(("train", "dev", "test")),
    default=None,
    help="which part; default: dev, or all of a set without parts",
)
@click.option("--file", "path", default=None, type=click.Path(path_type=Path), help="your own cases instead (JSONL)")
@click.option("--show/--no-show", default=True, show_default=True, help="list what differs from its label")
@click.option("--write", is_flag=True, help="keep what the test split measures, for the scorers that quote it")
def command(*, name: str, split: str | None, path: Path | None, show: bool, write: bool) -> int:
    """Run one part by itself on the labelled cases of SET, and print every answer that differs from its label.

    Exit code 1 on any difference in a set that must be exact (vignettes, plans).
    """
    chosen, split = _chosen(name, split, write=write)
    judged = [chosen.judged(case) for case in chosen.cases(split, path)]
    wrong = [each for each in judged if not each.verdict.passed]
    console = Console(width=WIDTH)
    for line in _listed(chosen, wrong) if show else ():
        console.print(line, markup=False, highlight=False)
    console.print(_table(chosen.grid(judged)))
    totals = [f"{len(judged) - len(wrong)} of {len(judged)} as labelled", chosen.summary(judged)]
    console.print(", ".join(filter(None, totals)) + (f" ({split})" if split else ""), highlight=False)
    if split and path is None and (share := chosen.beside(split)) and share.of:
        low, high = clopper_pearson(share.found, share.of)
        console.print(f"{share.found} of {share.of} {share.what} ({low:.1%} to {high:.1%})", highlight=False)
    if write and chosen.keep is not None:
        chosen.keep(judged)
    return 1 if wrong and chosen.exact else 0


def _chosen(name: str, split: str | None, *, write: bool) -> tuple[LabelledSet[Any, Any], str | None]:
    chosen = labelled_set(name)
    if split is not None and not chosen.has_splits:
        raise click.UsageError(f"{name} has no splits: leave --split out")
    if write and (chosen.keep is None or split != "test"):
        raise click.UsageError(
            "--write keeps what the test split of the replies measures: labelled replies --split test"
        )
    return chosen, split or ("dev" if chosen.has_splits else None)


def _listed(chosen: LabelledSet[Any, Any], wrong: list[JudgedCase[Any, Any]]) -> Iterator[str]:
    """Each mistake with what differs and why it is labelled so; the worst kind first, what broke last."""
    for each in sorted(wrong, key=lambda each: (each.word == "error", chosen.rank(each), each.case.id)):
        yield f"{each.word}: {each.case.id}: {each.verdict.explanation}"
        for finding in each.verdict.findings:
            if finding.what not in each.verdict.explanation:
                yield f"  {finding.what}" + (f": {finding.quote!r}" if finding.quote else "")
        yield f"  {chosen.why(each.case)}"


def _table(grid: Grid) -> Table:
    table = Table(title=grid.title, title_justify="left")
    for number, column in enumerate(grid.columns):
        table.add_column(column, justify="right" if number else "left")
    for row in grid.rows:
        table.add_row(*("." if cell == 0 else str(cell) for cell in row))
    return table
