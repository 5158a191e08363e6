"""`coach-eval eval`: run sessions, print what came of each, the scores, and where the log lies."""

from pathlib import Path

import click

from evals.commands.options import call
from evals.run import OFFLINE, Request, manifest_path
from evals.run import run as run_sessions


@click.command("eval")
@click.option("--persona", required=True, help="a name of the library, names divided by commas, a file, or all")
@click.option("--variant", default="baseline", show_default=True)
@click.option("--model", default=OFFLINE, show_default=True, help="who plays the coach: any Inspect model")
@click.option("--persona-model", default=None, help="who plays the athlete; default: the offline athlete")
@click.option("--judge", default=None, help="also judged by this Inspect model, beside the detectors")
@click.option(
    "--judge-sample",
    default=10,
    show_default=True,
    type=click.IntRange(1, 50),
    help="leaks of each category, and as many near misses, on which the judge is measured",
)
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1, 1000))
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0))
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(**options: object) -> int:
    """Run sessions of the coach against simulated athletes."""
    from evals.judge_summary import print_judged
    from evals.summary import print_summary

    request = Request(**options)  # type: ignore[arg-type]  # click has checked the types
    click.echo(reach_before(request))
    path = run_sessions(request)
    failed = print_summary(path)
    if request.judge is not None:
        print_judged(path)
    click.echo(f"log       {path}")
    click.echo(f"manifest  {manifest_path(path)}")
    click.echo(f"open it   make view   (or: inspect view --log-dir {path.parent})")
    return 1 if failed else 0


def reach_before(request: Request) -> str:
    """What a comparison with as many sessions could show; twins count once."""
    from evals.tasks.full_flow import personas_of
    from reports.wording import reach_of

    return f"compared  {reach_of(len({persona.cluster for persona in personas_of(request.persona)}), request.epochs)}"


def run(arguments: list[str]) -> int:
    return call(command, arguments)
