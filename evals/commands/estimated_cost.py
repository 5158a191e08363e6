"""What a run may cost is said before it begins; above a stated sum a person has to agree."""

import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any, get_args

import click

from coach import variants
from evals.checks.unspoken.texts import Category
from evals.commands.options import ASK_ABOVE_USD
from evals.errors import RunError
from evals.estimate import Past, Planned, estimated
from evals.labels import personas_of
from evals.players import OFFLINE_ATHLETE
from evals.run import Request

MOST_LOGS, MOST_RUNS = 100, 10
"""How many of the newest logs are looked at, and how many runs an estimate rests on."""


def agreed(request: Request, *, ask_above_usd: float = ASK_ABOVE_USD, yes: bool) -> None:
    """Print the estimate of a run with paid models. `click.Abort` where a person says no, `RunError` where nobody can
    be asked."""
    if not request.offline:
        options = {"log_dir": request.log_dir, "budget_usd": request.budget_usd, "ask_above_usd": ask_above_usd}
        agreed_to(_planned(request), {**options, "yes": yes})


def agreed_to(planned: Planned, options: Mapping[str, Any]) -> None:
    """The same of any run. `options`: `log_dir`, `budget_usd`, `ask_above_usd` and `yes`."""
    estimate = estimated(planned, islice(_past(options["log_dir"], planned), MOST_RUNS))
    if estimate is None:
        click.echo("estimate  not known, since a model has no known price")
        most, why = inf, "what the run may cost is not known; add --yes"
    else:
        if estimate.high:
            click.echo(f"estimate  {estimate}")
        most = min(estimate.high, options["budget_usd"] or estimate.high)
        why = _too_much(most, options["ask_above_usd"])
    if options["yes"] or most <= options["ask_above_usd"]:
        return
    if sys.stdin.isatty():
        click.confirm("Go on?", abort=True)
        return
    raise RunError(why)


def _too_much(usd: float, asked_above: float) -> str:
    above = f"the run may cost {usd:.2f} dollars, which is above --ask-above-usd {asked_above:g}"
    return f"{above}; add --yes, or hold it to a sum with --budget-usd"


def _planned(request: Request) -> Planned:
    return Planned(
        sessions=len(personas_of(request.persona)) * request.epochs,
        variant=variants.load(request.variant),
        coach=request.coach,
        athlete=request.persona_model or OFFLINE_ATHLETE,
        judge=request.judge,
        texts=2 * request.judge_sample * (len(get_args(Category)) + 1) if request.judge else 0,
    )


def _past(folder: Path, planned: Planned) -> Iterator[Past]:
    """Runs of the same variant and models in the folder, the newest first; logs that cannot be read are passed over."""
    from reports.errors import LogUnreadable
    from reports.eval_file import read_header, read_scored

    wanted = {
        "variant": planned.variant.name,
        "models": dict(planned.coach),
        "athlete": planned.athlete,
        "judge": planned.judge,
    }
    for path in sorted(folder.glob("*.eval"), reverse=True)[:MOST_LOGS]:
        try:
            metadata = read_header(path)["eval"].get("metadata") or {}
            if {key: metadata.get(key) for key in wanted} == wanted:
                yield Past(str(metadata.get("run")), tuple(_dollars(read_scored(path))))
        except LogUnreadable:
            continue


def _dollars(samples: Iterator[dict[str, Any]]) -> Iterator[float]:
    """What each session cost, where its scorer could say so."""
    for sample in samples:
        score = (sample.get("scores") or {}).get("cost") or {}
        usd = ((score.get("metadata") or {}).get("counts") or {}).get("usd")
        if isinstance(usd, int | float):
            yield float(usd)
