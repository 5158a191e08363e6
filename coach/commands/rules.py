"""`coach rules`: the safety rules for the person who signs them off."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from coach.command_line import command as described
from coach.errors import InputError
from coach.safety import packet
from coach.safety.rules import CompiledRule, rules, sources
from coach.whole_file import write_whole


def _json() -> str:
    return json.dumps([_row(each) for each in rules()], indent=1, ensure_ascii=False) + "\n"


def _row(compiled: CompiledRule) -> dict[str, Any]:
    """All that a rule says, with the citation and the verification of each source."""
    cited = [
        {"ref": ref, "supports": supports, **sources()[ref].model_dump(mode="json")}
        for ref, supports in compiled.rule.sources.items()
    ]
    return {"group": compiled.group, **compiled.rule.model_dump(mode="json"), "sources": cited}


FORMATS: Final[dict[str, Callable[[], str | bytes]]] = {
    "md": lambda: packet.markdown(rules()), "json": _json, "html": lambda: packet.html(rules()),
    "pdf": lambda: packet.pdf(rules()),
}  # fmt: skip


@described("rules", example="coach rules --format html --out rules.html")
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    default="md",
    show_default=True,
    help="Markdown, JSON, or a packet to sign",
)
@click.option("--out", default=None, type=click.Path(path_type=Path), help="file to write; without it, print")
def command(form: str, out: Path | None) -> int:
    """Print every safety rule in words, with cases on both sides of its boundary, its sources and how sure they are.

    html and pdf add room to sign.
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
        write_whole(out, data)
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}") from error
    sys.stdout.write(f"{form:9} {out}\n")
    return 0
