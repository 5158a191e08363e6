"""The Inspect solver: one session per sample, in one of three run profiles.

`direct`: the coach talks to the offline model itself; Inspect sees no model call, usage stands in our events.
`claude`: the coach calls Claude as the product does; each call is recorded in the sample and counts for its limits.
`bridge`: the coach's calls go through Inspect's agent bridge to any Inspect model, with its limits and retries.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from inspect_ai import model as api
from inspect_ai.agent import AgentState, agent_bridge
from inspect_ai.log import transcript as sample_transcript
from inspect_ai.solver import Generate, Plan, Solver, TaskState, solver

from coach import variants
from coach.errors import CoachError, ServiceFailure
from coach.model import Client
from coach.store.chain import ChainEntry
from coach.store.recorder import Recorder, Sink
from coach.store.stored import events_of as stored_events
from coach.waiting import WaitingClient, claude
from evals.bridge import BridgedClient
from evals.budget import BudgetedClient, RunBudget, SessionBudget, budget_of_run
from evals.checks.view import TOKENS, RoleCall
from evals.errors import SessionStopped
from evals.offline import OfflineCoach
from evals.patient_model import on_pause, waiting_of_sample
from evals.players import Profile, profile_of
from evals.prompted_athlete import InspectAthlete
from evals.reading.acts import TrainedReader
from evals.run_specs import spec_of
from evals.scorers.adapter import KEY
from evals.session import Seats, Spec, as_stored, live, said_in, stored_form
from evals.viewing import events_of, transcript
from personas.athlete import Athlete
from personas.channel import channel_of
from personas.offline import OfflineAthlete

if TYPE_CHECKING:
    from coach.store.sessions import SessionStore

Models = dict[str, str]
"""Tier (`fast`, `reasoning`) to a model's name."""


def full_session(
    variant: str,
    profile: Profile,
    *,
    prompted: bool,
    models: dict[str, str] | None = None,
    max_connections: int = 10,
) -> Solver:
    """Run the coach against the sample's persona. `prompted`: a model plays the athlete (role `athlete`).

    `models`: tier to the coach's model, with its provider; None: Inspect's model for both.
    """
    played = _session(variant, profile, prompted=prompted, models=models, max_connections=max_connections)
    # Of what a solver itself puts into the sample, Inspect logs a second copy as a change of the state.
    return Plan(played, cleanup=_keep_session, internal=True)


@solver(name="full_session")
def _session(
    variant: str, profile: Profile, *, prompted: bool, models: dict[str, str] | None, max_connections: int
) -> Solver:
    loaded = variants.load(variant)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        spec = spec_of(state.metadata, loaded)
        if (ended := _ended(spec)) is not None:
            _played.set(ended)
            return state
        coach = models or dict.fromkeys(("fast", "reasoning"), str(state.model))
        chosen = profile_of(coach) if profile == "auto" else profile
        run_budget = budget_of_run.get() or RunBudget()
        if run_budget.is_spent:
            run_budget.unfinished += 1
            raise SessionStopped(f"the session was not begun: {run_budget.words()}")
        error, budget = None, SessionBudget(run_budget)
        recorder = _recorder(spec, chosen, budget)
        try:
            athlete = _athlete(spec, recorder, budget, prompted=prompted)
            await _PLAY[chosen](_Parts(spec, recorder, athlete, coach, max_connections, budget))
        except BaseException as problem:
            run_budget.unfinished += isinstance(problem, ServiceFailure | SessionStopped)
            error = str(problem) if isinstance(problem, CoachError) else f"{type(problem).__name__}: {problem}"
            raise
        finally:
            stored = as_stored(recorder, spec.name, error, channel_of(spec.session_seed))
            stored["role_calls"] = [call.model_dump() for call in budget.calls]
            _played.set(_Played(stored, transcript(said_in(recorder.events))))
        if (store := session_store.get()) is not None:
            store.end(spec.name, {name: stored[name] for name in _KEPT_AT_END})
        return state

    return solve


class _Played(NamedTuple):
    """A session as it is stored, and its messages."""

    stored: dict[str, Any]
    messages: list[api.ChatMessage]


_played: ContextVar[_Played] = ContextVar("_played")
"""The session of this context's sample."""


async def _keep_session(state: TaskState) -> None:
    """Put the session that was played into the sample, however it ended."""
    if (played := _played.get(None)) is None:
        return
    state.store.set(KEY, played.stored)
    state.messages = played.messages
    for event in events_of(state.messages):
        sample_transcript()._event(event)  # noqa: SLF001 (its public `info` lets nobody choose the id that links name)


session_store: ContextVar["SessionStore | None"] = ContextVar("session_store", default=None)
"""Where each event is kept when it happens, and from where interrupted sessions are taken up."""


_KEPT_AT_END = ("acts", "role_calls")
"""What the store keeps of a session that ended, beside its events."""


def _ended(spec: Spec) -> _Played | None:
    """The session where it ended before the run was interrupted."""
    store = session_store.get()
    ending = store.ending(spec.name) if store else None
    if store is None or ending is None:
        return None
    entries = store.entries(spec.name)
    stored = {**stored_form(spec.name, entries, ending["acts"]), "role_calls": ending["role_calls"]}
    return _Played(stored, transcript(said_in(stored_events([entry.event for entry in entries]))))


def _recorder(spec: Spec, profile: Profile, budget: SessionBudget) -> Recorder:
    """With what is stored of the session. The offline coach answers again, which costs nothing and tells its acts."""
    store = session_store.get()
    if store is None:
        return Recorder(_until_no_answer(lambda _entry: None, budget))
    kept = store.entries(spec.name)
    sink = _until_no_answer(store.sink(spec.name, len(kept)), budget)
    return Recorder(sink, recorded=kept, asks_again=profile == "direct")


def _until_no_answer(sink: Sink, budget: SessionBudget) -> Sink:
    """`sink`, up to the call that the service did not answer or the budget does not pay: there the session stops, so
    that it can be taken up again, and is not closed as one that failed."""

    def append(entry: ChainEntry) -> None:
        event = entry.event
        if event["kind"] != "model_failed" or not event.get("service"):
            return sink(entry)
        lost = (entry.beside or {}).get("lost", 0)
        if event.get("model") or lost:  # what the call's earlier answers used
            used = {name: event.get(name, 0) for name in TOKENS}
            budget.calls.append(RoleCall(role="coach", model=event.get("model") or "unknown", lost=lost, **used))
        raise SessionStopped(event["what"])

    return append


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a profile plays a session with; `most`: calls to Claude at once in the run."""

    spec: Spec
    recorder: Recorder
    athlete: Athlete
    models: Models
    most: int
    budget: SessionBudget

    async def play(self, client: Client, models: Models) -> None:
        """The session to its end; `client` is not asked once the budget is spent."""
        channel = channel_of(self.spec.session_seed)
        seats = Seats(BudgetedClient(client, self.budget), self.athlete, models, channel=channel)
        await live(self.spec, seats, self.recorder)


async def _direct(parts: _Parts) -> None:
    spec = parts.spec
    channel = channel_of(spec.session_seed)
    reader = None if isinstance(parts.athlete, OfflineAthlete) else TrainedReader(spec.today, channel)
    await parts.play(OfflineCoach(spec.session_seed, channel, reader), parts.models)


async def _claude(parts: _Parts) -> None:
    from evals.claude import RecordedClaude

    ids = {tier: name.partition("/")[2] for tier, name in parts.models.items()}
    async with claude() as sdk:
        waiting = parts.spec.variant.settings.waiting
        patient = WaitingClient(sdk, waiting, on_pause=on_pause.get(), sleep=waiting_of_sample)
        await parts.play(RecordedClaude(patient, parts.most), ids)


async def _bridged(parts: _Parts) -> None:
    seeded, client = _seeded(parts.spec.session_seed), BridgedClient()
    state = AgentState(messages=[])
    async with agent_bridge(state, filter=seeded, response_filter=client.note, forward_generation_config=True):
        await parts.play(client, parts.models)


_PLAY = {"direct": _direct, "claude": _claude, "bridge": _bridged}


def _athlete(spec: Spec, recorder: Recorder, budget: SessionBudget, *, prompted: bool) -> Athlete:
    if not prompted:
        return OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
    model, kept = api.get_model(role="athlete"), [entry.beside for entry in recorder.recorded]
    return InspectAthlete(model, spec.persona, spec.session_seed, today=spec.today, budget=budget, recorded=kept)


def _seeded(seed: int) -> Any:
    async def seeded(
        model: api.Model, messages: list[api.ChatMessage], tools: Any, tool_choice: Any, config: api.GenerateConfig
    ) -> api.GenerateInput:
        return api.GenerateInput(messages, tools, tool_choice, config.merge(api.GenerateConfig(seed=seed)))

    return seeded
