"""`coach-eval resume`: finish what an interrupted run left, without paying for anything twice."""

import json
from contextlib import suppress
from pathlib import Path

import click

from coach.close_names import unknown
from coach.command_line import command as described
from coach.store.location import Location, shown
from evals.commands.options import BUDGET_USD, LOG_DIR, SESSION_BUDGET_USD, STORE
from evals.commands.outcome import show_outcome
from evals.commands.run_check import check_run
from evals.errors import RunError
from evals.run import STORE as STORED
from evals.run import store_path
from evals.run_manifest import read_manifest


@described("resume", example="coach-eval resume --run latest")
@click.option(
    "--run", "ref", default="latest", show_default=True, help="a run id, a log, or latest: the newest unfinished run"
)
@LOG_DIR
@STORE
@BUDGET_USD
@SESSION_BUDGET_USD
def command(
    *,
    ref: str,
    log_dir: Path,
    store: Location | None,
    budget_usd: float | None,
    session_budget_usd: float | None,
) -> int:
    """Finish a run with models that was interrupted, or that a budget or an outage stopped: finished sessions are kept,
    others go on where they stopped. A judge model is asked again only for what it did not answer.

    A run whose log was edited is refused, and so is one that was started with other code or scorers.

    A budget is for what is spent from now on; without one, the run's own begins anew.
    """
    if Path(ref).is_file():
        from reports.eval_file import read_header
        from reports.header import header_of

        ref, log_dir = header_of(ref, read_header(Path(ref))).run, Path(ref).parent
    run = latest(log_dir, store) if ref == "latest" else ref
    if store is None and not (path := store_path(run, log_dir)).is_file():
        otherwise = "a run with models keeps its sessions beside its log; an offline run is simply run again"
        raise RunError(f"{unknown('stored run', run, _stored(log_dir, store), otherwise)} ({path})")
    from evals.inspect_run import resume

    budgets = {"budget_usd": budget_usd, "session_budget_usd": session_budget_usd}
    confirmed = _confirmed(run, log_dir)
    cut = _cut(run, log_dir, store, confirmed)
    code = show_outcome(resume(run, log_dir, store, confirmed=confirmed, **budgets), store)
    if cut:
        what = f"{len(cut)} session{'s were' if len(cut) > 1 else ' was'} cut off as the run was interrupted"
        click.echo(f"{what}: an answer under way may be lost and billed: {', '.join(cut)}", err=True)
    return code


def _cut(run: str, log_dir: Path, store: Location | None, confirmed: tuple[str, ...]) -> list[str]:
    """The sessions within which the run was killed; none where its newest log is a confirmed one, since a run that
    stops by itself waits for its answers."""
    from coach.store.sessions import SessionStore
    from reports.run_names import headers

    logs = sorted((each for each in headers(log_dir) if each.run == run), key=lambda each: each.created)
    if logs and Path(logs[-1].path).name in confirmed:
        return []
    with SessionStore(store or store_path(run, log_dir), run) as kept:
        return sorted(name for name in kept.heads() if kept.ending(name) is None)


def _confirmed(run: str, log_dir: Path) -> tuple[str, ...]:
    """The file names of the run's logs that their manifests confirm; `RunError` where one contradicts its log, or where
    its log cannot be read.

    A run that was killed left a log without a manifest, which nothing confirms.
    """
    from reports.run_names import headers, unreadable

    way_on = "to have its sessions judged again, move that log out of the folder and resume once more"
    for path, what, _ in (error.args for error in unreadable(log_dir)):
        if (read_manifest(Path(path)) or {}).get("run") == run:
            raise RunError(f"{path} {what}; {way_on}")
    held = [each for each in headers(log_dir) if each.run == run and read_manifest(Path(each.path)) is not None]
    for header in held:
        check = check_run(header)
        if problem := next(iter((*check.header, *check.altered)), None):
            raise RunError(f"{header.path} is not what was written ({problem}); {way_on}")
    return tuple(Path(header.path).name for header in held)


def latest(log_dir: Path, location: Location | None) -> str:
    """The newest run that has not come to its end; `RunError` where there is none."""
    finished = _finished(log_dir)
    waiting = [run for run in _stored(log_dir, location) if run not in finished]
    if not waiting:
        raise RunError(f"there is no unfinished run in {log_dir if location is None else shown(location)}")
    return waiting[0]


def _stored(log_dir: Path, location: Location | None) -> tuple[str, ...]:
    """The runs with stored sessions, the newest first."""
    if location is None:
        stores = sorted(log_dir.glob(f"*{STORED}"), key=lambda path: path.stat().st_mtime, reverse=True)
        return tuple(path.name.removesuffix(STORED) for path in stores)
    from coach.store.sessions import SessionStore

    with SessionStore(location) as store:
        return store.runs()


def _finished(log_dir: Path) -> set[str]:
    """The ids of the runs whose manifest says that they came to their end."""
    found = set()
    for path in log_dir.glob("*.manifest"):
        with suppress(OSError, ValueError):
            manifest = json.loads(path.read_text(encoding="utf-8"))
            found |= {str(manifest.get("run"))} if manifest.get("status") == "success" else set()
    return found
