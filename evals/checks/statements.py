"""What was said in a session: the facts the athlete stated, refused or left open, the fields the coach asked for.

Taken from the acts that lie beside the session; of a message without acts, from the trained reader of free text
(athlete) and from the reader of questions (coach). Judges nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coach.events import CoachSaid, SessionStarted
from coach.records.fact import Value
from coach.records.goal import Goal
from evals.checks.exchanges import Exchange, exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, per_session
from evals.reading.acts import acts_in
from personas.acts import Act, Ask, ChangeGoal, Correct, Decline, DontKnow, PutOff, StateGoal, Tell
from personas.questions import read_questions


@dataclass(frozen=True, slots=True)
class Stated:
    """A value that the athlete gave for a field. `explicit`: not roughly. `corrects`: announced as a correction."""

    exchange: Exchange
    field: str
    value: Value
    explicit: bool
    corrects: bool
    words: str

    def evidence(self, rule: str, what: str) -> Evidence:
        return quoted(self.exchange, self.words, rule, what)


@dataclass(frozen=True, slots=True)
class StatedGoal:
    """A goal that the athlete named. `change`: instead of the present ones, on top of them, or None: not as a change.

    `goal` is None where a goal was only given up.
    """

    exchange: Exchange
    goal: Goal | None
    change: Literal["instead", "also"] | None
    words: str


@dataclass(frozen=True, slots=True)
class Statements:
    """`refused`, `left_open`: (event, field). `by_acts`: no message had to be read."""

    told: tuple[Stated, ...]
    refused: tuple[tuple[int, str], ...]
    left_open: tuple[tuple[int, str], ...]
    goals: tuple[StatedGoal, ...]
    by_acts: bool


@per_session
def statements(session: SessionView) -> Statements:
    """Everything that the athlete stated, in order; a field stands as often as it was stated."""
    said = [(exchange, act) for exchange in exchanges(session) for act in _acts(session, exchange)]
    return Statements(
        told=tuple(_stated(exchange, act) for exchange, act in said if isinstance(act, Tell | Correct)),
        refused=tuple((each.event, act.field) for each, act in said if isinstance(act, Decline | DontKnow)),
        left_open=tuple((each.event, act.field) for each, act in said if isinstance(act, PutOff)),
        goals=tuple(_goal(exchange, act) for exchange, act in said if isinstance(act, StateGoal | ChangeGoal)),
        by_acts=all(exchange.event in session.acts for exchange in exchanges(session)),
    )


@per_session
def asked(session: SessionView) -> dict[int, tuple[Ask, ...]]:
    """Event of each message of the coach to the fields that it asks for."""
    return {
        index: tuple(act for act in session.acts.get(index) or read_questions(event.text) if isinstance(act, Ask))
        for index, event in session.of(CoachSaid)
    }


def asked_before(session: SessionView, exchange: Exchange) -> tuple[Ask, ...]:
    """What the coach's words that the message answers ask for."""
    return tuple(ask for index in exchange.coach_events for ask in asked(session)[index])


def quoted(exchange: Exchange, words: str, rule: str, what: str) -> Evidence:
    """A finding at `words` in the message; at the whole message where they do not stand in it as they are."""
    start = exchange.text.find(words) if words else -1
    start, end = (start, start + len(words)) if start >= 0 else (0, len(exchange.text))
    quote = exchange.text[start:end]
    return Evidence(what=f"{rule}: {what}", event=exchange.event, start=start, end=end, quote=quote, rule=rule)


def _acts(session: SessionView, exchange: Exchange) -> tuple[Act, ...]:
    known = session.acts.get(exchange.event)
    return known if known is not None else acts_in(exchange.text, exchange.asked or None, _today(session))


def _stated(exchange: Exchange, act: Tell | Correct) -> Stated:
    explicit = isinstance(act, Correct) or act.confidence == "explicit"
    return Stated(exchange, act.field, act.value, explicit, isinstance(act, Correct), act.words)


def _goal(exchange: Exchange, act: StateGoal | ChangeGoal) -> StatedGoal:
    if isinstance(act, StateGoal):
        return StatedGoal(exchange, act.goal, None, act.words)
    return StatedGoal(exchange, act.goal, "also" if act.keeps else "instead", act.words)


def _today(session: SessionView) -> str | None:
    started = session.last(SessionStarted)
    return started[1].today if started else None


def in_sentences(asks: tuple[Ask, ...]) -> Iterator[tuple[str, tuple[Ask, ...]]]:
    """The asking sentences with what each asks for."""
    words = dict.fromkeys(ask.words for ask in asks)
    return ((sentence, tuple(ask for ask in asks if ask.words == sentence)) for sentence in words)
