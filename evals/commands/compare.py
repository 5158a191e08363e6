"""`coach-eval compare`: which differences between two runs are real, and what the gate policy says of them.

A variant without a run is run first, as the other side was run, so that `@baseline` against `@one_question` is one
command.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import click

from coach import variants
from coach.command_line import command as described
from coach.decisions import Review
from coach.errors import InputError
from evals.commands.options import LOG_DIR, PERSONAS, POLICY, POLICY_FILE, REDACT, YES
from evals.commands.policy_names import require_known
from evals.commands.run_check import checked
from evals.commands.stored_runs import read_run, restricted
from evals.commands.written_pages import write_pages
from evals.errors import RunError
from evals.players import CLAUDE, OFFLINE_ATHLETE, coach_models, in_words
from evals.run import Request
from evals.run import run as run_sessions

if TYPE_CHECKING:
    from reports.header import Header
    from reports.history import HistoryEntry
    from reports.logs import LoggedRun
    from reports.policy import Policy

EPOCHS = 2
"""Sessions of each persona where neither side has a run to go by."""
MOST_UNASKED = 50
"""Sessions that are run without asking."""


@described(
    "compare", example="coach-eval compare --base @baseline --cand @one_question --persona masters_runner --epochs 2"
)
@click.option("--base", required=True, help="a log, a run id, latest, @variant, or a folder with a stored run")
@click.option("--cand", required=True, help="the candidate, named in the same way")
@click.option("--persona", default=None, type=PERSONAS, help="compare only these: names with commas between, or all")
@click.option("--epochs", default=None, type=click.IntRange(1, 1000), help="compare this many sessions of each persona")
@YES
@POLICY
@LOG_DIR
@click.option(
    "--out", default=None, type=click.Path(path_type=Path), help="folder of the reports; default: LOG_DIR/reports"
)
@REDACT
def command(**options: Any) -> int:
    """Say which differences between two runs are real. Exit code: 0 pass, 1 regressed, 2 could not be judged.

    If one side, such as @one_question, has no run yet, it is run first, in the same way as the other side. You are
    asked before more than 50 sessions; where nobody can be asked, give --persona or --yes.
    """
    from reports.policy import read_policy

    log_dir: Path = options["log_dir"]
    rules = read_policy(options["policy"], POLICY_FILE)  # before anything runs for minutes
    scope = scope_of(options["persona"], options["epochs"])
    before, after = both((options["base"], options["cand"]), scope, log_dir, yes=options["yes"])
    require_known(rules, options["policy"], before, after)
    from reports.history import read_history
    from reports.redact import redacted

    stem = f"{before.header.run}..{after.header.run}"
    if options["redact"]:
        before, after = redacted(before), redacted(after)
    history = read_history(history_path(log_dir), rules.fractions)
    return report((before, after), rules, history, options["out"] or log_dir / "reports", stem)


def report(
    runs: "tuple[LoggedRun, LoggedRun]", rules: "Policy", history: "tuple[HistoryEntry, ...]", folder: Path, stem: str
) -> int:
    """Write the forms of the comparison of base and candidate, then print it; the exit code.

    A reader who closes the pipe early changes neither.
    """
    from reports import terminal
    from reports.compare import compare
    from reports.comparison_blocks import blocks
    from reports.formats import Compared, comparison_files

    comparison = compare(*runs, rules)
    written = write_pages(comparison_files(Compared(comparison, *runs, history)), folder, stem)
    places = [f"{form:9} {path}" for form, path in written.items()]
    try:
        click.echo("\n".join((terminal.render(blocks(comparison)), *places)))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python fails once more as it ends
    return comparison.exit_code


def history_path(log_dir: Path) -> Path:
    return log_dir / "reports" / "history.jsonl"


class Scope(NamedTuple):
    """What of the runs is compared; None: everything."""

    personas: tuple[str, ...] | None = None
    epochs: int | None = None


def scope_of(persona: str | None, epochs: int | None) -> Scope:
    """`persona`: names of the library, files, or all; `InputError` for what is none."""
    if persona is None:
        return Scope(None, epochs)
    from evals.labels import personas_of

    return Scope(tuple(each.id for each in personas_of(persona)), epochs)


def both(refs: tuple[str, str], scope: Scope, log_dir: Path, *, yes: bool) -> "tuple[LoggedRun, LoggedRun]":
    """Base and candidate; a side that names a variant without a run is run as the other side was."""
    paths = {ref: _log(ref, scope, log_dir) for ref in refs}
    requests = {ref: _request(ref, paths, scope, log_dir) for ref, path in paths.items() if path is None}
    _announce(requests, asked=scope.personas is None and not yes)
    found = {ref: path or _run_missing(requests[ref], yes=yes) for ref, path in paths.items()}
    base, cand = (restricted(checked(read_run(found[ref])), *scope) for ref in refs)
    return base, cand


def _log(ref: str, scope: Scope, log_dir: Path) -> Path | None:
    """The log that `ref` names; None where it names a variant that has none yet."""
    from reports.errors import RunNotFound
    from reports.run_names import find_log

    try:
        return find_log(log_dir, ref, scope.personas or ())
    except RunNotFound:
        if not ref.startswith("@"):
            raise
        variants.load(ref[1:])  # a misspelt variant is named before anything runs
        return None


def _request(ref: str, paths: Mapping[str, Path | None], scope: Scope, log_dir: Path) -> Request:
    """What to run for `ref`: what is asked for, and for the rest what the other side has."""
    known = next((path for path in paths.values() if path), None)
    request = like(read_run(known).header) if known else Request(persona="all", epochs=EPOCHS)
    persona = ",".join(scope.personas) if scope.personas else request.persona
    epochs = scope.epochs or request.epochs
    return replace(request, variant=ref[1:], persona=persona, epochs=epochs, log_dir=log_dir)


def _announce(requests: Mapping[str, Request], *, asked: bool) -> None:
    """Say what has to be run; ask before long runs where `asked`. `RunError` where nobody can be asked."""
    from evals.labels import personas_of
    from reports.wording import count

    whole = 0
    for ref, request in requests.items():
        personas = len(personas_of(request.persona))
        who = request.persona if personas == 1 else f"each of {personas} personas"
        sessions = count(request.epochs, "session")
        click.echo(f"{ref} has no run yet: running {sessions} of {who} (seed {request.seed})")
        whole += request.epochs * personas
    if not asked or whole <= MOST_UNASKED:
        return
    if not sys.stdin.isatty():
        what = f"comparing would first run {whole} sessions"
        raise RunError(f"{what}; add --yes to go on, or choose with --persona NAME (coach-eval list personas)")
    click.confirm(f"Run {whole} sessions?", abort=True)


def _run_missing(request: Request, *, yes: bool) -> Path:
    from evals.commands.estimated_cost import agreed

    agreed(request, yes=yes)
    return run_sessions(request)


def like(header: "Header") -> Request:
    """A request for the same players, judge, hearing, review, personas, epochs and seed."""
    from reports.header import NO_JUDGE

    settings = {
        "persona_model": None if header.athlete == OFFLINE_ATHLETE else header.athlete,
        "judge": None if header.judge == NO_JUDGE else header.judge,
        "judge_sample": header.judge_sample,
        "hearing": header.hearing,
        "review": header.review if header.review in get_args(Review) else None,
        **_coach(header),
    }
    known: dict[str, Any] = {name: setting for name, setting in settings.items() if setting is not None}
    return Request(persona=",".join(header.personas), epochs=header.epochs, seed=header.seed, **known)


def _coach(header: "Header") -> dict[str, str]:
    """Who coached, as settings of a request. Where each tier had the Claude model that its variant names, so has the
    other variant: the models may be what the two differ in."""
    with suppress(InputError):  # a variant that is gone
        own = variants.load(header.variant).settings.models.model_dump()
        if header.models == coach_models(CLAUDE, own):
            return {"model": CLAUDE}
    if header.coach in header.models.values() or header.coach != in_words(header.models):
        return {"model": header.coach}
    return {f"{tier}_model": model for tier, model in header.models.items()}
