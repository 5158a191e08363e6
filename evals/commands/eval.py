"""`coach-eval eval`: run sessions, print what came of each, the scores, and where the log lies."""

from pathlib import Path

import click

from coach import variants
from evals.commands.options import REVIEW, STORE, VARIANT, call
from evals.commands.outcome import show_outcome
from evals.hearing_modes import MODES
from evals.players import OFFLINE_COACH
from evals.run import Request, check
from evals.run import run as run_sessions

_DOLLARS = click.FloatRange(0, min_open=True)


@click.command("eval")
@click.option("--persona", required=True, help="a name of the library, names divided by commas, a file, or all")
@click.option("--variant", default="baseline", show_default=True, type=VARIANT)
@click.option(
    "--model",
    default=OFFLINE_COACH,
    show_default=True,
    help="who plays the coach: any Inspect model; anthropic alone: the Claude models that the variant names",
)
@click.option("--fast-model", default=None, help="who plays the coach's fast tier; default: as --model says")
@click.option("--reasoning-model", default=None, help="who plays the coach's reasoning tier; default: as --model says")
@click.option("--persona-model", default=None, help="who plays the athlete; default: the offline athlete")
@click.option("--judge", default=None, help="also judged by this Inspect model, beside the detectors")
@click.option(
    "--judge-sample",
    default=10,
    show_default=True,
    type=click.IntRange(1, 50),
    help="what the judge is measured on: leaks of each category, near misses; sessions with and without a defect",
)
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1, 1000))
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option(
    "--hearing",
    default="clean",
    show_default=True,
    type=click.Choice(MODES),
    help="how well the offline coach hears: all, as the reader of free text does on labelled replies, or far worse",
)
@REVIEW
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
@STORE
@click.option(
    "--workers", default=None, type=click.IntRange(1), help="processes of offline sessions; default: processors"
)
@click.option(
    "--max-sessions", default=16, show_default=True, type=click.IntRange(1), help="sessions with models at once"
)
@click.option(
    "--max-connections", default=10, show_default=True, type=click.IntRange(1), help="calls to Claude at once"
)
@click.option("--budget-usd", default=None, type=_DOLLARS, help="dollars for the run: it stops when they are spent")
@click.option("--session-budget-usd", default=None, type=_DOLLARS, help="dollars for each session")
@click.option(
    "--ask-above-usd",
    default=5.0,
    show_default=True,
    type=_DOLLARS,
    help="ask before a run that may cost more dollars; without a terminal it is refused",
)
@click.option("--yes", is_flag=True, help="begin whatever it may cost")
def command(*, ask_above_usd: float, yes: bool, **options: object) -> int:
    """Run sessions of the coach against simulated athletes."""
    request = Request(**options)  # type: ignore[arg-type]  # click has checked the types
    check(request)
    variants.load(request.variant)
    from evals.commands.estimated_cost import agreed

    if not agreed(request, ask_above_usd=ask_above_usd, yes=yes):
        return 1
    return show_outcome(run_sessions(request))


def run(arguments: list[str]) -> int:
    return call(command, arguments)
