"""`coach-eval verify`: whether a run's record is what was written: each chain, and the heads of the manifest."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coach.command_line import command as described
from evals.commands.audit import check_chain, heads_in_manifest, unfinished
from evals.commands.options import LOG_DIR
from evals.commands.stored_runs import find_run
from evals.errors import RunError

if TYPE_CHECKING:
    from reports.logs import LoggedRun


@described("verify", example="coach-eval verify latest")
@click.argument("ref", metavar="RUN")
@LOG_DIR
def command(ref: str, log_dir: Path) -> int:
    """Check that the record of RUN is what was written: each session against its hashes and the manifest.

    Otherwise prints a line for each problem, and the exit code is 1.
    """
    found = find_run(log_dir, ref)
    if not Path(found.header.path).is_file():
        raise RunError(f"{ref} holds only tables, and no sessions to verify")
    problems, events = list(_problems(found)), sum(len(session.stored) for session in found.each_session())
    for problem in problems:
        click.echo(problem)
    if problems:
        return 1
    from reports.wording import count

    sessions = count(len(found.sessions), "session")
    click.echo(f"{sessions}, {count(events, 'event')}: consistent with the manifest")
    return 0


def _problems(found: "LoggedRun") -> Iterator[str]:
    heads = heads_in_manifest(Path(found.header.path))
    if not heads:
        yield f"{found.header.run}: there is no manifest to check the sessions against"
    if not found.header.complete:
        yield f"{found.header.run}:{unfinished(found)}"
    seen = set()
    for session in found.each_session():
        seen.add(session.id)
        checked = check_chain(session, heads.get(session.id))
        if not checked.ok:
            yield f"{session.id}: {checked.what}"
        elif session.head != checked.head:
            yield f"{session.id}: the log records another final hash than its events give"
        elif heads and session.id not in heads:
            yield f"{session.id}: is in the log and not in the manifest"
    yield from (f"{name}: is in the manifest and not in the log" for name in sorted(set(heads) - seen))
