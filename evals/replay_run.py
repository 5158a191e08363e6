"""The sessions of a run played again, each from its recording into a live coach, and the log of it. Prints nothing."""

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from coach.store.recorder import Recorder
from coach.variants import Variant
from coach.waiting import WaitingClient, claude
from evals.budget import BudgetedClient, RunBudget, SessionBudget
from evals.bulk import Finished, Job, described, judged
from evals.checks.view import view
from evals.errors import RunError
from evals.inspect_log import InspectLog
from evals.offline import OfflineCoach
from evals.players import OFFLINE_ATHLETE, OFFLINE_COACH, check_model_name, coach_models, in_words, profile_of
from evals.progress import PausesTold
from evals.reading.acts import TrainedReader
from evals.replay import Calls, Recording, Start, replayed
from evals.run_manifest import write_manifest
from evals.run_specs import run_metadata, spec_of
from evals.scorers.adapter import KEY
from evals.session import Seats, Spec
from personas.channel import Channel
from personas.offline import OfflineAthlete


@dataclass(frozen=True, slots=True)
class LiveCoach:
    """Who coaches live. `models`: tier to the model's name, with its provider."""

    variant: Variant
    models: dict[str, str]

    @property
    def is_offline(self) -> bool:
        return profile_of(self.models) == "direct"


def coach_of(model: str, variant: Variant) -> LiveCoach:
    """`model`: offline/coach, anthropic/ID, or anthropic for the models of the variant; `RunError` for any other."""
    models = coach_models(model, variant.settings.models.model_dump())
    for name in models.values():
        check_model_name(name)
    if profile_of(models) == "bridge":
        raise RunError(f"replay goes on live with {OFFLINE_COACH}, anthropic or anthropic/ID, not with {model!r}")
    return LiveCoach(variant, models)


class Play(NamedTuple):
    """A session to play again, and how it was recorded."""

    spec: Spec
    recording: Recording


class ReplayedSession(NamedTuple):
    """A session that was played again. `recorder`: all of its events."""

    finished: Finished
    recorder: Recorder
    calls: Calls

    @property
    def is_unanswered(self) -> bool:
        """Whether it came to its end and every answer in it is a recorded one."""
        return self.finished.error is None and not self.calls.live


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """How to play again the run `run`, whose athlete was `athlete`: live from `start`, `most` sessions at once; live
    answers are paid from `budget`."""

    run: str
    athlete: str
    start: Start
    coach: LiveCoach
    log_dir: Path
    most: int
    budget: RunBudget


def plays_of(samples: Iterable[Any], variant: Variant, *, prompted: bool) -> tuple[list[Play], list[str]]:
    """The sessions of a log's samples with another variant, and the names of those that left no record. `prompted`: a
    model played the athlete."""
    plays, unrecorded = list[Play](), list[str]()
    for sample in samples:
        if stored := (sample.get("store") or {}).get(KEY):
            seen = view(stored)
            recording = Recording(tuple(seen.events), seen.acts or {}, prompted)
            plays.append(Play(spec_of(sample["metadata"], variant), recording))
        else:
            unrecorded.append(str(sample["id"]))
    return plays, unrecorded


def played_again(plays: list[Play], request: ReplayRequest) -> tuple[list[ReplayedSession], Path]:
    """The sessions, and the path of their log, which holds each from its end on; a manifest lies beside it."""
    models = request.coach.models
    metadata = {
        **run_metadata(tuple(play.spec for play in plays), _athlete(request.athlete)),
        "coach": in_words(models),
        "models": models,
        "replay_of": request.run,
        "replay_from": str(request.start.state or f"turn {request.start.turn}"),
    }
    request.log_dir.mkdir(parents=True, exist_ok=True)
    with InspectLog(request.log_dir, next(iter(models.values())), len(plays), metadata) as log:
        played = asyncio.run(_all(plays, request, log))
        log.finish(unanswered=[each.finished.job.spec.name for each in played if each.is_unanswered])
    heads = {each.finished.job.spec.name: (each.finished.stored or {}).get("head") for each in played}
    write_manifest(log.path, heads)
    return played, log.path


def _athlete(recorded: str) -> str:
    """Who speaks: what was recorded of the athlete, and where the talk went another way the offline athlete."""
    return recorded if recorded == OFFLINE_ATHLETE else f"{recorded} as recorded, then {OFFLINE_ATHLETE}"


async def _all(plays: list[Play], request: ReplayRequest, log: InspectLog) -> list[ReplayedSession]:
    coach, places, writing, told = request.coach, asyncio.Semaphore(request.most), asyncio.Lock(), PausesTold()
    async with AsyncExitStack() as stack:
        sdk = None if coach.is_offline else await stack.enter_async_context(claude())

        async def one(play: Play) -> ReplayedSession:
            async with places:
                client = None
                if sdk is not None:
                    patient = WaitingClient(sdk, play.spec.variant.settings.waiting, on_pause=told)
                    client = BudgetedClient(patient, SessionBudget(request.budget))
                played = await _played(play, request.start, coach, client)
            async with writing:
                await asyncio.to_thread(log.add, played.finished)  # it has an event loop of its own
            return played

        return await asyncio.gather(*map(one, plays))


async def _played(play: Play, start: Start, coach: LiveCoach, client: Any) -> ReplayedSession:
    spec, channel, recorder = play.spec, Channel(), Recorder()
    reader = TrainedReader(spec.today, channel) if play.recording.prompted else None
    seats = Seats(
        client or OfflineCoach(spec.session_seed, channel, reader, spec.hearing),
        OfflineAthlete(spec.persona, spec.session_seed, today=spec.today),
        coach.models if coach.is_offline else {tier: name.partition("/")[2] for tier, name in coach.models.items()},
        channel=channel,
    )
    error, calls = None, Calls(0, 0)
    try:
        calls = await replayed(spec, play.recording, start, seats, recorder)
    except Exception as problem:  # noqa: BLE001 (one session that breaks must not end the others)
        error = described(problem)
    return ReplayedSession(judged(Job(spec), recorder, channel, error), recorder, calls)
