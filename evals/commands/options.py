"""Click commands as `run(arguments)`: a wrong option is one sentence and exit code 2."""

from typing import Any

import click

from coach import variants
from coach.errors import InputError
from coach.store.location import ENVIRONMENT, located


class _VariantName(click.ParamType[str]):
    name = "name|folder"

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        """The name, or the folder's absolute path: Inspect changes the working directory."""
        return variants.located(str(value))


VARIANT = _VariantName()
REVIEW = click.option(
    "--review",
    default="go_on",
    show_default=True,
    type=click.Choice(["hold", "go_on"]),
    help="of an athlete whom a rule flags for a person: no plan before somebody decides, or a plan with warnings",
)


def _store(_ctx: click.Context, _param: click.Parameter, given: str | None) -> Any:
    return located(given)


STORE = click.option(
    "--store",
    default=None,
    metavar="FILE|URL",
    callback=_store,
    help=f"where sessions with models are kept as they happen; default: {ENVIRONMENT}, or a file beside the log",
)
REDACT = click.option("--redact", is_flag=True, help="withhold names and free text in what is written")


def call(command: click.Command, arguments: list[str]) -> int:
    """Run `command`; its return value is the exit code."""
    try:
        return int(command.main(arguments, prog_name=f"coach-eval {command.name}", standalone_mode=False) or 0)
    except click.ClickException as error:
        raise InputError(error.format_message()) from error
    except click.Abort:
        return 130
