"""`coach rules`: the table of safety rules that a reviewer signs off."""

import json
import sys
from typing import Final

import click

from coach.command_line import command as described
from coach.safety.description import row, table
from coach.safety.rules import rules


def _json() -> str:
    return json.dumps([row(each) for each in rules()], indent=1, ensure_ascii=False) + "\n"


FORMATS: Final = {"md": table, "json": _json}


@described("rules", example="coach rules --format json")
@click.option(
    "--format", "form", type=click.Choice(tuple(FORMATS)), default="md", show_default=True, help="of the table"
)
def command(form: str) -> int:
    """Print every safety rule with its condition, action, sources and how sure its threshold is."""
    sys.stdout.write(FORMATS[form]())
    return 0
