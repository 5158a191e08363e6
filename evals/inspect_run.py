"""A run with models, through Inspect: every event is stored beside the log when it happens, so that an interrupted run
is taken up again.

A sample that ended stands in the interrupted log, or its session in the store; neither is played again. Of a session
that was cut the store has every event, and what was answered is not asked again.
"""

import gc
import os
import re
import shlex
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai._eval.task.task import PreviousTask  # what `eval_retry` makes of a log; that takes no task of ours
from inspect_ai.log import EvalLog, EvalSample, read_eval_log, write_eval_log
from inspect_ai.model import Model, get_model
from inspect_ai.util._store import suspend_store_events  # of no use here: the store is set once, at the session's end

from coach import variants
from coach.store.location import Location
from coach.store.sessions import SessionStore
from evals.budget import RunBudget, budget_of_run
from evals.errors import RunError, RunStopped, RunUnwritten
from evals.patient_model import claude_model, on_pause, waiting_of_run
from evals.players import CLAUDE
from evals.progress import PausesTold, Progress
from evals.run import Request, check, players, stopped_after, store_path
from evals.run_manifest import manifest_path, read_manifest, write_manifest
from evals.scorers.adapter import KEY, judges, on_session_end
from evals.scorers.judge_model import is_unanswered, samples_before
from evals.solver import session_store
from evals.tasks.full_flow import add_judge, full_flow
from evals.worker_pool import worker_pool

_PLACES = frozenset({"log_dir", "store"})
"""What of a request is not kept with it: a run may be taken up from elsewhere, and a URL may hold a password."""
_MADE_OF = {
    "variant_digest": "another variant",
    "datasets": "other datasets",
    "code_version": "other code ({})",
    "scorer_versions": "other scorers",
}
"""What has to be the same for a run to go on, and how it is told what it was where it is not."""
_MOST_RETRIES = 8
_MARKUP = re.compile(r"\[/?(?:bold|blue)\]")
"""What Inspect puts into what it says of a model."""


def begin(request: Request) -> Path:
    """Run every session; the path of the log. `RunError` where the run does not come to its end."""
    task = _task(request)
    metadata = {**(task.metadata or {}), **players(request)}
    run = metadata["run"]
    with SessionStore(request.store or store_path(run, request.log_dir), run, alone=True) as store:
        asked = {key: value for key, value in asdict(request).items() if key not in _PLACES}
        store.write_manifest({"request": asked, "metadata": metadata})
        return _played(request, task, task, metadata, store)


def resume(
    run: str,
    log_dir: Path,
    location: Location | None = None,
    *,
    confirmed: Collection[str] = (),
    **budgets: float | None,
) -> Path:
    """Finish a run whose sessions are stored at `location` (None: beside the log); the path of its log, which replaces
    those of before. `budgets`: `budget_usd` and `session_budget_usd` for what is left; None: those of the run anew.

    `confirmed`: file names of the logs whose samples are what was written. Of any other log nothing is taken over: its
    sessions come from the store and are judged again.
    """
    with SessionStore(location or store_path(run, log_dir), run, alone=True) as store:
        manifest = store.manifest()
        if manifest is None:
            raise RunError(f"{store.name} holds nothing of the run {run}: start a new run")
        given = {name: usd for name, usd in budgets.items() if usd is not None}
        request = Request(**{**manifest["request"], **given}, log_dir=log_dir, store=location)
        metadata = manifest["metadata"]
        check(request)
        task = _task(request)
        _unchanged(metadata, task.metadata or {})
        before = _logs_of(run, log_dir)
        kept = [log for log in before if _path(log).name in confirmed]
        _require_stored(store, (read_manifest(_path(log)) or {} for log in kept))
        token = samples_before.set({sample.id: sample for log in kept for sample in log.samples or []})
        try:
            log = _played(request, task, _with_samples(task, kept), metadata, store)
        finally:
            samples_before.reset(token)
        for each in before:
            _path(each).unlink(missing_ok=True)
            manifest_path(_path(each)).unlink(missing_ok=True)
        return log


def _task(request: Request) -> Task:
    for model in request.models:
        try:
            get_model(model)
        except Exception as error:  # whatever a provider raises, the person has to name another model
            what = " ".join(_MARKUP.sub("", str(error)).removeprefix("ERROR: ").split())
            raise RunError(f"the model {model!r} cannot be used: {what}") from error
    task = full_flow(
        request.persona,
        request.variant,
        request.epochs,
        request.seed,
        "auto",
        request.persona_model is not None,
        request.coach,
        request.max_connections,
        request.review,
    )
    if request.judge is not None:
        add_judge(task, request.judge_sample)
    return task


def _unchanged(begun: dict[str, Any], now: dict[str, Any]) -> None:
    for name, what in _MADE_OF.items():
        if begun[name] != now[name]:
            told = f"the run {begun['run']} was started with {what.format(begun[name])}"
            raise RunError(f"{told}; go back to what it was started with, or start a new run")


def _require_stored(store: SessionStore, manifests: Iterable[dict[str, Any]]) -> None:
    """`RunError` where the store has not gone on from what these manifests hold: it was edited since."""
    heads = [(session, head) for manifest in manifests for session, head in manifest["heads"].items() if head]
    for session, head in heads:
        if head not in {entry.hash for entry in store.entries(session)}:
            raise RunError(f"{store.name} does not hold the session {session} as it was written; start a new run")


def _logs_of(run: str, folder: Path) -> list[EvalLog]:
    """The logs that the run has left so far, the newest last. What cannot be read is left out."""
    found = []
    for path in sorted(folder.glob("*.eval")):
        with suppress(Exception):  # a file that was cut short raises whatever its decompressor does
            if (read_eval_log(str(path), header_only=True).eval.metadata or {}).get("run") == run:
                found.append(read_eval_log(str(path)))
    return sorted(found, key=lambda log: log.eval.created)


def _with_samples(task: Task, logs: list[EvalLog]) -> Task | PreviousTask:
    """`task`, of which the samples that ended are taken from `logs`."""
    if not logs:
        return task
    ended = {sample.id: sample for log in logs for sample in log.samples or [] if _has_ended(sample)}
    header = logs[-1].eval
    previous = logs[-1].model_copy(update={"samples": list(ended.values())})
    return PreviousTask(header.task_id, task, header.task_args, None, None, None, previous, None)


def _has_ended(sample: EvalSample) -> bool:
    """Played to its end, and every question to a judge was answered."""
    events = (sample.store.get(KEY) or {}).get("events") or [{}]
    asks_again = any(map(is_unanswered, (sample.scores or {}).values()))
    return sample.error is None and events[-1].get("kind") == "session_closed" and not asks_again


def _played(
    request: Request, task: Task, rest: Task | PreviousTask, metadata: dict[str, Any], store: SessionStore
) -> Path:
    kept = ["--store", store.name] if request.store else []
    goes_on = ["coach-eval", "resume", "--run", metadata["run"], "--log-dir", str(request.log_dir), *kept]
    way_on = f"go on with: {shlex.join(goes_on)}"
    task.metadata = metadata  # which outweighs what the evaluation is given
    with Progress(len(task.dataset), len(rest.log.samples or ()) if isinstance(rest, PreviousTask) else 0) as bar:
        try:
            logged = _logged(request, task, rest, store, bar)
        except OSError as error:
            raise RunUnwritten(f"the log cannot be written ({error.strerror}); {way_on}") from error
    if logged is None or (logged.log.status == "cancelled" and not logged.stopped):
        what = "those under way are kept as far as they went"
        raise RunStopped(f"{stopped_after(bar)}; {what}\n{way_on}")
    if (log := logged.log).status not in {"success", "cancelled"}:
        what = log.error.message if log.error else log.status
        raise RunError(f"the run ended as {log.status}: {what}; {way_on}")
    return _path(log)


class _Logged(NamedTuple):
    """`stopped`: whether a budget or an outage stopped sessions or a judge, so that the run can be finished."""

    log: EvalLog
    stopped: bool


def _logged(
    request: Request, task: Task, rest: Task | PreviousTask, store: SessionStore, bar: Progress
) -> _Logged | None:
    """The log, its manifest beside it; None where the run was interrupted."""
    with _told(bar, store, request) as budget:
        logs = inspect_eval(
            rest,
            model=request.coach["reasoning"],
            model_roles=_roles(request),
            log_dir=str(request.log_dir),
            display="log",  # which says nothing at this level; none renders its tables all the same
            log_level="error",  # what it warns of, a session that stopped, is told in its table
            score_on_error=True,
            # Takes 15% more of a session's processor time (0.55 s for 0.47 s, measured side by side), and what it is
            # for, a record that survives a kill, the run's store is: it keeps every event when it happens.
            log_realtime=False,
            max_samples=request.max_sessions,
            max_connections=request.max_connections,
            max_retries=_MOST_RETRIES,  # Inspect itself tries for ever
        )
    if not logs:
        return None
    (log,) = logs
    if stopped := log.status == "success" and budget.unfinished > 0:
        log.status = "cancelled"  # Inspect's word for it, so that nothing takes the run for a whole one
        write_eval_log(log, log.location)
    known = store.heads()
    heads = {str(sample.id): known.get(str(sample.id)) for sample in task.dataset}
    write_manifest(_path(log), heads)
    return _Logged(log, stopped)


@contextmanager
def _told(bar: Progress, store: SessionStore, request: Request) -> Iterator[RunBudget]:
    """What the solver is to know of the run that it plays in; the run's budget."""
    gc.freeze()  # what was imported stays
    with ExitStack() as stack:
        stack.callback(on_session_end.reset, on_session_end.set(lambda failed: bar.ended(failed=failed)))
        stack.callback(on_pause.reset, on_pause.set(PausesTold()))
        stack.callback(waiting_of_run.reset, waiting_of_run.set(variants.load(request.variant).settings.waiting))
        stack.callback(session_store.reset, session_store.set(store))
        processors = len(os.sched_getaffinity(0))
        if bar.total - bar.done > 1 and processors > 1:  # while a session is judged, another one goes on
            pool = stack.enter_context(worker_pool(processors, "evals.judging"))
            pool.submit(int)  # which starts it, while the run starts
            stack.callback(judges.reset, judges.set(pool))
        stack.enter_context(suspend_store_events())
        budget = RunBudget(request.budget_usd, request.session_budget_usd, bar.spent)
        stack.callback(budget_of_run.reset, budget_of_run.set(budget))
        yield budget


def _path(log: EvalLog) -> Path:
    return Path(log.location.removeprefix("file://"))


def _roles(request: Request) -> dict[str, str | Model] | None:
    named = {"athlete": request.persona_model, "grader": request.judge}
    return {role: _in_role(model) for role, model in named.items() if model is not None} or None


def _in_role(model: str) -> str | Model:
    return claude_model(model) if model.startswith(f"{CLAUDE}/") else model
