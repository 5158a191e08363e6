"""`coach export`: a plan as calendar, watch workouts, text, spreadsheet or page."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click
from pydantic import ValidationError

from coach.batch import lines_of
from coach.command_line import command as described
from coach.errors import InputError
from coach.export.file import File
from coach.flow import is_held
from coach.records.block import TrainingBlock
from coach.records.problems import first_problem
from coach.session import Session
from coach.whole_file import write_whole

FORMATS: Final = {
    "ics": ("calendar", "calendar"),
    "fit": ("fit", "fit"),
    "intervals": ("intervals", "intervals"),
    "csv": ("spreadsheet", "spreadsheet"),
    "md": ("page", "page"),
}
"""Format to module of `coach.export` and its function; only the one that is asked for is imported."""


def form_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say in which form a plan is written, and where: `form` and `out`."""
    form = click.option("--format", "form", type=click.Choice(tuple(FORMATS)), required=True, help="what to write")
    out = click.option("--out", type=click.Path(path_type=Path), help="folder for the files; default: standard output")
    return form(out(function))


@described("export", example="coach export --format ics plan.json --out calendar")
@click.argument("file")
@form_options
def command(file: str, form: str, out: Path | None) -> int:
    """Turn the plan in FILE (one JSON object; - for standard input) into files for a calendar, a watch or a page."""
    return write(_plan(file), form, out)


def plan_in_force(name: str, session: Session) -> TrainingBlock:
    """The plan that the session `name` may hand out; `InputError` with the reason where there is none."""
    if session.plan_in_force is not None:
        return session.plan_in_force
    why = "none was made, or it no longer holds"
    if is_held(session):
        why = "a person has to decide first, and nobody has"
    elif session.standing == "rejected" and session.decided is not None:
        why = f"{session.decided.reviewer} rejected it: {session.decided.reason}"
    raise InputError(f"the session {name} has no plan to show: {why}")


def write(plan: TrainingBlock, form: str, out: Path | None) -> int:
    """`plan` in the form `form`, into the folder `out` or to standard output where that can hold it."""
    files = _export(form)(plan)
    if out is not None:
        _write(files, out)
    else:
        _print(files, binary=form == "fit")
    if form == "intervals" and (left_out := _left_out(plan)):
        sys.stderr.write(f"{left_out}\n")
    return 0


def _left_out(plan: TrainingBlock) -> str:
    from coach.export.intervals import left_out

    return left_out(plan)


def _export(name: str) -> Callable[[TrainingBlock], tuple[File, ...]]:
    module, function = FORMATS[name]
    found: Callable[[TrainingBlock], tuple[File, ...]] = getattr(import_module(f"coach.export.{module}"), function)
    return found


def _plan(path: str) -> TrainingBlock:
    with lines_of(path) as lines:
        text = "".join(lines)
    try:
        return TrainingBlock.model_validate_json(text)
    except ValidationError as error:
        raise InputError(f"{path} holds no plan: {first_problem(error)}") from error


def _write(files: tuple[File, ...], directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for file in files:
            write_whole(directory / file.name, file.data)
    except OSError as error:
        raise InputError(f"{directory} cannot be written: {error.strerror}") from error
    sys.stdout.write(f"{len(files)} file{'' if len(files) == 1 else 's'} in {directory}\n")


def _print(files: tuple[File, ...], *, binary: bool) -> None:
    """One file as it is; several texts under their names; several binaries have no place on one stream."""
    if binary and len(files) != 1:
        raise InputError(f"{len(files)} files do not fit on standard output: name a directory with --out DIR")
    parts = [files[0].data] if len(files) == 1 else [f"# {f.name}\n".encode() + f.data + b"\n" for f in files]
    sys.stdout.flush()
    sys.stdout.buffer.write(b"".join(parts))
    sys.stdout.buffer.flush()
