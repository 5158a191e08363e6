"""What was stated in a session: facts the athlete gave, refused or left open, fields the coach asked for.

Taken from the acts that lie beside the session; of a message without acts, from the trained reader of free text
(athlete) and from the reader of questions (coach). Judges nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from coach import events as e
from coach.events import CoachSaid, SessionStarted
from coach.profile.catalogue import catalogue
from coach.records.fact import Value
from coach.records.goal import Goal
from evals.checks.measured import measured
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, per_session
from evals.reading.acts import acts_in
from evals.reading.red_flags import red_flags
from personas.acts import Act, Ask, ChangeGoal, Correct, Decline, DontKnow, PutOff, StateGoal, Tell
from personas.questions import read_questions


@dataclass(frozen=True, slots=True)
class Exchange:
    """The athlete's message number `turn` (1-based) at `event`. `asked`: the coach's words since the one before it.

    `plan_shown`: a plan has been before the athlete's eyes by then. `stage`: the state in which the coach last spoke.
    `coach_events`: the events of `asked`.
    """

    event: int
    turn: int
    text: str
    asked: str
    plan_shown: bool
    stage: str = "GOAL_CAPTURE"
    coach_events: tuple[int, ...] = ()


@per_session
def exchanges(session: SessionView) -> tuple[Exchange, ...]:
    """Every message of the athlete with what it answers."""
    found: list[Exchange] = []
    heard: list[tuple[int, str]] = []
    shown, stage = False, "GOAL_CAPTURE"
    for index, event in session.of(e.CoachSaid, e.PlanShown, e.AthleteSaid):
        if isinstance(event, e.CoachSaid):
            heard.append((index, event.text))
            stage = event.state
        elif isinstance(event, e.PlanShown):
            shown = True
        else:
            asked, events = "\n\n".join(text for _, text in heard), tuple(at for at, _ in heard)
            found.append(Exchange(index, len(found) + 1, event.text, asked, shown, stage, events))
            heard = []
    return tuple(found)


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A value that the athlete gave for a field. `explicit`: not roughly; `denied`: as in `Tell`."""

    exchange: Exchange
    field: str
    value: Value
    explicit: bool
    words: str
    denied: tuple[str, ...] | None = None

    def evidence(self, rule: str, what: str) -> Evidence:
        return quoted(self.exchange, self.words, rule, what)


@dataclass(frozen=True, slots=True)
class StatedGoal:
    """A goal that the athlete named; `goal` is None where one was only given up."""

    exchange: Exchange
    goal: Goal | None
    words: str


@dataclass(frozen=True, slots=True)
class Statements:
    """`refused`, `left_open`: (event, field). `by_acts`: no message had to be read."""

    facts: tuple[StatedFact, ...]
    refused: tuple[tuple[int, str], ...]
    left_open: tuple[tuple[int, str], ...]
    goals: tuple[StatedGoal, ...]
    by_acts: bool


@per_session
def statements(session: SessionView) -> Statements:
    """Everything that the athlete stated, in order; a field stands as often as it was stated."""
    acts = [(exchange, act) for exchange in exchanges(session) for act in _acts(session, exchange)]
    return Statements(
        facts=tuple(_fact(exchange, act) for exchange, act in acts if isinstance(act, Tell | Correct)),
        refused=tuple((each.event, act.field) for each, act in acts if isinstance(act, Decline | DontKnow)),
        left_open=tuple((each.event, act.field) for each, act in acts if isinstance(act, PutOff)),
        goals=tuple(
            StatedGoal(each, act.goal, act.words) for each, act in acts if isinstance(act, StateGoal | ChangeGoal)
        ),
        by_acts=all(exchange.event in session.acts for exchange in exchanges(session)),
    )


def flags_in(session: SessionView, exchange: Exchange) -> tuple[str, ...]:
    """The safety rules that block on what the message states beyond doubt."""
    told = (each for each in statements(session).facts if each.exchange is exchange and each.explicit)
    return red_flags(exchange.text, ((each.field, each.value) for each in told))


@per_session
def asks(session: SessionView) -> dict[int, tuple[Ask, ...]]:
    """Event of each message of the coach to what it asks for."""
    return {
        index: tuple(act for act in session.acts.get(index) or read_questions(event.text) if isinstance(act, Ask))
        for index, event in session.of(CoachSaid)
    }


def asks_before(session: SessionView, exchange: Exchange) -> tuple[Ask, ...]:
    """What the coach's words that the message answers ask for."""
    return tuple(ask for index in exchange.coach_events for ask in asks(session)[index])


def by_sentence(asked: tuple[Ask, ...]) -> Iterator[tuple[str, tuple[Ask, ...]]]:
    """The asking sentences with what each asks for."""
    words = dict.fromkeys(ask.words for ask in asked)
    return ((sentence, tuple(ask for ask in asked if ask.words == sentence)) for sentence in words)


@lru_cache(1024)
def topic_of(name: str) -> str:
    """The catalogue's topic of a field; a field of the analyst's own is a topic by itself."""
    table = catalogue()
    return table.questions[table.fields[name].question].topic if name in table.fields else name


def quoted(exchange: Exchange, words: str, rule: str, what: str) -> Evidence:
    """A finding at `words` in the message; at the whole message where they do not stand in it as they are."""
    start = exchange.text.find(words) if words else -1
    start, end = (start, start + len(words)) if start >= 0 else (0, len(exchange.text))
    quote = exchange.text[start:end]
    return Evidence(what=f"{rule}: {what}", event=exchange.event, start=start, end=end, quote=quote, rule=rule)


def _acts(session: SessionView, exchange: Exchange) -> tuple[Act, ...]:
    known = session.acts.get(exchange.event)
    started = session.last(SessionStarted)
    today = started[1].today if started else None
    return known if known is not None else acts_in(exchange.text, exchange.asked or None, today)


def _fact(exchange: Exchange, act: Tell | Correct) -> StatedFact:
    explicit = isinstance(act, Correct) or act.confidence == "explicit"
    denied = act.denied if isinstance(act, Tell) else None
    return StatedFact(exchange, act.field, act.value, explicit, act.words, denied)


@dataclass(frozen=True, slots=True)
class FactSource:
    """How a check knows what the athlete said. `judged` stands beside its verdict: empty where the acts say it."""

    judged: dict[str, float]
    caveat: str

    def beside(self, explanation: str) -> str:
        return f"{explanation}; {self.caveat}" if self.caveat else explanation


def fact_source(session: SessionView) -> FactSource:
    """The acts beside the session, or the reader of free text with its measured recall."""
    if statements(session).by_acts:
        return FactSource({}, "")
    known = measured("reader").shares["facts"]
    caveat = f"read by the reader of free text, which found {known.share:.0%} of {known.of} labelled facts"
    return FactSource({"reader recall": round(known.share, 3)}, caveat)
