"""`coach-eval faults`: plant each fault, print which scorer caught it; exit 1 on a survivor or a false accusation."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from evals.commands.options import call
from evals.commands.progress import with_bar

if TYPE_CHECKING:  # the command line starts without loading the harness
    from evals.faults.fault import Fault
    from evals.faults.matrix import Row
    from evals.faults.played import Played

WIDTH = 120


@click.command("faults")
@click.option("--seeds", default=2, show_default=True, type=click.IntRange(1), help="sessions of each persona")
@click.option("--only", multiple=True, help="a fault's id, or a pattern such as 'leaks_*'; may be given again")
@click.option(
    "--clean",
    type=click.Choice(["faults", "all"]),
    default="faults",
    show_default=True,
    help="faults: plant them; all: plant none, only run the clean coach on the whole library",
)
@click.option("--rates", is_flag=True, help="faults that strike 1 session in 20: how many sessions does it take?")
@click.option("--workers", default=None, type=click.IntRange(1), help="processes; as many as processors if not given")
def command(seeds: int, only: tuple[str, ...], *, clean: str, rates: bool, workers: int | None) -> int:
    """Plant every fault on the personas that can show it, and run the clean coach on the whole library.

    With --only, the clean coach meets the personas of the chosen faults.
    """
    if rates:
        from evals.commands.fault_rates import show

        return show(only, workers)
    if clean == "all":
        return _whole_library(seeds, workers)
    from evals.faults.registry import chosen

    return _planted(chosen(only), seeds, workers, everybody=not only)


def _planted(faults: "list[Fault]", seeds: int, workers: int | None, *, everybody: bool) -> int:
    from evals.bulk import finished
    from evals.faults.fault import CLEAN
    from evals.faults.matrix import row
    from evals.faults.played import job, summary
    from personas.load import names

    everyone = names() if everybody else sorted({name for fault in faults for name in fault.personas})
    jobs = [job(CLEAN.id, name, seed) for name in everyone for seed in range(seeds)]
    jobs += [job(fault.id, name, seed) for fault in faults for name in fault.personas for seed in range(seeds)]
    sessions = list(with_bar(finished(jobs, summary, workers), len(jobs)))
    clean = {(each.persona, each.seed): each for each in sessions if each.fault == CLEAN.id}
    rows = [row(fault, (each for each in sessions if each.fault == fault.id), clean) for fault in faults]
    console = Console(width=WIDTH)
    _show_matrix(console, rows)
    wrong = [line for each in rows for line in wrong_with(each)]
    wrong += [f"clean: {line}" for line in _wrong_with_clean(clean.values())]
    what = f"{len(rows)} faults in {len(sessions) - len(clean)} sessions, {len(clean)} clean ones"
    return _close(console, wrong, what)


def _wrong_with_clean(clean: "Iterable[Played]") -> list[str]:
    from evals.faults.matrix import accusations, unjudged

    sessions = list(clean)
    found = [f"{scorer} accuses {where}" for scorer, where in accusations(sessions)]
    found += [f"{scorer} could not judge {where}" for scorer, where in unjudged(sessions)]
    return found + [f"broke on {each.persona}, seed {each.seed}: {each.broke}" for each in sessions if each.broke]


def _whole_library(seeds: int, workers: int | None) -> int:
    from evals.bulk import finished
    from evals.faults.fault import CLEAN
    from evals.faults.played import job, summary
    from personas.load import names

    jobs = [job(CLEAN.id, name, seed) for name in names() for seed in range(seeds)]
    clean = list(with_bar(finished(jobs, summary, workers), len(jobs)))
    what = f"{len(names())} personas x {seeds} seeds with nothing planted"
    return _close(Console(width=WIDTH), _wrong_with_clean(clean), what)


def _show_matrix(console: Console, rows: "Sequence[Row]") -> None:
    from evals.checks.registry import CHECKS

    short = {scorer: _initials(scorer) for scorer in CHECKS}
    table = Table("fault", *short.values(), "caught", title="Planted faults")
    for each in rows:
        caught = len(each.shown.get(each.fault.owner, ()))
        table.add_row(each.fault.id, *(_mark(each, scorer) for scorer in CHECKS), f"{caught}/{each.sessions}")
    console.print(table)
    console.print("K caught by its owner, f follows from it, ! fired without being listed, ? listed and did not fire")
    console.print(", ".join(f"{letters} {scorer}" for scorer, letters in short.items()))
    for each in rows:
        for scorer in [each.fault.owner, *sorted(each.fault.follows)]:
            if scorer in each.shown:
                console.print(f"{each.fault.id} / {scorer}: {each.shown[scorer][0]}", markup=False, soft_wrap=True)


def _initials(scorer: str) -> str:
    """Two letters: of two words the first of each, of one word the first two."""
    first, _, rest = scorer.partition("_")
    return (first[0] + rest[0] if rest else first[:2]).upper()


def _mark(row: "Row", scorer: str) -> str:
    if scorer in row.shown:
        return "K" if scorer == row.fault.owner else "f" if scorer in row.fault.follows else "!"
    return "?" if scorer in row.fault.expected else "."


def wrong_with(row: "Row") -> list[str]:
    """Everything that is not as the fault says."""
    name, owner = row.fault.id, row.fault.owner
    found = [f"{name}: broke on {where}" for where in row.broken]
    if owner in row.shown:
        found += [f"{name}: {owner} did not see it on {persona}" for persona in row.unshown]
    else:
        found.append(f"{name}: SURVIVED, {owner} did not see it ({row.fault.because})")
    found += [f"{name}: {owner} fired for something else ({where})" for where in row.missed]
    found += [f"{name}: {scorer} is listed and did not fire" for scorer in sorted(row.absent - {owner})]
    return found + [f"{name}: {scorer} fired unlisted ({row.shown[scorer][0]})" for scorer in sorted(row.unlisted)]


def _close(console: Console, wrong: Sequence[str], what: str) -> int:
    for line in wrong:
        console.print(line, style="red", markup=False, soft_wrap=True)
    said = f"{len(wrong)} things are not as they should be" if wrong else "all as listed, nobody accused wrongly"
    console.print(f"{what}: {said}", markup=False, soft_wrap=True)
    return 1 if wrong else 0


def run(arguments: list[str]) -> int:
    return call(command, arguments)
