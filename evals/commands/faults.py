"""`coach-eval faults`: plant each fault, print which scorer caught it; exit 1 on a survivor or a false accusation."""

import click
from rich.console import Console
from rich.table import Table

from evals.commands.options import call


@click.command("faults")
@click.option("--seeds", default=2, show_default=True, type=click.IntRange(1))
@click.option("--only", default=None, help="one fault's id")
def command(seeds: int, only: str | None) -> int:
    """Plant every fault on the personas that can show it, and run the clean coach on the same personas."""
    from evals.checks.registry import CHECKS
    from evals.errors import RunError
    from evals.faults import FAULTS
    from evals.faults.matrix import CLEAN, row

    if only is not None and only not in FAULTS:
        raise RunError(f"no fault {only!r}; there are: {', '.join(FAULTS)}")
    chosen = [FAULTS[only]] if only else list(FAULTS.values())
    everyone = sorted({name for fault in chosen for name in fault.personas})
    rows = [row(fault, fault.personas, range(seeds)) for fault in chosen]
    rows.append(row(CLEAN, everyone, range(seeds)))
    table = Table("fault", *CHECKS, "sessions", title="Planted faults: K caught by its owner, f follows, ! unlisted")
    wrong = []
    for each in rows:
        marks = [_mark(each, scorer) for scorer in CHECKS]
        table.add_row(each.fault.id, *marks, str(each.sessions))
        wrong += [
            f"{each.fault.id}: {scorer} fired unlisted ({each.fired[scorer]})" for scorer in sorted(each.unlisted)
        ]
        wrong += [f"{each.fault.id}: {scorer} did not fire" for scorer in sorted(each.absent) if scorer]
    console = Console(width=160)
    console.print(table)
    for each in rows:
        for scorer, where in each.fired.items():
            console.print(f"{each.fault.id} / {scorer}: {where}", markup=False)
    for line in wrong:
        console.print(line, style="red", markup=False)
    return 1 if wrong else 0


def _mark(row: object, scorer: str) -> str:
    from evals.faults.matrix import Row

    if not isinstance(row, Row) or scorer not in row.fired:
        return "."
    return "K" if scorer == row.fault.owner else "f" if scorer in row.fault.follows else "!"


def run(arguments: list[str]) -> int:
    return call(command, arguments)
