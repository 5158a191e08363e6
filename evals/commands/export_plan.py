"""`coach-eval export-plan`: the plan that a session of a run ended with, for a calendar, a watch, a page."""

from pathlib import Path

import click

from coach.command_line import command as described
from coach.commands.export import form_options, plan_in_force, write
from coach.errors import InputError
from coach.flow import replay
from coach.store.stored import events_of
from evals.commands.options import LOG_DIR


@described("export-plan", example="coach-eval export-plan latest/masters_runner/1 --format md")
@click.argument("place", metavar="RUN/PERSONA/EPOCH")
@form_options
@LOG_DIR
def command(place: str, form: str, out: Path | None, log_dir: Path) -> int:
    """Turn the plan that stood at the end of a session into files; RUN is a log, a run id, latest or @variant."""
    run, _, name = place.rpartition("/")
    run, _, persona = run.rpartition("/")
    if not run:
        raise InputError(f"{place!r}: give RUN/PERSONA/EPOCH, such as latest/masters_runner/1")
    from reports.run_names import find_log, require_session

    session = f"{persona}/{name}"
    if (path := find_log(log_dir, run)).is_file():
        require_session(path, session)
    from evals.commands.stored_runs import read_run

    return write(plan_in_force(session, replay(events_of(read_run(path).session(session).events))), form, out)
