"""`coach export --format F FILE [--out DIR]`: a plan as calendar, watch workouts, text, spreadsheet or page."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from coach.batch import lines_of
from coach.errors import InputError
from coach.export.file import File
from coach.records.block import TrainingBlock

FORMATS: Final = {
    "ics": ("calendar", "calendar"),
    "fit": ("fit", "fit"),
    "intervals": ("intervals", "intervals"),
    "csv": ("spreadsheet", "spreadsheet"),
    "md": ("page", "page"),
}
"""Format to module of `coach.export` and its function; only the one that is asked for is imported."""
USAGE: Final = (
    f"expects --format {'|'.join(FORMATS)}, a FILE with one plan (or - for standard input), and optional --out DIR"
)


def run(arguments: list[str]) -> int:
    """Write the files of the plan to --out, or to standard output where that can hold them."""
    wanted = parsed(arguments, USAGE)
    return write(_plan(wanted["FILE"]), wanted)


def write(plan: TrainingBlock, wanted: dict[str, str]) -> int:
    """`plan` in the form and to the place that `parsed` found."""
    files = _export(wanted["--format"])(plan)
    if "--out" in wanted:
        _write(files, Path(wanted["--out"]))
    else:
        _print(files, binary=wanted["--format"] == "fit")
    return 0


def parsed(arguments: list[str], usage: str) -> dict[str, str]:
    """`--format`, `--out` where it was given, and under `FILE` the other word; `InputError(usage)` otherwise."""
    found: dict[str, str] = {}
    left = [part for text in arguments for part in (text.split("=", 1) if text.startswith("--") else [text])]
    while left:
        name = left.pop(0)
        key = name if name in {"--format", "--out"} else "FILE"
        if key in found or (key != "FILE" and not left) or (key == "FILE" and name.startswith("--")):
            raise InputError(usage)
        found[key] = name if key == "FILE" else left.pop(0)
    if found.get("--format") not in FORMATS or "FILE" not in found:
        raise InputError(usage)
    return found


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
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{path} holds no plan: {f'{place}: ' if place else ''}{first['msg']}") from error


def _write(files: tuple[File, ...], directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for file in files:
            (directory / file.name).write_bytes(file.data)
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
