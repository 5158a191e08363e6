"""`coach explain-rule ID`: one safety rule with its source and examples."""

import sys

import click

from coach.close_names import unknown
from coach.command_line import command as described
from coach.errors import InputError
from coach.safety.packet import explanation
from coach.safety.rules import rules


@described("explain-rule", example="coach explain-rule rf_chest_pain")
@click.argument("name", metavar="RULE")
def command(name: str) -> int:
    """Print the safety rule with the id RULE: when it fires, its source, and examples."""
    known = {compiled.rule.id: compiled for compiled in rules()}
    if name not in known:
        raise InputError(unknown("rule", name, known, "`coach rules` lists them"))
    sys.stdout.write(explanation(known[name]))
    return 0
