"""The transition table, walked."""

import pytest

from coach.errors import IllegalEvent, IllegalMove
from coach.event_states import ALLOWED
from coach.events import AthleteLeft, CoachSaid, GateEvaluated, Moved, PlanAccepted
from coach.flow import TRANSITIONS, next_move, step
from coach.fold import FOLDS
from coach.records.safety import SafetyResult
from coach.session import Session
from coach.states import Reason, State
from evals.checks.gate_integrity import ALLOWED_MOVES


def test_every_state_has_a_row_and_closed_leads_nowhere() -> None:
    assert set(TRANSITIONS) == set(State)
    assert TRANSITIONS[State.CLOSED] == {}


def test_the_table_is_the_specifications_table() -> None:
    moves = {(str(source), str(move.target)) for source, row in TRANSITIONS.items() for move in row.values()}
    assert moves == set(ALLOWED_MOVES)


def test_every_event_has_a_fold_and_a_place() -> None:
    assert set(FOLDS) == set(ALLOWED)


def test_no_move_happens_on_an_empty_session() -> None:
    """Whatever a model says: without what the guard demands, no reason moves the session."""
    for source in State:
        for target in State:
            session = Session(state=source, gate_is_current=True)
            for reason in Reason:
                with pytest.raises(IllegalMove):
                    step(session, Moved(source=source, target=target, reason=reason))


@pytest.mark.parametrize("status", ["blocked", "unresolved"])
def test_a_refusing_gate_never_leads_to_a_plan(status: str) -> None:
    gate = GateEvaluated(profile={}, declined=(), result=SafetyResult(status=status))  # type: ignore[arg-type]
    session = step(Session(state=State.SAFETY), gate)
    move = next_move(session)
    assert move is not None
    assert move.target is State.INTAKE
    with pytest.raises(IllegalMove):
        step(session, Moved(source=State.SAFETY, target=State.PLAN, reason=Reason.GATE_APPROVED))


def test_a_stale_approval_never_leads_to_a_plan() -> None:
    gate = GateEvaluated(profile={}, declined=(), result=SafetyResult(status="approved"))
    session = Session(state=State.PRESENT, gate=gate, gate_is_current=False, change="less", accepted=True)
    move = next_move(session)
    assert move is not None
    assert (move.target, move.reason) == (State.SAFETY, Reason.FACT_CHANGED)


def test_an_athlete_who_leaves_ends_every_live_state() -> None:
    for state in set(State) - {State.CLOSED}:
        left = step(Session(state=state), AthleteLeft())
        move = next_move(left)
        assert move is not None
        assert (move.target, move.reason) == (State.CLOSED, Reason.ABANDONED)


def test_an_event_out_of_place_is_an_error() -> None:
    with pytest.raises(IllegalEvent):
        step(Session(state=State.INTAKE), PlanAccepted())
    with pytest.raises(IllegalEvent):
        step(Session(state=State.SAFETY), CoachSaid(state=State.SAFETY, text="hello"))
