"""Which state follows which, and why. Knows no model, tool, prompt, clock or rule of safety.

`TRANSITIONS` is the whole flow: a row for every state, first row whose guard holds wins. A move that is not in
the table is refused whatever a model says, and no row leads to PLAN but through a gate evaluation of the facts
as they are now.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from coach.decisions import APPROVALS, ReviewDecided
from coach.errors import IllegalEvent, IllegalMove
from coach.event_states import ALLOWED
from coach.events import AthleteSaid, CoachSaid, Event, FactRecorded, Moved, PlanShown
from coach.fold import FOLDS, HEALTH_QUESTION
from coach.profile.inference import hinges_on
from coach.records.fact import Fact
from coach.session import Session
from coach.states import Outcome, Reason, State

MAX_REVISITS = 2


class Move(NamedTuple):
    target: State
    guard: Callable[[Session], bool]


def gate_approves(session: Session) -> bool:
    """The gate judged the facts as they are now and approved them; so has a person where one had to."""
    return session.standing in APPROVALS


def gate_refuses(session: Session) -> bool:
    """The gate judged the facts as they are now: blocked, undecided for want of facts, or refused by a person."""
    return session.standing in {*_BLOCKED, "unresolved"}


def is_held(session: Session) -> bool:
    """The gate approves the facts as they are now, and a person has yet to decide."""
    return session.standing == "held"


_BLOCKED = frozenset({"blocked", "rejected"})


def may_stand(session: Session, fact: Fact) -> bool:
    """Whether the fact counts: an answer to the health question is later than every note that opened it."""
    return fact.field != HEALTH_QUESTION or all(fact.turn > turn for turn in session.open_notes.values())


def only_refusals_missing(session: Session) -> bool:
    """Every fact that the gate still wants was refused, or the athlete cannot tell, or it hinges on one of these."""
    gate = session.gate
    if gate is None:
        return False
    missing = {name for entry in gate.result.unresolved for name in entry.missing} - set(gate.declined)
    return all(hinges_on(gate.declined, name, gate.profile, session.goals) for name in missing)


def _nothing_to_add(session: Session) -> bool:
    return (
        gate_refuses(session)
        and session.refusal_told
        and (session.standing in _BLOCKED or only_refusals_missing(session))
    )


_ALWAYS = {
    Reason.FAILED: Move(State.CLOSED, lambda s: s.failure is not None),
    Reason.ABANDONED: Move(State.CLOSED, lambda s: s.left),
}

TRANSITIONS: dict[State, dict[Reason, Move]] = {
    State.GOAL_CAPTURE: {
        **_ALWAYS,
        Reason.GOAL_STATED: Move(State.ANALYST, lambda s: s.goals_fresh),
    },
    State.ANALYST: {
        **_ALWAYS,
        Reason.REVISIT_GOAL: Move(State.GOAL_CAPTURE, lambda s: s.revisit is not None and s.revisits <= MAX_REVISITS),
        Reason.SCHEMA_ACCEPTED: Move(State.INTAKE, lambda s: s.intake is not None),
    },
    State.INTAKE: {
        **_ALWAYS,
        Reason.GOAL_CHANGED: Move(State.GOAL_CAPTURE, lambda s: s.goal_change is not None),
        Reason.RED_FLAG: Move(State.SAFETY, lambda s: s.red_flag and not s.gate_is_current),
        Reason.REVIEW_APPROVED: Move(State.SAFETY, gate_approves),
        Reason.INTAKE_COMPLETE: Move(State.SAFETY, lambda s: s.intake_claimed),
    },
    State.SAFETY: {
        **_ALWAYS,
        Reason.GATE_APPROVED: Move(State.PLAN, gate_approves),
        Reason.NOTHING_TO_ADD: Move(State.CLOSED, _nothing_to_add),
        Reason.GATE_BLOCKED: Move(State.INTAKE, lambda s: s.standing in _BLOCKED),
        Reason.GATE_UNRESOLVED: Move(State.INTAKE, lambda s: s.standing == "unresolved"),
        Reason.SPOKE_WHILE_HELD: Move(State.INTAKE, lambda s: is_held(s) and s.wait_told),
    },
    State.PLAN: {
        **_ALWAYS,
        Reason.PLAN_VALID: Move(State.PRESENT, lambda s: s.plan_is_fresh and gate_approves(s)),
    },
    State.PRESENT: {
        **_ALWAYS,
        Reason.GOAL_CHANGED: Move(State.GOAL_CAPTURE, lambda s: s.goal_change is not None),
        Reason.FACT_CHANGED: Move(State.SAFETY, lambda s: not s.gate_is_current),
        Reason.CHANGE_ASKED: Move(State.PLAN, lambda s: s.change is not None and gate_approves(s)),
        Reason.ACCEPTED: Move(State.CLOSED, lambda s: s.accepted and gate_approves(s)),
    },
    State.CLOSED: {},
}


GUARDED: dict[type[Event], Callable[[Session, Any], bool]] = {
    PlanShown: lambda session, event: gate_approves(session) and event.plan == session.plan,
    FactRecorded: lambda session, event: may_stand(session, event.fact),
    AthleteSaid: lambda session, _: session.state is not State.SAFETY or is_held(session),
    CoachSaid: lambda session, _: session.state is not State.SAFETY or is_held(session),
    ReviewDecided: lambda session, _: is_held(session),
}
"""Events that need more than the right state: only the valid plan of an approved profile is ever shown, nobody answers
the health question in the turn that opened it, and a person decides, and is spoken of, where the profile is held."""


@dataclass(frozen=True, slots=True)
class Flow:
    """The table at work."""

    table: Mapping[State, Mapping[Reason, Move]]
    guarded: Mapping[type[Event], Callable[[Session, Any], bool]]

    def next_move(self, session: Session) -> Moved | None:
        """The move that is due now, or None where something has to happen first."""
        for reason, move in self.table[session.state].items():
            if move.guard(session):
                return Moved(source=session.state, target=move.target, reason=reason)
        return None

    def step(self, session: Session, event: Event) -> Session:
        """The session after `event`; raises `IllegalMove` or `IllegalEvent`, and never passes over either."""
        if isinstance(event, Moved):
            row = self.table[session.state].get(event.reason)
            if row is None or event.source != session.state or row.target != event.target or not row.guard(session):
                raise IllegalMove(session.state, event.reason)
        elif session.state not in ALLOWED[type(event)]:
            raise IllegalEvent(session.state, event.kind, "this cannot happen here")
        elif type(event) in self.guarded and not self.guarded[type(event)](session, event):
            raise IllegalEvent(session.state, event.kind, "its guard refused")
        return FOLDS[type(event)](session, event)

    def replay(self, events: Iterable[Event]) -> Session:
        return reduce(self.step, events, Session())


FLOW = Flow(TRANSITIONS, GUARDED)
"""The coach's flow."""
step, next_move, replay = FLOW.step, FLOW.next_move, FLOW.replay


def outcome_of(session: Session, reason: Reason) -> Outcome:
    """What the session came to, closing for `reason`: a refusal that was explained ends as blocked."""
    if reason is Reason.ACCEPTED:
        return "accepted"
    if reason is Reason.FAILED:
        return "failed"
    if reason is Reason.NOTHING_TO_ADD or (gate_refuses(session) and session.refusal_told):
        return "blocked"
    return "abandoned"
