"""Run the main task through Inspect, with the settings that suit who plays, and leave a manifest beside the log."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from evals.errors import RunError

OFFLINE = "offline/coach"


@dataclass(frozen=True, slots=True)
class Request:
    """What to run. `persona_model` None: the offline athlete plays. `judge` None: no model judges.

    `judge_sample`: leaks of each category, and as many near misses, on which the judge is measured.
    """

    persona: str
    variant: str = "baseline"
    model: str = OFFLINE
    persona_model: str | None = None
    judge: str | None = None
    judge_sample: int = 10
    epochs: int = 4
    seed: int = 0
    log_dir: Path = Path("logs")


def run(request: Request) -> Path:
    """Run every session and return the log's path; `RunError` where it cannot start or Inspect reports an error."""
    _writable(request.log_dir)
    _keyed(request.model, request.persona_model, request.judge)
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import get_model

    from evals import solver
    from evals.tasks.full_flow import add_judge, full_flow

    for model in filter(None, (request.model, request.persona_model, request.judge)):
        try:
            get_model(model)
        except Exception as error:  # whatever a provider raises, the person has to name another model
            first = str(error).strip().partition("\n")[0]
            raise RunError(f"the model {model!r} cannot be used: {first}") from error
    prompted = request.persona_model is not None
    task = full_flow(request.persona, request.variant, request.epochs, request.seed, "auto", prompted)
    if request.judge is not None:
        add_judge(task, request.judge_sample)
    with _progress(len(task.dataset), solver):
        logs = inspect_eval(
            task,
            model=request.model,
            model_roles=_roles(request),
            log_dir=str(request.log_dir),
            display="none",
            score_on_error=True,
            metadata={
                **(task.metadata or {}),
                "coach": request.model,
                "models": dict.fromkeys(("fast", "reasoning"), request.model),
                "athlete": request.persona_model or "offline/athlete",
            },
            **_settings(request),
        )
    if not logs:
        raise RunError(f"the run was stopped before it ended; finished sessions are kept in {request.log_dir}")
    (log,) = logs
    path = Path(log.location.removeprefix("file://"))
    _write_manifest(path, log)
    if log.status != "success":
        what = log.error.message if log.error else log.status
        raise RunError(f"the run ended as {log.status}: {what}; finished sessions are kept in {path}")
    return path


def _roles(request: Request) -> dict[str, Any] | None:
    roles = {"athlete": request.persona_model, "grader": request.judge}
    return {role: model for role, model in roles.items() if model is not None} or None


def _settings(request: Request) -> dict[str, Any]:
    """Lean for offline players, whose calls Inspect does not see; live for real models."""
    if request.model == OFFLINE and request.persona_model is None:
        return {"log_realtime": False, "log_buffer": 10, "max_samples": 16}
    return {"log_realtime": True, "max_samples": 16}


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


def _keyed(*models: str | None) -> None:
    """Say what a model needs before anything starts."""
    for model in models:
        if model and model.startswith("anthropic/") and not os.environ.get("ANTHROPIC_API_KEY"):
            raise RunError(f"the model {model} needs the environment variable ANTHROPIC_API_KEY, which is not set")


@contextmanager
def _progress(total: int, solver: Any) -> Iterator[None]:
    """A bar on a terminal, nothing elsewhere."""
    with tqdm(total=total, unit="session", disable=None, leave=False) as bar:
        solver.on_session_end = lambda _name: bar.update()
        try:
            yield
        finally:
            solver.on_session_end = lambda _name: None


def _write_manifest(path: Path, log: Any) -> None:
    """The heads of all chains beside the log: whoever holds this file can tell whether the log was altered.

    JSON, but not named so: Inspect's viewer takes every `.json` of the folder for a log.
    """
    stores = {str(sample.id): sample.store.get("session", {}) for sample in log.samples or []}
    heads = {name: stored.get("head") for name, stored in sorted(stores.items())}
    kept = {key: value for key, value in (log.eval.metadata or {}).items() if key != "prompt_texts"}
    content = {"log": path.name, "status": log.status, **kept, "heads": heads}
    manifest_path(path).write_text(json.dumps(content, indent=2, sort_keys=True) + "\n")


def manifest_path(log: Path) -> Path:
    return log.with_suffix(".manifest")
