"""`coach rules [--format md|json|html|pdf] [--out FILE]`: the safety rules for the person who signs them off."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

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


def run(arguments: list[str]) -> int:
    wanted = _wanted(arguments)
    form, out = wanted.get("--format", "md"), wanted.get("--out")
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise InputError("a PDF needs a file: coach rules --format pdf --out rules.pdf")
    made = FORMATS[form]()
    data = made.encode() if isinstance(made, str) else made
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}") from error
    sys.stdout.write(f"{form:9} {out}\n")
    return 0


def _wanted(arguments: list[str]) -> dict[str, str]:
    parts = [part for argument in arguments for part in argument.split("=", 1)]
    found = dict(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) % 2 or found.keys() - {"--format", "--out"} or found.get("--format", "md") not in FORMATS:
        raise InputError(
            f"expects --format {'|'.join(FORMATS)} (md without it) and --out FILE; not {' '.join(arguments)!r}"
        )
    return found
