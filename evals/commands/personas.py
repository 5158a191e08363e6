"""`coach-eval personas`: what ground the library covers; exit 1 where something has nobody."""

import click
from rich.console import Console
from rich.table import Table

from coach.command_line import command as described


@described("personas", example="coach-eval personas --all")
@click.option("--all", "everything", is_flag=True, help="every rule and behaviour, not only what is missing")
def command(everything: bool) -> int:  # noqa: FBT001 (click hands options over by name)
    """Print what the personas of the library cover: rules, behaviours, outcomes, ages, goals and sports.

    Exit code 1 where nobody covers something.
    """
    from evals.coverage import coverage, missing
    from personas.load import load, names

    found = coverage(load(name) for name in names())
    console = Console(width=140)
    table = Table("topic", "covered", "of", "shown by", title=f"{len(names())} personas")
    for topic, items in found.items():
        covered = [ids for ids in items.values() if ids]
        table.add_row(topic, str(len(covered)), str(len(items)), f"{len({i for ids in covered for i in ids})} personas")
    console.print(table)
    if everything:
        console.print(_detail(found))
    lacking = missing(found)
    for each in lacking:
        console.print(f"nobody: {each}", style="red", markup=False)
    return 1 if lacking else 0


def _detail(found: dict[str, dict[str, list[str]]]) -> Table:
    table = Table("topic", "item", "personas")
    for topic, items in found.items():
        for item, ids in items.items():
            table.add_row(topic, item, ", ".join(ids[:4]) + (f" and {len(ids) - 4} more" if len(ids) > 4 else ""))  # noqa: PLR2004 (what fits a line)
    return table
