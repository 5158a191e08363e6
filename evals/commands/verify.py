"""`coach-eval verify`: whether a run's header, chains, labels and scores are what was written."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coach.command_line import command as described
from evals.commands.options import LOG_DIR
from evals.commands.run_check import RESCORED, RunCheck, check_run
from evals.commands.stored_runs import find_run

if TYPE_CHECKING:
    from reports.errors import LogUnreadable


@described("verify", example="coach-eval verify latest")
@click.argument("ref", metavar="RUN")
@LOG_DIR
def command(ref: str, log_dir: Path) -> int:
    """Check that RUN is what was written: header, sessions, labels and scores, by its hashes and its manifest.

    Otherwise prints a line for each problem, and the exit code is 1. Scores that differ from those that the run ended
    with are a problem, too: nobody can tell whether it was scored again or edited.
    """
    unread = list(_unreadable(log_dir)) if ref == "latest" else []
    for each in unread:
        click.echo(str(each))
    if unread:
        return 1
    header = find_run(log_dir, ref).header
    check = check_run(header)
    for problem in _problems(header.run, check):
        click.echo(problem)
    if check.record_holds:
        click.echo(_consistent(check))
    return 0 if check.holds else 1


def _unreadable(log_dir: Path) -> "Iterator[LogUnreadable]":
    """The logs after the newest that can be read: one of them may be meant."""
    from reports.errors import LogUnreadable
    from reports.eval_file import read_header

    for path in sorted(log_dir.glob("*.eval"), reverse=True):
        try:
            read_header(path)
        except LogUnreadable as error:
            yield error
        else:
            return


def _problems(run: str, check: RunCheck) -> Iterator[str]:
    yield from (f"{run}: {problem}" for problem in (*check.run, *check.header))
    yield from (f"{name}: {each.what}" for name, each in check.sessions.items() if not each.ok)
    yield from (f"{name}: is in the manifest and not in the log" for name in check.missing)
    yield from (f"{name}: {RESCORED}" for name in sorted(check.rescored))


def _consistent(check: RunCheck) -> str:
    from reports.wording import count

    told = f"{count(len(check.sessions), 'session')}, {count(check.events, 'event')}: consistent with the manifest"
    if check.rescored:
        return f"{told}, except for the scores of {count(len(check.rescored), 'session')}"
    return told
