"""`coach rules [--format md|json]`: the table of safety rules that a reviewer signs off."""

import json
import sys
from typing import Final

from coach.errors import InputError
from coach.safety.description import row, table
from coach.safety.rules import rules


def _json() -> str:
    return json.dumps([row(each) for each in rules()], indent=1, ensure_ascii=False) + "\n"


FORMATS: Final = {"md": table, "json": _json}


def run(arguments: list[str]) -> int:
    sys.stdout.write(FORMATS[_format(arguments)]())
    return 0


def _format(arguments: list[str]) -> str:
    match [part for argument in arguments for part in argument.split("=", 1)]:
        case []:
            return "md"
        case ["--format", found] if found in FORMATS:
            return found
    raise InputError(f"expects --format {'|'.join(FORMATS)}, or nothing for md; not {' '.join(arguments)!r}")
