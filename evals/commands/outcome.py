"""What `coach-eval eval` and `coach-eval resume` print of a finished run."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from coach.errors import UNJUDGED
from coach.store.location import Location, shown
from evals.run_manifest import manifest_path

if TYPE_CHECKING:
    from evals.summary import Broken


def show_outcome(path: Path, store: Location | None = None) -> int:
    """The tables of the log at `path`, where the run lies, how one that was stopped is finished; the exit code."""
    from evals.summary import print_summary
    from reports.eval_file import read_header, read_samples

    header = read_header(path)
    found = print_summary(header, read_samples(path))
    lacking, silent = "", ""
    if "grader" in (header["eval"].get("model_roles") or {}):
        from evals.judge_summary import print_judged

        lacking, silent = print_judged(path)
    run = (header["eval"].get("metadata") or {}).get("run")
    click.echo(
        f"\naudit     coach-eval audit --run {run} --log-dir {path.parent}   (add --session PERSONA/EPOCH for one)"
    )
    click.echo(f"talks     inspect view --log-dir {path.parent}   (or: make view)")
    click.echo(f"log       {path}")
    click.echo(f"manifest  {manifest_path(path)}")
    if header["status"] == "cancelled":
        kept = ["--store", shown(store)] if store else []
        goes_on = shlex.join(["coach-eval", "resume", "--run", str(run), "--log-dir", str(path.parent), *kept])
        click.echo(f"finish    {goes_on}")
        if lacking:
            click.echo(
                f"\nThe judge gave no answer, so these have no verdicts: {lacking}. Ask it again: {goes_on}", err=True
            )
    if silent and not (lacking or found.stopped):
        click.echo(f"\nThe judge gave no verdict: {silent}. Try another, or a larger --judge-sample", err=True)
        return UNJUDGED
    return UNJUDGED if lacking else exit_code(found)


def exit_code(found: "Broken") -> int:
    """2 where every session broke, so that nothing can be judged; 1 where some broke or were stopped by a budget, or
    where every session ended as failed; else 0."""
    if found.broke and found.broke == found.sessions:
        return UNJUDGED
    return 1 if found.broke or found.stopped or 0 < found.failed == found.sessions else 0
