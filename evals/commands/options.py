"""Click commands as `run(arguments)`: a wrong option is one sentence and exit code 2."""

import click

from coach.errors import InputError

REDACT = click.option("--redact", is_flag=True, help="withhold names and free text in what is written")


def call(command: click.Command, arguments: list[str]) -> int:
    """Run `command`; its return value is the exit code."""
    try:
        return int(command.main(arguments, prog_name=f"coach-eval {command.name}", standalone_mode=False) or 0)
    except click.ClickException as error:
        raise InputError(error.format_message()) from error
    except click.Abort:
        return 130
