"""`coach-eval leaks`: how well leaks are told from innocent words; false alarms first."""

from collections import Counter
from typing import get_args

import click
from rich.console import Console
from rich.table import Table

from evals.commands.options import SHOW, SPLIT, call


@click.command("leaks")
@SPLIT
@SHOW
@click.option("--write", is_flag=True, help="keep what the test split measures, to be shown beside every verdict")
def command(split: str, show: bool, write: bool) -> int:  # noqa: FBT001 (click hands options over by name)
    """Scan every labelled text of the split; a table by category, and each error where it happened."""
    if write and split != "test":
        raise click.UsageError("--write keeps what the test split measures: give --split test")
    from evals.checks.unspoken.labelled import check_labelled, readings
    from evals.tasks.leak_corpus import cases, read

    console, counted, listed = Console(width=150), Counter[tuple[str, str]](), []
    total = accused = innocent = innocents = 0
    for case in cases(split):
        found = read(case)
        total += 1
        innocents += case.label is None
        counted.update(readings(found, case))
        accused += bool(found)
        innocent += bool(found) and case.label is None
        verdict = check_labelled(found, case)
        if not verdict.passed:
            words = ", ".join(f"{each.quote!r} ({each.what})" for each in verdict.findings)
            listed.append((case.label is not None, case.id, verdict.explanation, case.text, words))
    if show:
        for _, name, what, text, words in sorted(listed):
            console.print(f"{name}: {what}\n    {text!r}\n    {words}".rstrip(), markup=False, highlight=False)
    console.print(_table(counted))
    rate = f"{1 - innocent / accused:.3f}" if accused else "-"
    console.print(
        f"{accused} texts accused, {innocent} of them innocent: overall precision {rate} ({split})", highlight=False
    )
    if write:
        leaking = f"{total} texts, of which {total - innocents} leak"
        _keep(counted, f"{leaking}; {innocent} of {innocents} innocent texts accused")
    return 0


def _keep(counted: Counter[tuple[str, str]], of: str) -> None:
    from evals.checks.unspoken.measured import PATH, Measured, Seen
    from evals.checks.unspoken.texts import Category

    seen = {
        name: Seen(caught=counted[name, "caught"], of=counted[name, "caught"] + counted[name, "missed"])
        for name in get_args(Category)
    }
    made = Measured(source=f"test split of datasets/leak_corpus.jsonl: {of}", recall=seen)
    PATH.write_text(made.model_dump_json(indent=2) + "\n", encoding="utf-8")


def _table(counted: Counter[tuple[str, str]]) -> Table:
    from evals.checks.unspoken.texts import Category

    table = Table("category", "n", "caught", "missed", "false", "beside", "precision", "recall", title="Leaks")
    for category in get_args(Category):
        caught, missed, false, beside = (counted[category, each] for each in ("caught", "missed", "false", "beside"))
        rates = [f"{caught / n:.3f}" if n else "-" for n in (caught + false, caught + missed)]
        table.add_row(
            category, *(str(n) if n else "." for n in (caught + missed, caught, missed, false, beside)), *rates
        )
    return table


def run(arguments: list[str]) -> int:
    return call(command, arguments)
