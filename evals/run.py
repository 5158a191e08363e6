"""Run the main task with the settings that suit who plays, and leave a manifest beside the log.

Offline players run in bulk on all processors; any other model runs through Inspect, with its limits and retries.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from coach import variants
from evals.checks.prices import dollars
from evals.errors import RunError
from evals.hearing_modes import Mode
from evals.inspect_providers import is_unknown
from evals.players import OFFLINE_ATHLETE, OFFLINE_COACH, check_model_name, coach_models, in_words, profile_of


@dataclass(frozen=True, slots=True)
class Request:
    """What to run. `persona_model` None: the offline athlete plays. `judge` None: no model judges.

    `model`: who coaches; `anthropic` alone: the variant's models. `fast_model`, `reasoning_model`: for one tier.
    `max_sessions` at once, with `max_connections` calls to Claude at once. `budget_usd`: dollars for the whole run,
    `session_budget_usd`: for each session.

    `judge_sample`: leaks of each category, and as many near misses, on which the judge is measured.
    `hearing`: how well the offline coach hears the offline athlete; another coach or athlete reads words.
    `workers`: processes that play offline sessions; None: as many as processors.
    """

    persona: str
    variant: str = "baseline"
    model: str = OFFLINE_COACH
    fast_model: str | None = None
    reasoning_model: str | None = None
    persona_model: str | None = None
    judge: str | None = None
    judge_sample: int = 10
    epochs: int = 4
    seed: int = 0
    hearing: Mode = "clean"
    log_dir: Path = Path("logs")
    workers: int | None = None
    max_sessions: int = 16
    max_connections: int = 10
    budget_usd: float | None = None
    session_budget_usd: float | None = None

    @property
    def coach(self) -> dict[str, str]:
        """Tier to the name of the coach's model."""
        own = variants.load(self.variant).settings.models.model_dump()
        return coach_models(self.model, own, fast=self.fast_model, reasoning=self.reasoning_model)

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that the run asks."""
        return tuple(dict.fromkeys(filter(None, (*self.coach.values(), self.persona_model, self.judge))))

    @property
    def offline(self) -> bool:
        """Whether every player and judge is code of ours."""
        return profile_of(self.coach) == "direct" and self.persona_model is None and self.judge is None


def run(request: Request) -> Path:
    """Run every session and return the log's path; `RunError` where it cannot start or does not come to its end."""
    _writable(request.log_dir)
    check(request)
    return _in_bulk(request) if request.offline else _through_inspect(request)


def check(request: Request) -> None:
    """`RunError` for what cannot be run, told without importing anything heavy."""
    for model in request.models:
        check_model_name(model)
        if is_unknown(provider := model.partition("/")[0]):
            raise RunError(f"no model {model!r}: Inspect has no provider {provider!r}")
    budgets = (request.budget_usd, request.session_budget_usd)
    if budgets != (None, None) and (unpriced := [model for model in request.models if dollars(model, 0, 0) is None]):
        raise RunError(f"a budget cannot be held: no price is known for {', '.join(unpriced)}")
    if request.hearing != "clean" and not request.offline:
        raise RunError(f"--hearing {request.hearing} needs the offline coach, the offline athlete and no judge model")


def _in_bulk(request: Request) -> Path:
    from evals.run_specs import run_metadata, specs_of

    specs = specs_of(request.persona, request.variant, request.epochs, request.seed, request.hearing)
    from evals.bulk import Job, finished, unreduced
    from evals.inspect_log import InspectLog

    metadata = {**run_metadata(specs, OFFLINE_ATHLETE), **_players(request)}
    heads: dict[str, str | None] = {}
    jobs = (Job(spec, model=OFFLINE_COACH) for spec in specs)
    try:
        with _progress(len(specs)) as bar, InspectLog(request.log_dir, OFFLINE_COACH, len(specs), metadata) as log:
            for done in finished(jobs, unreduced, request.workers):
                log.add(done)
                heads[done.job.spec.name] = (done.stored or {}).get("head")
                bar.update()
            log.finish()
    except KeyboardInterrupt as stopped:
        raise RunError(_stopped(request)) from stopped
    except OSError as error:
        raise RunError(f"the log cannot be written ({error.strerror}); {_kept(request)}") from error
    _write_manifest(log.path, "success", metadata, heads)
    return log.path


def _through_inspect(request: Request) -> Path:
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import get_model

    from evals.budget import RunBudget, budget_of_run
    from evals.solver import on_pause, on_session_end
    from evals.tasks.full_flow import add_judge, full_flow

    for model in request.models:
        try:
            get_model(model)
        except Exception as error:  # whatever a provider raises, the person has to name another model
            first = str(error).strip().partition("\n")[0]
            raise RunError(f"the model {model!r} cannot be used: {first}") from error
    prompted = request.persona_model is not None
    task = full_flow(
        request.persona,
        request.variant,
        request.epochs,
        request.seed,
        "auto",
        prompted,
        request.coach,
        request.max_connections,
    )
    if request.judge is not None:
        add_judge(task, request.judge_sample)
    task.metadata = {**(task.metadata or {}), **_players(request)}
    with _progress(len(task.dataset)) as bar:
        callback, pauses = on_session_end.set(bar.update), on_pause.set(_PausesTold())
        budget = budget_of_run.set(RunBudget(request.budget_usd, request.session_budget_usd))
        try:
            logs = inspect_eval(
                task,
                model=request.coach["reasoning"],
                model_roles=_roles(request),
                log_dir=str(request.log_dir),
                display="log",  # which says nothing at this level; none renders its tables all the same
                score_on_error=True,
                log_realtime=True,
                max_samples=request.max_sessions,
                max_connections=request.max_connections,
            )
        finally:
            on_session_end.reset(callback)
            on_pause.reset(pauses)
            budget_of_run.reset(budget)
    if not logs:
        raise RunError(_stopped(request))
    (log,) = logs
    path = Path(log.location.removeprefix("file://"))
    stores = {str(sample.id): sample.store.get("session", {}) for sample in log.samples or []}
    _write_manifest(
        path, log.status, log.eval.metadata or {}, {name: kept.get("head") for name, kept in stores.items()}
    )
    if log.status != "success":
        what = log.error.message if log.error else log.status
        raise RunError(f"the run ended as {log.status}: {what}; finished sessions are kept in {path}")
    return path


def _players(request: Request) -> dict[str, Any]:
    return {
        "coach": in_words(request.coach),
        "models": request.coach,
        "athlete": request.persona_model or OFFLINE_ATHLETE,
        **({"judge": request.judge} if request.judge else {}),
    }


def _roles(request: Request) -> dict[str, Any] | None:
    roles = {"athlete": request.persona_model, "grader": request.judge}
    return {role: model for role, model in roles.items() if model is not None} or None


class _PausesTold:
    """Writes what is waited for: `retrying: 12 x 429, next in 8 s`, once in two seconds at most."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._told = 0.0

    def __call__(self, pause: Any) -> None:
        self._counts[pause.reason] += 1
        if time.monotonic() - self._told >= _QUIET_S:
            self._told = time.monotonic()
            counts = ", ".join(f"{count} x {reason}" for reason, count in self._counts.items())
            tqdm.write(f"retrying: {counts}, next in {pause.seconds:g} s", file=sys.stderr)


_QUIET_S = 2.0


def _stopped(request: Request) -> str:
    return f"the run was stopped before it ended; {_kept(request)}"


def _kept(request: Request) -> str:
    return f"finished sessions are kept in {request.log_dir}"


def _writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise RunError(
            f"the log folder {folder} cannot be written ({error.strerror}); choose another with --log-dir"
        ) from error


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A bar on a terminal, nothing elsewhere."""
    with tqdm(total=total, unit="session", disable=None, leave=False) as bar:
        yield bar


def _write_manifest(path: Path, status: str, metadata: Mapping[str, Any], heads: Mapping[str, str | None]) -> None:
    """The heads of all chains beside the log: whoever holds this file can tell whether the log was altered.

    JSON, but not named so: Inspect's viewer takes every `.json` of the folder for a log.
    """
    kept = {key: value for key, value in metadata.items() if key != "prompt_texts"}
    content = {"log": path.name, "status": status, **kept, "heads": dict(sorted(heads.items()))}
    manifest_path(path).write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")


def manifest_path(log: Path) -> Path:
    return log.with_suffix(".manifest")
