"""`coach-eval utterances`: how well replies are read; precision and recall by field, inventions first."""

from collections import Counter

import click
from rich.console import Console
from rich.table import Table

from evals.commands.options import SHOW, SPLIT, call


@click.command("utterances")
@SPLIT
@SHOW
@click.option("--write", is_flag=True, help="keep what the test split measures, for the checks that rest on the reader")
def command(split: str, show: bool, write: bool) -> int:  # noqa: FBT001 (click hands options over by name)
    """Read every labelled reply of the split; a table by field, and each error where it happened."""
    if write and split != "test":
        raise click.UsageError("--write keeps what the test split measures: give --split test")
    from evals.checks.utterance import check_utterance, readings
    from evals.tasks.intake_utterances import cases, read_case

    console, counted, listed = Console(width=150), Counter[tuple[str, str]](), []
    total = 0
    for case in cases(split):
        total += 1
        found = read_case(case)
        counted.update(readings(found, case))
        verdict = check_utterance(found, case)
        if not verdict.passed:
            listed.append((case.id, verdict.explanation, case.text))
    if show:
        for name, what, text in sorted(listed, key=lambda row: "invented" not in row[1]):
            console.print(f"{name}: {what}\n    {text[:200]!r}", markup=False, highlight=False)
    console.print(_table(counted))
    if write:
        _keep(counted, total)
    console.print(f"{total} replies, {total - len(listed)} read exactly as labelled", highlight=False)
    return 0


def _keep(counted: Counter[tuple[str, str]], replies: int) -> None:
    from evals.checks import heard_by

    totals: Counter[str] = Counter()
    for (_, reading), count in counted.items():
        totals[reading] += count
    source = f"test split of datasets/intake_utterances.jsonl: {replies} replies"
    facts = {reading: totals[reading] for reading in ("right", "missed", "wrong", "invented")}
    heard_by.write(heard_by.Reader(source=source, **facts))


def _table(counted: Counter[tuple[str, str]]) -> Table:
    table = Table("field", "right", "missed", "wrong", "invented", "precision", "recall", title="Facts out of words")
    fields = sorted({name for name, _ in counted})
    everything: Counter[str] = Counter()
    for name in fields:
        row = Counter({reading: counted[name, reading] for reading in ("right", "missed", "wrong", "invented")})
        everything += row
        table.add_row(name, *_cells(row))
    table.add_section()
    table.add_row("all", *_cells(everything))
    return table


def _cells(row: Counter[str]) -> list[str]:
    right, missed, wrong, invented = (row[key] for key in ("right", "missed", "wrong", "invented"))
    given, owed = right + wrong + invented, right + wrong + missed
    rates = [f"{right / n:.3f}" if n else "-" for n in (given, owed)]
    return [str(each) if each else "." for each in (right, missed, wrong, invented)] + rates


def run(arguments: list[str]) -> int:
    return call(command, arguments)
