"""`coach explain-rule ID`: one safety rule with its source and examples."""

import sys

import click

from coach.close_names import unknown
from coach.command_line import command as described
from coach.errors import InputError
from coach.safety.packet import explanation
from coach.safety.rules import rules_by_id


@described("explain-rule", example="coach explain-rule rf_chest_pain")
@click.argument("name", metavar="RULE")
def command(name: str) -> int:
    """Print the safety rule with the id RULE: when it fires, its source, and examples."""
    if name not in rules_by_id():
        raise InputError(unknown("rule", name, rules_by_id(), "`coach rules` lists them"))
    sys.stdout.write(explanation(rules_by_id()[name]))
    return 0
