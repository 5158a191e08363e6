"""The engine goes on to a plan though the gate blocked."""

from coach.flow import FLOW, Flow, Move
from coach.fold import Session
from coach.states import Reason, State
from evals.faults.fault import Fault


def _judged(session: Session) -> bool:
    return session.gate_is_current


_TABLE = {
    **FLOW.table,
    State.SAFETY: {Reason.GATE_APPROVED: Move(State.PLAN, _judged)},
    State.PLAN: {**FLOW.table[State.PLAN], Reason.PLAN_VALID: Move(State.PRESENT, lambda s: s.plan_is_fresh)},
    State.PRESENT: {**FLOW.table[State.PRESENT], Reason.ACCEPTED: Move(State.CLOSED, lambda s: s.accepted)},
}

FAULT = Fault(
    id="ignores_block",
    owner="gate_integrity",
    personas=("chest_pain_hidden",),
    because="a blocked athlete is planned for",
    follows={
        "plan_validity": "a plan is shown where none may be",
        "outcome": "the session ends accepted instead of blocked",
    },
    flow=Flow(_TABLE, {}),
)
