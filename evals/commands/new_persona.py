"""`coach-eval new-persona NAME`: a commented persona file to fill in."""

import re
from pathlib import Path

import click

from coach.command_line import command as described
from evals.errors import RunError
from personas.files import LIBRARY

TEMPLATE = LIBRARY.parent / "template.yaml"


@described("new-persona", example="coach-eval new-persona sore_calves --folder .")
@click.argument("name")
@click.option(
    "--folder",
    default=LIBRARY,
    type=click.Path(path_type=Path),
    show_default="personas/library",
    help="where to write it",
)
def command(name: str, folder: Path) -> int:
    """Write NAME.yaml, a commented persona file to fill in; an existing file is never changed."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,59}", name):
        raise RunError(f"{name!r} cannot name a persona: use lower-case letters, digits and _, and begin with a letter")
    path = folder / f"{name}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE.read_text(encoding="utf-8").replace("id: NAME  ", f"id: {name}  ", 1))
    except FileExistsError as error:
        raise RunError(f"{path} already exists; choose another name") from error
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}") from error
    click.echo(f"wrote     {path}\ncheck it  coach-eval validate-persona {path}")
    click.echo(f"run it    make eval persona={path} epochs=1")
    return 0
