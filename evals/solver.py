"""The Inspect solver: one session per sample, in one of two run profiles.

`direct`: the coach talks to the offline model itself; Inspect sees no model call, usage stands in our events.
`bridge`: the coach's calls go through Inspect's agent bridge to any Inspect model, with its limits and retries.
"""

import datetime as dt
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Literal

from inspect_ai.agent import AgentState, agent_bridge
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    GenerateInput,
    Model,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver

from coach import variants
from coach.store.recorder import Recorder
from evals.bridge import BridgedClient
from evals.offline import OfflineCoach
from evals.prompted_athlete import InspectAthlete
from evals.reading.acts import TrainedReader
from evals.scorers.adapter import KEY
from evals.session import Seats, Spec, as_stored, live
from evals.transcript import transcript
from personas.athlete import Athlete
from personas.channel import channel_of
from personas.offline import OfflineAthlete
from personas.persona import Persona

Profile = Literal["auto", "direct", "bridge"]


@solver
def full_session(variant: str, profile: Profile, *, prompted: bool) -> Solver:
    """Run the coach against the sample's persona. `prompted`: a model plays the athlete (role `athlete`)."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        spec = _spec(state, variant)
        recorder, error = Recorder(), None
        try:
            await _play(spec, recorder, _resolve(profile, str(state.model)), prompted=prompted)
        except BaseException as problem:
            error = f"{type(problem).__name__}: {problem}"
            raise
        finally:
            stored = as_stored(recorder, spec.name, error, channel_of(spec.session_seed))
            state.store.set(KEY, stored)
            state.messages = transcript(stored["events"])
            on_session_end.get()()
        return state

    return solve


on_session_end: ContextVar[Callable[[], object]] = ContextVar("on_session_end", default=lambda: None)
"""Called at the end of each session of a run that was started in this context."""


def _spec(state: TaskState, variant: str) -> Spec:
    meta = state.metadata
    return Spec(
        persona=Persona.model_validate(meta["persona"]),
        variant=variants.load(variant),
        epoch=int(meta["epoch"]),
        seed=int(meta["run_seed"]),
        today=dt.date.fromisoformat(meta["today"]),
    )


def _resolve(profile: Profile, model: str) -> str:
    if profile != "auto":
        return profile
    return "direct" if model.endswith("offline/coach") else "bridge"


async def _play(spec: Spec, recorder: Recorder, profile: str, *, prompted: bool) -> None:
    athlete, channel = _athlete(spec, prompted=prompted), channel_of(spec.session_seed)
    if profile == "direct":
        models = dict.fromkeys(("fast", "reasoning"), "offline/coach")
        coach = OfflineCoach(spec.session_seed, channel, TrainedReader(spec.today) if prompted else None)
        await live(spec, Seats(coach, athlete, models, channel=channel), recorder)
        return
    models = dict.fromkeys(("fast", "reasoning"), str(get_model()))
    seeded = _seeded(spec.session_seed)
    async with agent_bridge(AgentState(messages=[]), filter=seeded, forward_generation_config=True):
        await live(spec, Seats(BridgedClient(), athlete, models, channel=channel), recorder)


def _athlete(spec: Spec, *, prompted: bool) -> Athlete:
    if not prompted:
        return OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
    return InspectAthlete(get_model(role="athlete"), spec.persona, spec.session_seed, today=spec.today)


def _seeded(seed: int) -> Any:
    async def seeded(
        model: Model, messages: list[ChatMessage], tools: Any, tool_choice: Any, config: GenerateConfig
    ) -> GenerateInput:
        return GenerateInput(messages, tools, tool_choice, config.merge(GenerateConfig(seed=seed)))

    return seeded
