"""`coach-eval resume`: finish what an interrupted run left, without paying for anything twice."""

import json
from contextlib import suppress
from pathlib import Path

import click

from evals.commands.options import call
from evals.commands.outcome import show_outcome
from evals.errors import RunError


@click.command("resume")
@click.option("--run", "ref", default="latest", show_default=True, help="a run id, a log, or latest (not finished)")
@click.option("--log-dir", default="logs", show_default=True, type=click.Path(path_type=Path))
def command(ref: str, log_dir: Path) -> int:
    """Finish an interrupted run: sessions that ended are kept, the others go on from where they stopped."""
    store = find_store(ref, log_dir)
    from evals.inspect_run import resume

    return show_outcome(resume(store))


def find_store(ref: str, log_dir: Path) -> Path:
    """The stored sessions of the run that `ref` names; `RunError` where there are none."""
    if ref == "latest":
        finished = _finished(log_dir)
        stores = sorted(log_dir.glob("*.sessions.sqlite"), key=lambda path: path.stat().st_mtime)
        waiting = [path for path in stores if path.name.partition(".")[0] not in finished]
        if not waiting:
            raise RunError(f"no run in {log_dir} waits to be finished")
        return waiting[-1]
    run, folder = ref, log_dir
    if Path(ref).is_file():
        from reports.eval_file import read_header
        from reports.header import header_of

        run, folder = header_of(ref, read_header(Path(ref))).run, Path(ref).parent
    store = folder / f"{run}.sessions.sqlite"
    if not store.is_file():
        what = "an offline run stores none and is played again in seconds"
        raise RunError(f"there are no stored sessions of {ref!r} ({store}); {what}")
    return store


def _finished(log_dir: Path) -> set[str]:
    """The ids of the runs whose manifest says that they came to their end."""
    found = set()
    for path in log_dir.glob("*.manifest"):
        with suppress(OSError, ValueError):
            manifest = json.loads(path.read_text(encoding="utf-8"))
            found |= {str(manifest.get("run"))} if manifest.get("status") == "success" else set()
    return found


def run(arguments: list[str]) -> int:
    return call(command, arguments)
