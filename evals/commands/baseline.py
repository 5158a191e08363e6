"""`coach-eval baseline`: keep a run as what the nightly compares with. A broken run is never kept."""

from pathlib import Path

import click

from coach.command_line import command as described
from evals.commands.nightly import BASELINE
from evals.commands.options import LOG_DIR, SEED
from evals.commands.run_check import checked
from evals.errors import RunError, RunUnwritten
from evals.run import Request
from evals.run import run as run_sessions


@described("baseline", example="coach-eval baseline --run latest --out my_baseline")
@click.option("--run", "ref", default=None, help="keep this run instead of making one")
@click.option("--epochs", default=4, show_default=True, type=click.IntRange(1, 1000), help="sessions of each persona")
@SEED
@LOG_DIR
@click.option(
    "--out",
    default=BASELINE,
    type=click.Path(path_type=Path),
    show_default="datasets/baseline",
    help="folder to keep it in",
)
def command(ref: str | None, epochs: int, seed: int, log_dir: Path, out: Path) -> int:
    """Run every persona, or take a run, and keep its scores for `coach-eval nightly` to compare with.

    Review the folder, then commit it. A run is not kept if it has broken sessions or is not what its manifest says.
    """
    from reports.run_names import find_log
    from reports.stored import write_stored

    asked = Request(persona="all", epochs=epochs, seed=seed, log_dir=log_dir)
    path = find_log(log_dir, ref) if ref else run_sessions(asked)
    from reports.logs import read_run
    from reports.wording import count

    found = checked(read_run(path))
    broken = found.sessions.filter(found.sessions["error"].is_not_null())["session"].to_list()
    if broken or not found.header.complete:
        why = (
            f"{count(len(broken), 'session')} broke ({', '.join(broken[:5])})"
            if broken
            else f"it is {found.header.status!r}"
        )
        raise RunError(f"the run {found.header.run} cannot be a baseline: {why}")
    if found.doubts or not found.has_manifest:
        why = found.doubts[0] if found.doubts else "there is no manifest to check it against"
        raise RunError(f"the run {found.header.run} cannot be a baseline, since it may not be what was written: {why}")
    try:
        write_stored(found, out)
    except OSError as error:
        other = f"coach-eval baseline --run {found.header.run} --log-dir {log_dir} --out ANOTHER_FOLDER"
        raise RunUnwritten(f"{out} cannot be written: {error.strerror}; keep it elsewhere: {other}") from error
    size = sum(path.stat().st_size for path in out.iterdir())
    click.echo(f"baseline  {out}: {found.header.run}, {count(found.sessions.height, 'session')}, {size / 1024:.0f} KiB")
    return 0
