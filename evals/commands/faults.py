"""`coach-eval faults`: plant each fault and print which scorer caught it; exit 1 where anything is not as listed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from coach.command_line import command as described
from evals.progress import with_bar

if TYPE_CHECKING:  # the command line starts without loading the harness
    from evals.bulk import Job
    from evals.faults.fault import Fault
    from evals.faults.matrix import MatrixRow, Problem
    from evals.faults.played import ScoredSession

WIDTH = 120


@described("faults", example="coach-eval faults --only 'leaks_*' --seeds 1")
@click.option("--seeds", default=2, show_default=True, type=click.IntRange(1), help="sessions of each persona")
@click.option("--only", multiple=True, help="a fault's id, or a pattern such as 'leaks_*'; may be given again")
@click.option(
    "--clean",
    type=click.Choice(["faults", "all"]),
    default="faults",
    show_default=True,
    help="faults: plant them; all: plant none, only run the clean coach on the whole library",
)
@click.option(
    "--rates", is_flag=True, help="say how many sessions it takes to notice faults that strike 1 session in 20"
)
@click.option("--workers", default=None, type=click.IntRange(1), help="processes; default: one per processor")
def command(seeds: int, only: tuple[str, ...], *, clean: str, rates: bool, workers: int | None) -> int:
    """Plant known faults in the coach and show which scorer catches which; the clean coach plays the whole library.

    With --only, the clean coach meets the personas of the chosen faults. Exit code 1 where a fault is not caught, or
    where a clean session is accused.
    """
    if rates:
        from evals.commands.fault_rates import show

        return show(only, workers)
    if clean == "all":
        return _whole_library(seeds, workers)
    from evals.faults.registry import chosen

    return _planted(chosen(only), seeds, workers, everybody=not only)


def _planted(faults: "list[Fault]", seeds: int, workers: int | None, *, everybody: bool) -> int:
    from evals.faults.fault import CLEAN
    from evals.faults.matrix import clean_problems, row
    from evals.faults.played import job
    from personas.files import names
    from reports.wording import count

    everyone = names() if everybody else sorted({name for fault in faults for name in fault.personas})
    jobs = [job(CLEAN.id, name, seed) for name in everyone for seed in range(seeds)]
    jobs += [job(fault.id, name, seed) for fault in faults for name in fault.personas for seed in range(seeds)]
    sessions = _played(jobs, workers)
    clean = {(each.persona, each.seed): each for each in sessions if each.fault == CLEAN.id}
    rows = [row(fault, (each for each in sessions if each.fault == fault.id), clean) for fault in faults]
    problems = [problem for each in rows for problem in each.problems()] + list(clean_problems(clean.values()))
    console = Console(width=WIDTH)
    played = f"{count(len(rows), 'fault')} in {count(len(sessions) - len(clean), 'session')}"
    show_verdict(console, problems, f"{played}, {count(len(clean), 'clean session')}")
    _show_matrix(console, rows)
    return 1 if problems else 0


def _whole_library(seeds: int, workers: int | None) -> int:
    from evals.faults.fault import CLEAN
    from evals.faults.matrix import clean_problems
    from evals.faults.played import job
    from personas.files import names

    problems = list(
        clean_problems(_played([job(CLEAN.id, name, seed) for name in names() for seed in range(seeds)], workers))
    )
    show_verdict(Console(width=WIDTH), problems, f"{len(names())} personas x {seeds} seeds with nothing planted")
    return 1 if problems else 0


def _played(jobs: "Sequence[Job]", workers: int | None) -> "list[ScoredSession]":
    from evals.bulk import finished
    from evals.faults.played import summary

    return list(with_bar(finished(jobs, summary, workers), len(jobs)))


def show_verdict(console: Console, problems: "Iterable[Problem]", what: str) -> None:
    """How it went, then every problem under the heading of its kind, worst first."""
    from evals.faults.matrix import ProblemKind

    by_kind = defaultdict[ProblemKind, list[str]](list)
    for problem in problems:
        by_kind[problem.kind].append(problem.what)
    total = sum(map(len, by_kind.values()))
    verdict = f"FAILED: {total} not as expected" if total else "PASSED: all as expected"
    _say(console, f"{verdict} ({what})", style="bold red" if total else "bold green")
    for kind in ProblemKind:
        if by_kind[kind]:
            _say(console, f"\n{kind} ({len(by_kind[kind])})", style="bold")
        for line in by_kind[kind]:
            _say(console, f"  {line}", style="red")
    console.print()


def _show_matrix(console: Console, rows: "Sequence[MatrixRow]") -> None:
    from evals.checks.registry import CHECKS

    short = {scorer: _initials(scorer) for scorer in CHECKS}
    table = Table("fault", *short.values(), "caught", title="Planted faults")
    for each in rows:
        caught = len(each.shown.get(each.fault.owner, ()))
        table.add_row(each.fault.id, *map(each.mark, CHECKS), f"{caught}/{each.sessions}")
    console.print(table)
    console.print("K caught by the scorer that owns it, f fails with it as expected, ! fails unexpectedly,")
    console.print("? was expected to fail and did not, E was expected to fail, but a session broke")
    console.print(", ".join(f"{letters} {scorer}" for scorer, letters in short.items()))
    for each in rows:
        for scorer in [each.fault.owner, *sorted(each.fault.follows)]:
            if scorer in each.shown:
                _say(console, f"{each.fault.id} / {scorer}: {each.shown[scorer][0]}")


def _initials(scorer: str) -> str:
    """Two letters: of two words the first of each, of one word the first two."""
    first, _, rest = scorer.partition("_")
    return (first[0] + rest[0] if rest else first[:2]).upper()


def _say(console: Console, line: str, style: str | None = None) -> None:
    console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
