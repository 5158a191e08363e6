"""Run the main task with the settings that suit who plays, and leave a manifest beside the log.

Offline players run in bulk on all processors; any other model runs through Inspect, with its limits and retries.
"""

import gc
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coach import variants
from coach.command_line import AS_CALLED
from coach.decisions import Review
from coach.store.location import Location
from evals.checks.prices import dollars
from evals.errors import RunError, RunStopped, RunUnwritten
from evals.hearing_modes import Mode
from evals.players import OFFLINE_ATHLETE, OFFLINE_COACH, check_model_name, coach_models, in_words, profile_of
from evals.progress import Progress
from evals.run_manifest import write_manifest
from evals.serve.detection import CANNOT_HEAR, is_served_elsewhere


@dataclass(frozen=True, slots=True)
class Request:
    """What to run. `persona_model` None: the offline athlete plays. `judge` None: no model judges.

    `model`: who coaches; `anthropic` alone: the variant's models. `fast_model`, `reasoning_model`: for one tier.
    `max_sessions` at once, with `max_connections` calls to Claude at once. `budget_usd`: dollars for the whole run,
    `session_budget_usd`: for each session.

    `judge_sample`: leaks of each category, and as many near misses, on which the judge is measured.
    `store`: where sessions with models are kept as they happen; None: a file of their own beside the log.
    `hearing`: how well the offline coach hears the offline athlete; another coach or athlete reads words.
    `review`: what becomes of a profile that a rule flags for a person.
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
    review: Review = "go_on"
    log_dir: Path = Path("logs")
    store: Location | None = None
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
    if request.offline:
        return _in_bulk(request)
    from evals.inspect_run import begin

    return begin(request)


def check(request: Request) -> None:
    """`RunError` for what cannot be run, told without importing anything heavy."""
    for model in request.models:
        check_model_name(model)
    budgets = (request.budget_usd, request.session_budget_usd)
    if budgets != (None, None) and (unpriced := [model for model in request.models if dollars(model, 0, 0) is None]):
        raise RunError(f"a budget cannot be kept: no price is known for {', '.join(unpriced)}")
    if request.persona_model is None and profile_of(request.coach) == "claude" and is_served_elsewhere():
        raise RunError(
            f"{CANNOT_HEAR}; let the server play the athlete too: --persona-model anthropic/claude-haiku-5-5"
        )
    if request.hearing != "clean" and not request.offline:
        raise RunError(f"--hearing {request.hearing} needs the offline coach, the offline athlete and no judge model")


def _in_bulk(request: Request) -> Path:
    from evals.run_specs import run_metadata, specs_of

    asked = (request.persona, request.variant, request.epochs, request.seed, request.hearing, request.review)
    specs = specs_of(*asked)
    from evals.bulk import Job, finished, unreduced
    from evals.inspect_log import InspectLog

    metadata = {**run_metadata(specs, OFFLINE_ATHLETE), **players(request)}
    heads: dict[str, str | None] = {}
    jobs = (Job(spec, model=OFFLINE_COACH) for spec in specs)
    bar, kept = Progress(len(specs)), "nothing was written yet"
    try:
        gc.freeze()  # what was imported stays
        with bar, InspectLog(request.log_dir, OFFLINE_COACH, len(specs), metadata) as log:
            kept = f"they are kept in {log.path}"
            for done in finished(jobs, unreduced, request.workers):
                log.add(done)
                heads[done.job.spec.name] = (done.stored or {}).get("head")
                bar.ended(failed=done.failed)
            log.finish()
        write_manifest(log.path, heads)
        gc.freeze()  # nor need what the sessions left be searched once more while tables are printed
    except KeyboardInterrupt as stopped:
        raise RunStopped(f"{stopped_after(bar)}; {kept}\n{again()}") from stopped
    except OSError as error:
        where = f"finished sessions are kept in {request.log_dir}"
        raise RunUnwritten(f"the log cannot be written ({error.strerror}); {where}") from error
    return log.path


def players(request: Request) -> dict[str, Any]:
    """What a run's metadata say of who plays."""
    return {
        "coach": in_words(request.coach),
        "models": request.coach,
        "athlete": request.persona_model or OFFLINE_ATHLETE,
        **({"judge": request.judge, "judge_sample": request.judge_sample} if request.judge else {}),
    }


def stopped_after(bar: Progress) -> str:
    return f"stopped after {bar.done} of {bar.total} sessions ({bar.failing} failing)"


def again() -> str:
    """An offline run keeps no session that is under way: it is played anew."""
    called = AS_CALLED.get()
    return f"to play all of it again: {called}" if called else "play it again from the start"


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


def store_path(run: str, log_dir: Path) -> Path:
    """Where the sessions of a run with models are kept, unless it was given another store."""
    return log_dir / f"{run}{STORE}"


STORE = ".sessions.sqlite"
