"""`coach-eval eval`: run sessions, print what came of each, the scores, and where the log lies."""

import click

from coach import variants
from coach.command_line import command as described
from evals.commands.options import ASK_ABOVE_USD, LOG_DIR, PERSONAS, REVIEW, SEED, STORE, VARIANT, YES
from evals.commands.outcome import show_outcome
from evals.hearing_modes import MODES
from evals.players import OFFLINE_COACH
from evals.run import Request, check
from evals.run import run as run_sessions

_DOLLARS = click.FloatRange(0, min_open=True)


@described("eval", example="coach-eval eval --persona masters_runner --epochs 1")
@click.option("--persona", required=True, type=PERSONAS, help="who: a name, names with commas between, a file, or all")
@click.option("--variant", default="baseline", show_default=True, type=VARIANT, help="prompts and settings")
@click.option(
    "--model",
    default=OFFLINE_COACH,
    show_default=True,
    help="who plays the coach: any Inspect model; anthropic alone: the Claude models that the variant names",
)
@click.option("--fast-model", default=None, help="who plays the coach's fast tier; default: as --model says")
@click.option("--reasoning-model", default=None, help="who plays the coach's reasoning tier; default: as --model says")
@click.option("--persona-model", default=None, help="who plays the athlete; default: the offline athlete")
@click.option("--judge", default=None, help="an Inspect model that judges too, beside the built-in detectors")
@click.option(
    "--judge-sample",
    default=10,
    show_default=True,
    type=click.IntRange(1, 50),
    help="what the judge is measured on: leaks of each category, near misses; sessions with and without a defect",
)
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1, 1000), help="sessions of each persona")
@SEED
@click.option(
    "--hearing",
    default="clean",
    show_default=True,
    type=click.Choice(MODES),
    help="how well the offline coach understands: all, as much as the trained reader was measured to, or far less",
)
@REVIEW
@LOG_DIR
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
    default=ASK_ABOVE_USD,
    show_default=True,
    type=_DOLLARS,
    help="ask before a run that may cost more dollars; without a terminal it is refused",
)
@YES
def command(*, ask_above_usd: float, yes: bool, **options: object) -> int:
    """Run sessions of the coach against simulated athletes, and print how they ended and what they scored.

    `coach-eval list personas` lists the athletes. Exit code 1: a session broke, or a budget stopped it.
    """
    request = Request(**options)  # type: ignore[arg-type]  # click has checked the types
    check(request)
    variants.load(request.variant)
    from evals.commands.estimated_cost import agreed

    agreed(request, ask_above_usd=ask_above_usd, yes=yes)
    return show_outcome(run_sessions(request))
