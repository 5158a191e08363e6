"""A finished session as the checks see it: its events, what the athlete saw, what stayed internal. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import wraps
from itertools import chain
from operator import itemgetter
from typing import Any, Literal, TypeVar

from pydantic import ValidationError

from coach import events as e
from coach.errors import InputError
from coach.events import FactRecorded, GoalChanged
from coach.records.base import Record
from coach.records.block import TrainingBlock
from coach.records.fact import Fact
from coach.records.problems import first_problem
from coach.states import State
from coach.store.stored import events_of
from evals.checks.withheld_thinking import THINKING, withholds
from personas.acts import Act, from_json
from personas.persona import Persona

T = TypeVar("T")
Side = Literal["athlete", "coach"]
TOKENS = ("input_tokens", "output_tokens", "cache_write_tokens", "cache_read_tokens")


class RoleCall(Record):
    """One call. `input_tokens` were neither written to nor read from the prompt cache.

    `lost`: answers to it that broke off before this one, which may be billed.
    """

    role: Literal["athlete", "judge", "coach"]
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cache_read_tokens: int = 0
    lost: int = 0

    @classmethod
    def of(cls, role: Literal["athlete", "judge"], model: object, usage: Any) -> "RoleCall":
        """The call that an Inspect model answered, by what it says it used; without tokens where that is None."""
        if usage is None:
            return cls(role=role, model=str(model))
        written, read = usage.input_tokens_cache_write or 0, usage.input_tokens_cache_read or 0
        tokens = (usage.input_tokens, usage.output_tokens, written, read)
        return cls(role=role, model=str(model), **dict(zip(TOKENS, tokens, strict=True)))

    @property
    def tokens(self) -> tuple[int, ...]:
        """In the order of `TOKENS`."""
        return tuple(getattr(self, name) for name in TOKENS)


@dataclass(frozen=True, slots=True)
class VisibleText:
    """A string and the event (0-based) that brought it."""

    event: int
    text: str


@dataclass(frozen=True, slots=True)
class SessionView:
    """`events` in order; `error` tells of a session that broke for reasons outside the coach.

    `seconds`: how long each event took, where that was kept; `failed_attempts`: how often the call of each event was
    tried in vain before; `dropped_blocks`: how many blocks of its request the server left out; `lost_answers`: how many
    answers to it broke off. `role_calls`: the model calls of the athlete and the judge. `record`: `talk`
    where a transcript of another coach was read, so that the events are the words and nothing else. `staged`: whether
    it is known at which state each word of the coach was said. `today`: the day of a talk, where it is known; events
    say it themselves. `unseen`: who said something that is in none of the texts: sound, a picture, a file. `acts`:
    index of a message among the events to what its speaker meant by it, where that is known. `cache`: see
    `per_session`.
    """

    events: tuple[e.Event, ...]
    error: str | None = None
    seconds: tuple[float | None, ...] = ()
    failed_attempts: tuple[int, ...] = ()
    dropped_blocks: tuple[int, ...] = ()
    lost_answers: tuple[int, ...] = ()
    role_calls: tuple[RoleCall, ...] = ()
    record: Literal["events", "talk"] = "events"
    staged: bool = True
    today: date | None = None
    unseen: frozenset[Side] = frozenset()
    acts: Mapping[int, tuple[Act, ...]] = field(default_factory=dict)
    cache: dict[Callable[["SessionView"], Any], Any] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )

    def of(self, *kinds: type) -> Iterator[tuple[int, Any]]:
        """(index, event) of every event of these types, in order."""
        found = [_by_type(self).get(kind, ()) for kind in kinds]
        return iter(found[0] if len(found) == 1 else sorted(chain.from_iterable(found), key=itemgetter(0)))

    def last(self, kind: type) -> tuple[int, Any] | None:
        found = _by_type(self).get(kind)
        return found[-1] if found else None

    @property
    def visible(self) -> tuple[VisibleText, ...]:
        return _visible(self)

    @property
    def athlete_said(self) -> tuple[VisibleText, ...]:
        return _athlete_said(self)

    @property
    def broke(self) -> str | None:
        """What ended the session that nobody in it is to be judged by: an error of the run, or no service."""
        failed = next((event.what for _, event in self.of(e.ModelFailed) if event.service), None)
        return self.error or failed

    @property
    def end(self) -> int | None:
        """The index of the last event; None where there is none."""
        return len(self.events) - 1 if self.events else None

    @property
    def outcome(self) -> str | None:
        """How it ended; None where that is not on record."""
        closed = self.last(e.SessionClosed)
        return closed[1].outcome if closed else None

    @property
    def failed_early(self) -> bool:
        """Whether it failed before a gate decided, so that its intake never came to an end."""
        return self.outcome == "failed" and self.last(e.GateEvaluated) is None

    @property
    def coach_spoke(self) -> bool:
        """Whether any word of the coach is on record."""
        return any(event.text.strip() for _, event in self.of(e.CoachSaid))

    @property
    def model_spoke(self) -> bool:
        """The same without the engine's last word."""
        return any(event.text.strip() for _, event in self.of(e.CoachSaid) if event.state is not State.CLOSED)

    @property
    def internal(self) -> tuple[str, ...]:
        """Strings that must not surface: reasons of fields, thinking, words of silent states, tool errors."""
        return tuple(text for _, event in self.of(*_INTERNAL) for text in _INTERNAL[type(event)](event) if text)

    @property
    def withheld(self) -> tuple[str, ...]:
        """Names of internal strings that the record does not hold in words: thinking that the API kept back."""
        return (THINKING,) if any(withholds(event.content) for _, event in self.of(e.ModelCalled)) else ()


def per_session(function: Callable[[SessionView], T]) -> Callable[[SessionView], T]:
    """`function` of a session, computed once for each."""

    @wraps(function)
    def once(session: SessionView) -> T:
        if function not in session.cache:
            session.cache[function] = function(session)
        found: T = session.cache[function]
        return found

    return once


@per_session
def _by_type(session: SessionView) -> Mapping[type, list[tuple[int, Any]]]:
    found: dict[type, list[tuple[int, Any]]] = {}
    for index, event in enumerate(session.events):
        found.setdefault(type(event), []).append((index, event))
    return found


@per_session
def _visible(session: SessionView) -> tuple[VisibleText, ...]:
    shown = ((index, _VISIBLE[type(event)](event)) for index, event in session.of(*_VISIBLE))
    return tuple(VisibleText(index, text) for index, texts in shown for text in texts if text.strip())


@per_session
def _athlete_said(session: SessionView) -> tuple[VisibleText, ...]:
    return tuple(VisibleText(index, event.text) for index, event in session.of(e.AthleteSaid))


def plan_strings(plan: TrainingBlock) -> tuple[str, ...]:
    """What the coach wrote into a plan of training; its goal, shown too, says what the athlete is after."""
    sessions = (s.text for week in plan.weeks for day in week.days for s in day.sessions)
    return (*plan.note_texts, *(week.focus for week in plan.weeks), *sessions)


_VISIBLE: Mapping[type, Any] = {
    e.CoachSaid: lambda event: (event.text,),
    e.PlanShown: lambda event: (event.plan.goal, *plan_strings(event.plan)),
}


def _unspoken_blocks(event: e.ModelCalled) -> tuple[str, ...]:
    """Thinking anywhere, and text where the state's text is not shown."""
    kinds = {"thinking"} | ({"text"} if event.state in {"ANALYST", "PLAN", "SAFETY"} else set())
    return tuple(str(block.get(block["type"], "")) for block in event.content if block.get("type") in kinds)


_INTERNAL: Mapping[type, Any] = {
    e.ModelCalled: _unspoken_blocks,
    e.SchemaAccepted: lambda event: (
        *(field.reason for field in event.intake.fields),
        *filter(None, [event.intake.goal_analysis.reframe]),
    ),
    e.ToolCalled: lambda event: (event.error,) if event.error else (),
}


def view(stored: Mapping[str, Any]) -> SessionView:
    """Read a session as logs hold it (`evals.session.as_stored`), of any version; `InputError` for what is none."""
    beside = [kept or {} for kept in stored.get("beside", ())]
    acts = {int(index): from_json(told) for index, told in stored.get("acts", {}).items()}
    return SessionView(
        events_of(stored["events"]),
        stored.get("error"),
        seconds=tuple(kept.get("seconds") for kept in beside),
        failed_attempts=tuple(kept.get("retries", 0) for kept in beside),
        dropped_blocks=tuple(kept.get("dropped", 0) for kept in beside),
        lost_answers=tuple(kept.get("lost", 0) for kept in beside),
        role_calls=_role_calls(stored.get("role_calls", ())),
        acts=acts,
    )


def _role_calls(stored: Iterable[Any]) -> tuple[RoleCall, ...]:
    try:
        return tuple(RoleCall.model_validate(call) for call in stored)
    except ValidationError as error:
        raise InputError(f"role_calls: {first_problem(error)}") from error


def collected(session: SessionView, until: int | None = None) -> dict[str, tuple[int, Fact]]:
    """The newest record of each field, with its event; before the event `until`, where that is given."""
    held: dict[str, tuple[int, Fact]] = {}
    for index, event in session.of(FactRecorded, GoalChanged):
        if until is not None and index >= until:
            break
        if isinstance(event, FactRecorded):
            held[event.fact.field] = (index, event.fact)
        else:
            held = {name: each for name, each in held.items() if name not in event.dropped}
    return held


@dataclass(frozen=True, slots=True)
class Case:
    """`prompts`: internal texts that no event holds; `lost`: what is not known of them.
    `persona` None: a transcript of nobody we know.
    """

    session: SessionView
    persona: Persona | None
    prompts: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
