"""`coach-eval compare`: which differences between two runs are real, and what the gate policy says of them.

A variant without a run is run first, as the other side was run, so that `@baseline` against `@one_question` is one
command.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coach import variants
from evals.commands.options import REDACT, call
from evals.commands.stored_runs import read_run
from evals.players import OFFLINE_ATHLETE
from evals.run import Request
from evals.run import run as run_sessions

if TYPE_CHECKING:
    from reports.header import Header
    from reports.history import Entry
    from reports.logs import Run
    from reports.policy import Policy

POLICY = Path(__file__).resolve().parent.parent / "gate.toml"


@click.command("compare")
@click.option("--base", required=True, help="a log, a run id, latest, @variant, or a folder with a stored run")
@click.option("--cand", required=True, help="the same")
@click.option("--policy", default=POLICY, type=click.Path(path_type=Path), show_default="evals/gate.toml")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
@click.option("--out", default=None, type=click.Path(path_type=Path), help="folder of the reports; LOG_DIR/reports")
@REDACT
def command(**options: Any) -> int:
    """Compare two runs; exit 0: pass, 1: regressed, 2: could not be judged."""
    from reports.history import read_history
    from reports.policy import read_policy
    from reports.redact import redacted

    log_dir: Path = options["log_dir"]
    rules = read_policy(options["policy"])  # before anything runs for minutes
    before, after = both(options["base"], options["cand"], log_dir)
    stem = f"{before.header.run}..{after.header.run}"
    if options["redact"]:
        before, after = redacted(before), redacted(after)
    history = read_history(history_path(log_dir))
    return report((before, after), rules, history, options["out"] or log_dir / "reports", stem)


def report(runs: "tuple[Run, Run]", rules: "Policy", history: "tuple[Entry, ...]", folder: Path, stem: str) -> int:
    """Print the comparison of base and candidate and write its forms; the exit code."""
    from reports import terminal
    from reports.compare import compare
    from reports.comparison_blocks import blocks
    from reports.forms import Compared, write_forms

    comparison = compare(*runs, rules)
    click.echo(terminal.render(blocks(comparison)))
    for form, path in write_forms(Compared(comparison, *runs, history), folder, stem).items():
        click.echo(f"{form:9} {path}")
    return comparison.exit_code


def history_path(log_dir: Path) -> Path:
    return log_dir / "reports" / "history.jsonl"


def both(base: str, cand: str, log_dir: Path) -> "tuple[Run, Run]":
    """The two runs; a side that names a variant without a run is run as the other side was."""
    found = {ref: _log(ref, log_dir) for ref in (base, cand)}
    for ref, other in ((base, cand), (cand, base)):
        if found[ref] is None:
            found[ref] = _run_missing(ref, found[other], log_dir)
    paths = [path for ref in (base, cand) if (path := found[ref]) is not None]
    return read_run(paths[0]), read_run(paths[1])


def _log(ref: str, log_dir: Path) -> Path | None:
    """The log that `ref` names; None where it names a variant that has none yet."""
    from reports.errors import RunNotFound
    from reports.logs import find_log

    try:
        return find_log(log_dir, ref)
    except RunNotFound:
        if not ref.startswith("@"):
            raise
        variants.load(ref[1:])  # a misspelt variant is named before anything runs
        return None


def _run_missing(ref: str, other: Path | None, log_dir: Path) -> Path:
    request = like(read_run(other).header) if other else Request(persona="all", epochs=2)
    request = replace(request, variant=ref[1:], log_dir=log_dir)
    sessions = f"{request.epochs} epochs of {'all' if request.persona == 'all' else request.persona.count(',') + 1}"
    click.echo(f"no run of {ref} yet; running {sessions} personas with seed {request.seed}")
    return run_sessions(request)


def like(header: "Header") -> Request:
    """A request for the same players, personas, epochs and seed."""
    return Request(
        persona=",".join(header.personas),
        model=header.coach,
        persona_model=None if header.athlete == OFFLINE_ATHLETE else header.athlete,
        epochs=header.epochs,
        seed=header.seed,
    )


def run(arguments: list[str]) -> int:
    return call(command, arguments)
