"""The talk as exchanges: what the athlete said, and what the coach had said just before. Judges nothing."""

from dataclasses import dataclass

from coach import events as e
from evals.checks.view import SessionView, per_session


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
    for index, event in enumerate(session.events):
        if isinstance(event, e.CoachSaid):
            heard.append((index, event.text))
            stage = event.state
        elif isinstance(event, e.PlanShown):
            shown = True
        elif isinstance(event, e.AthleteSaid):
            asked, events = "\n\n".join(text for _, text in heard), tuple(at for at, _ in heard)
            found.append(Exchange(index, len(found) + 1, event.text, asked, shown, stage, events))
            heard = []
    return tuple(found)
