"""`coach-eval verify`: whether a run's header, chains, labels and scores are what was written."""

from collections.abc import Iterator
from pathlib import Path

import click

from coach.command_line import command as described
from evals.commands.options import LOG_DIR
from evals.commands.run_check import RunCheck, check_run
from evals.commands.stored_runs import find_run

CONFIRMS_LESS = (
    "The manifest is of version 1: it confirms nothing that Inspect itself wrote (results, summaries, plan, events)"
)


@described("verify", example="coach-eval verify latest")
@click.argument("ref", metavar="RUN")
@LOG_DIR
def command(ref: str, log_dir: Path) -> int:
    """Check that RUN is what was written: header, sessions, labels, scores and what Inspect wrote beside them, by its
    hashes and its manifest.

    Otherwise prints a line for each problem, and the exit code is 1. Scores that differ from those that the run ended
    with are a problem, too: nobody can tell whether it was scored again or edited.
    """
    from reports.errors import LogUnreadable

    try:
        header = find_run(log_dir, ref).header
    except LogUnreadable as error:
        click.echo(str(error))
        return 1
    check = check_run(header)
    for problem in _problems(header.run, check):
        click.echo(problem)
    if check.record_holds:
        click.echo(_consistent(check))
        if check.version == 1:
            click.echo(CONFIRMS_LESS)
    return 0 if check.holds else 1


def _problems(run: str, check: RunCheck) -> Iterator[str]:
    yield from (f"{run}: {problem}" for problem in (*check.run, *check.header))
    yield from (f"{name}: is in the manifest and not in the log" for name in check.missing)
    yield from check.altered


def _consistent(check: RunCheck) -> str:
    from reports.wording import count

    told = f"{count(len(check.sessions), 'session')}, {count(check.events, 'event')}: consistent with the manifest"
    if check.rescored:
        return f"{told}, except for the scores of {count(len(check.rescored), 'session')}"
    return told
