"""`coach-eval eval`: run sessions, print what came of each, the scores, and where the log lies."""

import click

from coach import variants
from coach.command_line import command as described
from evals.commands import options as on
from evals.commands.outcome import show_outcome
from evals.hearing_modes import MODES
from evals.players import OFFLINE_COACH, unknown_claudes
from evals.run import Request, check
from evals.run import run as run_sessions


@described("eval", example="coach-eval eval --persona masters_runner --epochs 1")
@click.option(
    "--persona", required=True, type=on.PERSONAS, help="who: a name, names with commas between, a file, or all"
)
@click.option("--variant", default="baseline", show_default=True, type=on.VARIANT, help="prompts and settings")
@click.option(
    "--model",
    default=OFFLINE_COACH,
    show_default=True,
    help="who plays the coach: any Inspect model, or just anthropic for the Claude models that the variant names",
)
@click.option("--fast-model", default=None, help="model of the coach's fast steps; default: --model")
@click.option("--reasoning-model", default=None, help="model of the coach's reasoning steps; default: --model")
@click.option("--persona-model", default=None, help="who plays the athlete; default: the offline athlete")
@click.option("--judge", default=None, help="an Inspect model that judges as well, next to the built-in scorers")
@click.option(
    "--judge-sample",
    default=10,
    show_default=True,
    type=click.IntRange(1, 50),
    help="labelled cases of each kind that the judge is first measured on",
)
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1, 1000), help="sessions of each persona")
@on.SEED
@click.option(
    "--hearing",
    default="clean",
    show_default=True,
    type=click.Choice(MODES),
    help="how much the offline coach understands: everything, what the trained reader would, or far less",
)
@on.REVIEW
@on.LOG_DIR
@on.STORE
@click.option(
    "--workers", default=None, type=click.IntRange(1), help="processes for offline sessions; default: one per processor"
)
@click.option(
    "--max-sessions",
    default=16,
    show_default=True,
    type=click.IntRange(1),
    help="sessions with models that run at once",
)
@click.option(
    "--max-connections", default=10, show_default=True, type=click.IntRange(1), help="calls to Claude at once"
)
@on.BUDGET_USD
@on.SESSION_BUDGET_USD
@on.ASKED_ABOVE_USD
@on.YES
def command(*, ask_above_usd: float, yes: bool, **options: object) -> int:
    """Run sessions of the coach against simulated athletes, and print how they ended and what they scored.

    `coach-eval list personas` lists the athletes. Exit code 1: a session broke, or a budget stopped it;
    2: every session broke, so that nothing could be judged, or the model of --judge gave no answer.
    """
    request = Request(**options)  # type: ignore[arg-type]  # click has checked the types
    check(request)
    variants.load(request.variant)
    for line in unknown_claudes(request.models):
        click.echo(line, err=True)
    from evals.commands.estimated_cost import agreed

    agreed(request, ask_above_usd=ask_above_usd, yes=yes)
    return show_outcome(run_sessions(request), request.store)
