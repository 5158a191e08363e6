"""From an interchange session to what the checks judge. Judges nothing; refuses what contradicts itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from coach import events as e
from coach.errors import InputError
from coach.records.block import TrainingBlock
from coach.states import Outcome, State
from evals.checks.record_gaps import first_gap
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import Case, SessionView, Side
from evals.interchange.schema import InterchangeMessage, InterchangeSession
from evals.internal_texts import NO_PROMPTS, Prompts
from evals.labels import checked
from personas.load import load
from personas.persona import Persona

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class SessionCases:
    """A session twice: its events, where there are any, and its talk. One and the same where the events hold both.

    `words`: its talk as a transcript without events.
    """

    talk: Case
    events: Case | None
    words: Case

    def judge(self) -> dict[str, Verdict]:
        return {name: check.judge(self._case_for(name)) for name, check in CHECKS.items()}

    def seen_by(self, name: str) -> SessionView:
        """What the check of that name judged."""
        return self._case_for(name).session

    def _case_for(self, name: str) -> Case:
        if self.events is None or not CHECKS[name].needs_events:
            return self.talk
        return self.words if self._accused_by_words(name) else self.events

    def _accused_by_words(self, name: str) -> bool:
        """Whether a check that needs events fails what was said; a record with a gap cannot speak against that."""
        gap = self.events is not None and first_gap(self.events.session)
        return bool(gap) and CHECKS[name].judge(self.words).passed is False


def cases(session: InterchangeSession, prompts: Prompts = NO_PROMPTS) -> SessionCases:
    """What the checks judge; `InputError` where the parts of the session contradict each other."""
    persona, internal = _persona(session.persona), (*prompts.texts, *(session.internal or ()))
    view, lost = SessionView(session.events or (), unseen=_unseen(session.messages)), (*prompts.lost, *session.lost)
    if spoken := any(view.of(e.AthleteSaid, e.CoachSaid)):
        _say_the_same(session, view)
    _agree(session, view, whole=spoken)
    events = Case(view, persona, internal, lost)
    told = talk_view(session.messages, session.plan, session.outcome, session.today)
    unsaid = ("the internal texts",) if session.internal is None else ()
    words = Case(told, persona, (*internal, *view.internal), (*lost, *view.withheld, *unsaid))
    return SessionCases(events if spoken else words, events if session.events else None, words)


def talk_view(
    messages: Sequence[InterchangeMessage],
    plan: TrainingBlock | None = None,
    outcome: Outcome | None = None,
    today: date | None = None,
) -> SessionView:
    """A transcript as events: its words, the plan where it was first presented (else at the end), the outcome."""
    staged = all(message.state is not None for message in messages if message.role == "coach")
    events = tuple(_events(messages, plan, outcome))
    return SessionView(events, record="talk", staged=staged, today=today, unseen=_unseen(messages))


def _unseen(messages: Iterable[InterchangeMessage]) -> frozenset[Side]:
    return frozenset(message.role for message in messages if message.unseen)


def message_of(view: SessionView, event: int) -> int | None:
    """The message (0-based) that an event of a `talk_view` is; None for what is no message."""
    if not isinstance(view.events[event], e.AthleteSaid | e.CoachSaid):
        return None
    return sum(isinstance(each, e.AthleteSaid | e.CoachSaid) for each in view.events[:event])


def _events(
    messages: Sequence[InterchangeMessage], plan: TrainingBlock | None, outcome: Outcome | None
) -> Iterator[e.Event]:
    turn, owed = 0, plan
    for message in messages:
        state = message.state or State.INTAKE
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


def _persona(given: str | Persona | None) -> Persona | None:
    if isinstance(given, str):
        if given.endswith((".yaml", ".yml")):
            raise InputError(f"persona: {given!r} is a path; give a name of the library or the whole persona")
        try:
            return load(given)
        except InputError as error:
            raise InputError(f"persona: {error}") from error
    return checked(given) if given is not None else None


def _say_the_same(session: InterchangeSession, view: SessionView) -> None:
    """The events say what the messages say."""
    said = _folded(("athlete", m.text) if m.role == "athlete" else ("coach", m.text) for m in session.messages)
    told = _folded(
        ("athlete" if isinstance(event, e.AthleteSaid) else "coach", event.text)
        for _, event in view.of(e.AthleteSaid, e.CoachSaid)
    )
    if said != told:
        place = next((i for i, (a, b) in enumerate(zip(said, told, strict=False)) if a != b), min(len(said), len(told)))
        raise InputError(f"messages and events do not say the same, from turn {place + 1} of the talk on")


def _agree(session: InterchangeSession, view: SessionView, *, whole: bool) -> None:
    """The events show what the plan and the outcome say; where they are the `whole` record, they may lack neither."""
    shown, closed = view.last(e.PlanShown), view.last(e.SessionClosed)
    if session.plan is not None and (shown[1].plan != session.plan if shown else whole):
        raise InputError("plan is not the one that the events show last")
    if session.outcome is not None and (closed[1].outcome != session.outcome if closed else whole):
        raise InputError("outcome is not the one that the events end with")
    started = view.last(e.SessionStarted)
    if session.today is not None and started is not None and started[1].today != session.today.isoformat():
        raise InputError("today is not the day that the events name")


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
