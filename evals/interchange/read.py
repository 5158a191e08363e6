"""From an interchange session to what the checks judge. Judges nothing; refuses what contradicts itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from coach import events as e
from coach.errors import InputError
from coach.records.block import TrainingBlock
from coach.states import Outcome, State
from evals.checks.case import Case
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import SessionView
from evals.interchange.schema import Message, Session
from personas.load import load
from personas.persona import Persona

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Cases:
    """A session twice: its events, where there are any, and its talk. One and the same where the events hold both."""

    talk: Case
    events: Case | None

    def judge(self) -> dict[str, Verdict]:
        """Every check on what it can see."""
        found = {}
        for name, check in CHECKS.items():
            use_events = self.events is not None and (check.needs_events or self.events is self.talk)
            found[name] = check.judge(self.events if use_events and self.events else self.talk)
        return found


def cases(session: Session, prompts: tuple[str, ...] = ()) -> Cases:
    """What the checks judge; `InputError` where the parts of the session contradict each other."""
    persona, internal = _persona(session.persona), (*prompts, *session.internal)
    talk = Case(talk_view(session.messages, session.plan, session.outcome), persona, internal)
    if not session.events:
        return Cases(talk, None)
    view = SessionView(session.events)
    if not any(view.of(e.AthleteSaid, e.CoachSaid)):
        return Cases(talk, Case(view, persona, internal))
    _agree(session, view)
    whole = Case(view, persona, internal)
    return Cases(whole, whole)


def talk_view(
    messages: Sequence[Message], plan: TrainingBlock | None = None, outcome: Outcome | None = None
) -> SessionView:
    """A transcript as events: its words, the plan where it was first presented (else at the end), the outcome."""
    return SessionView(tuple(_events(messages, plan, outcome)), record="talk")


def _events(messages: Sequence[Message], plan: TrainingBlock | None, outcome: Outcome | None) -> Iterator[e.Event]:
    turn, owed = 0, plan
    for message in messages:
        state = _state(message)
        if owed is not None and state is State.PRESENT and message.role == "coach":
            yield e.PlanShown(plan=owed)
            owed = None
        if message.role == "athlete":
            turn += 1
            yield e.AthleteSaid(turn=turn, text=message.text)
        else:
            yield e.CoachSaid(state=state, text=message.text)
    if owed is not None:
        yield e.PlanShown(plan=owed)
    if plan is not None and outcome == "accepted":
        yield e.PlanAccepted()
    if outcome is not None:
        yield e.SessionClosed(outcome=outcome, why="as the transcript says")


def _state(message: Message) -> State:
    return State(message.state) if message.state in set(State) else State.INTAKE


def _persona(given: str | Persona | None) -> Persona | None:
    if isinstance(given, str):
        try:
            return load(given)
        except InputError as error:
            raise InputError(f"persona: {error}") from error
    return given


def _agree(session: Session, view: SessionView) -> None:
    """The events say what the messages say, and show what the plan and the outcome say."""
    said = _folded(("athlete", m.text) if m.role == "athlete" else ("coach", m.text) for m in session.messages)
    told = _folded(
        ("athlete" if isinstance(event, e.AthleteSaid) else "coach", event.text)
        for _, event in view.of(e.AthleteSaid, e.CoachSaid)
    )
    if said != told:
        place = next((i for i, (a, b) in enumerate(zip(said, told, strict=False)) if a != b), min(len(said), len(told)))
        raise InputError(f"messages and events do not say the same, from turn {place + 1} of the talk on")
    shown, closed = view.last(e.PlanShown), view.last(e.SessionClosed)
    if session.plan is not None and (shown is None or shown[1].plan != session.plan):
        raise InputError("plan is not the one that the events show last")
    if session.outcome is not None and (closed is None or closed[1].outcome != session.outcome):
        raise InputError("outcome is not the one that the events end with")


def _folded(said: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Words by turn: several messages of one side in a row are one."""
    turns: list[tuple[str, str]] = []
    for role, text in said:
        words = _SPACES.sub(" ", text).strip()
        if turns and turns[-1][0] == role:
            turns[-1] = (role, f"{turns[-1][1]} {words}".strip())
        else:
            turns.append((role, words))
    return turns
