"""A recorded session once more: its answers drive the engine up to a point, from there a coach is asked live.

The athlete is the same: the offline athlete with the session's seed; where a model played the athlete, its recorded
messages as long as the talk is the recorded one. Knows no log and no command.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from anthropic.types import Message

from coach.canonical_json import digest
from coach.events import AthleteLeft, AthleteSaid, CoachSaid, Event, ModelCalled, Moved, PlanShown
from coach.model import Client
from coach.plan.present import plan_text
from coach.states import State
from coach.store.recorder import Recorder
from evals.session import Seats, Spec, live
from personas.acts import Act
from personas.athlete import Athlete, AthleteView, Reply
from personas.channel import Channel


@dataclass(frozen=True, slots=True)
class Recording:
    """A session as it was played. `acts`: what its messages mean, by the index of their event."""

    events: tuple[Event, ...]
    acts: Mapping[int, tuple[Act, ...]]
    prompted: bool
    """Whether a model played the athlete."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where the live coach takes over: at the first call in this turn (from 1), or after this state is entered."""

    turn: int | None = None
    state: State | None = None


class Calls(NamedTuple):
    """How many answers the recording gave, and how many were asked for live."""

    recorded: int
    live: int


class FirstDifference(NamedTuple):
    """The first turn (from 1) that differs, as it was recorded and as it is now; empty where there is no such turn."""

    turn: int
    recorded: str
    now: str


@dataclass(frozen=True, slots=True)
class _Answer:
    """A recorded answer. `entered`: the states that the session had entered by then.

    `said`: the messages that the athlete saw of it, and what they mean where that is known.
    """

    turn: int
    entered: frozenset[State]
    called: ModelCalled
    said: tuple[tuple[str, tuple[Act, ...] | None], ...] = ()


async def replayed(spec: Spec, recording: Recording, start: Start, seats: Seats, recorder: Recorder) -> Calls:
    """Play the session of `recording` as `spec` says, live from `start` on with the coach and athlete of `seats`.

    What was played stays in `recorder` whatever is raised on the way.
    """
    answers = _kept(_answers(recording), start)
    client = _Answering(answers, seats.client, seats.channel, recorder)
    athlete = _Remembered(recording.events, seats.athlete) if recording.prompted else seats.athlete
    await live(spec, Seats(client, athlete, seats.models, seats.make_coach, seats.channel), recorder)
    return Calls(client.recorded, client.live)


def _answers(recording: Recording) -> tuple[_Answer, ...]:
    """The recorded answers in order."""
    found: list[_Answer] = []
    turn, entered = 0, frozenset({State.GOAL_CAPTURE})
    for index, event in enumerate(recording.events):
        if isinstance(event, AthleteSaid):
            turn = event.turn
        elif isinstance(event, Moved):
            entered |= {event.target}
        elif isinstance(event, ModelCalled):
            found.append(_Answer(turn, entered, event))
        elif isinstance(event, CoachSaid) and found:
            found[-1] = replace(found[-1], said=(*found[-1].said, (event.text, recording.acts.get(index))))
    return tuple(found)


def _kept(answers: Sequence[_Answer], start: Start) -> tuple[_Answer, ...]:
    """The answers before `start`; all of them where the session never came so far."""
    until = (
        index
        for index, each in enumerate(answers)
        if start.state in each.entered or (start.turn is not None and each.turn >= start.turn)
    )
    return tuple(answers[: next(until, len(answers))])


def live_share(recording: Recording, start: Start) -> float:
    """Which share of the recorded answers comes from `start` on: about what a replay asks for live."""
    answers = _answers(recording)
    return 1 - len(_kept(answers, start)) / len(answers) if answers else 1.0


class _Answering:
    """A client: the recorded answers as long as they fit the session, then `client`."""

    def __init__(self, answers: Sequence[_Answer], client: Client, channel: Channel, recorder: Recorder) -> None:
        self._answers, self._client, self._channel, self._recorder = answers, client, channel, recorder
        self.recorded = self.live = 0

    @property
    def messages(self) -> "_Answering":
        return self

    async def create(self, **request: Any) -> Message:
        """An answer that was recorded in another state or turn than the present one fits no longer: it ends them."""
        session = self._recorder.session
        answer = self._answers[self.recorded] if self.recorded < len(self._answers) and not self.live else None
        if answer is None or (answer.called.state, answer.turn) != (session.state, session.turn):
            self.live += 1
            message: Message = await self._client.messages.create(**request)
            return message
        self.recorded += 1
        for text, acts in answer.said:
            if acts is not None:
                self._channel.deposit(text, acts)
        return _message(answer, request)


def _message(answer: _Answer, request: Mapping[str, Any]) -> Message:
    """The recorded answer as the Messages API gave it, as far as it may stand behind what `request` begins with."""
    called = answer.called
    frame = digest({"system": request["system"], "tools": request["tools"]})
    elsewhere = called.model != request["model"] or called.prompt != frame
    return Message.construct(
        id="msg_recorded",
        type="message",
        role="assistant",
        model=called.model,
        content=_without_thinking(answer) if elsewhere else list(called.content),
        stop_reason=called.stop_reason,
        usage={
            "input_tokens": called.input_tokens,
            "output_tokens": called.output_tokens,
            "cache_creation_input_tokens": called.cache_write_tokens,
            "cache_read_input_tokens": called.cache_read_tokens,
        },
    )


def _without_thinking(answer: _Answer) -> list[dict[str, Any]]:
    """The blocks of an answer without thinking, which the API takes only behind the bytes that it followed.

    Notes for the athlete that came as thinking become text.
    """
    words = "\n\n".join(text for text, _ in answer.said)
    found: list[dict[str, Any]] = []
    for block in answer.called.content:
        if block.get("type") not in {"thinking", "redacted_thinking"}:
            found.append(block)
        elif (note := str(block.get("thinking") or "").strip()) and note in words:
            found.append({"type": "text", "text": note})
    return found


class _Remembered:
    """The athlete's recorded messages while the coach's are the recorded ones; from then on `athlete`.

    `athlete` hears the whole talk, so that it knows what was asked; what it would have said before is left out.
    """

    def __init__(self, events: Sequence[Event], athlete: Athlete) -> None:
        self._turns = _turns(events)
        self._left = any(isinstance(event, AthleteLeft) for event in events)
        self._athlete = athlete
        self._at = 0
        self._differs = False

    async def reply(self, heard: AthleteView | None) -> Reply:
        reply = await self._athlete.reply(heard)
        if heard is not None and not self._differs:
            self._differs = self._turns[self._at - 1].coach != heard.text
        if self._differs:
            return reply
        self._at += 1
        if self._at <= len(self._turns):
            return Reply(self._turns[self._at - 1].athlete)
        return Reply(None) if self._left else reply


class _Turn(NamedTuple):
    athlete: str
    coach: str
    plan: str


def _turns(events: Sequence[Event]) -> tuple[_Turn, ...]:
    """What was seen in each turn of the athlete: their message, the coach's words, the plan that came up."""
    turns: list[_Turn] = []
    for event in events:
        if isinstance(event, AthleteSaid):
            turns.append(_Turn(event.text, "", ""))
        elif isinstance(event, CoachSaid) and turns:
            words = "\n\n".join(filter(None, (turns[-1].coach, event.text)))
            turns[-1] = turns[-1]._replace(coach=words)
        elif isinstance(event, PlanShown) and turns:
            turns[-1] = turns[-1]._replace(plan=plan_text(event.plan))
    return tuple(turns)


def first_difference(recorded: Sequence[Event], now: Sequence[Event]) -> FirstDifference | None:
    """The first turn in which the athlete would see another message or plan; None where there is none."""
    for turn, (before, after) in enumerate(zip_longest(_turns(recorded), _turns(now)), start=1):
        if before != after:
            return FirstDifference(turn, _differing(before, after), _differing(after, before))
    return None


def _differing(turn: _Turn | None, other: _Turn | None) -> str:
    """What of `turn` is not as in `other`."""
    parts = turn._asdict() if turn else {}
    return "\n".join(f"{name}: {text}" for name, text in parts.items() if text and text != getattr(other, name, None))
