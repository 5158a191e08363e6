"""Options that several commands share."""

from pathlib import Path
from typing import Any

import click

from coach import variants
from coach.store.location import ENVIRONMENT, located
from personas.files import file_of

ASK_ABOVE_USD = 5.0
"""Dollars that a run may cost before a person is asked."""
POLICY_FILE = Path(__file__).resolve().parent.parent / "gate.toml"


class _VariantName(click.ParamType[str]):
    """`alone`: not a folder that is called as another variant of the library."""

    name = "name|folder"

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        """The name, or the folder's absolute path: Inspect changes the working directory."""
        variants.folder_of(str(value))
        if self._alone:
            variants.require_own_name(str(value))
        return variants.located(str(value))


class _PersonaNames(click.ParamType[str]):
    """Names of the library, files, or `all`; only the names are looked at."""

    name = "name"

    def __init__(self, *, many: bool) -> None:
        self._many = many

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        given = str(value)
        if not self._many or given != "all":
            for name in given.split(",") if self._many else [given]:
                file_of(name)
        return given


def _store(_ctx: click.Context, _param: click.Parameter, given: str | None) -> Any:
    return located(given)


VARIANT, ANY_VARIANT = _VariantName(alone=True), _VariantName(alone=False)
PERSONA, PERSONAS = _PersonaNames(many=False), _PersonaNames(many=True)
LOG_DIR = click.option(
    "--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path), help="folder of the runs"
)
SEED = click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(0), help="the same seed gives the same sessions"
)
POLICY = click.option(
    "--policy",
    default=POLICY_FILE,
    type=click.Path(path_type=Path),
    show_default="evals/gate.toml",
    help="what counts as a regression (TOML)",
)
REVIEW = click.option(
    "--review",
    default="go_on",
    show_default=True,
    type=click.Choice(["hold", "go_on"]),
    help="where a safety rule asks for a person: go on with warnings, or hold the plan back; nobody decides in a run, "
    "so that a held session ends there and is judged without its plan",
)
_DOLLARS = click.FloatRange(0, min_open=True)
BUDGET_USD = click.option(
    "--budget-usd",
    default=None,
    type=_DOLLARS,
    help="most dollars for the run; a call is made only while the highest price it may have is left. Answers that "
    "break off on the way may be billed on top",
)
ASKED_ABOVE_USD = click.option(
    "--ask-above-usd",
    default=ASK_ABOVE_USD,
    show_default=True,
    type=_DOLLARS,
    help="ask before a run that may cost more dollars than this, or whose price is not known; without a terminal it is "
    "refused",
)
SESSION_BUDGET_USD = click.option(
    "--session-budget-usd",
    default=None,
    type=_DOLLARS,
    help="most dollars for each session, likewise, without what a judge costs",
)
STORE = click.option(
    "--store",
    default=None,
    metavar="FILE|URL",
    callback=_store,
    help=f"where sessions with models are saved as they go; default: {ENVIRONMENT}, or a file next to the log",
)
REDACT = click.option(
    "--redact",
    is_flag=True,
    help="leave names and free text out of what is written; sessions keep the names of their persona files",
)
YES = click.option("--yes", is_flag=True, help="do not ask: begin, however long it takes and whatever it costs")
