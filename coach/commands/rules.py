"""`coach rules`: the safety rules for the person who signs them off."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import click

from coach.command_line import command as described
from coach.errors import InputError
from coach.safety.description import row, table
from coach.safety.rules import rules


def _json() -> str:
    return json.dumps([row(each) for each in rules()], indent=1, ensure_ascii=False) + "\n"


def _packet(form: str) -> str | bytes:
    from coach.safety import packet

    return packet.html(rules()) if form == "html" else packet.pdf(rules())


FORMATS: Final[dict[str, Callable[[], str | bytes]]] = {
    "md": table, "json": _json, "html": partial(_packet, "html"), "pdf": partial(_packet, "pdf"),
}  # fmt: skip


@described("rules", example="coach rules --format html --out rules.html")
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMATS)), default="md", show_default=True, help="of the rules"
)
@click.option("--out", default=None, type=click.Path(path_type=Path), help="file to write; without it, print")
def command(form: str, out: Path | None) -> int:
    """Print every safety rule with its condition, action, sources and how sure its threshold is.

    html and pdf are a packet to read and sign: conditions in words, cases on both sides of each boundary, room to sign.
    """
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise InputError("a PDF needs a file: coach rules --format pdf --out rules.pdf")
    made = FORMATS[form]()
    data = made.encode() if isinstance(made, str) else made
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    try:
        out.write_bytes(data)
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}") from error
    sys.stdout.write(f"{form:9} {out}\n")
    return 0
