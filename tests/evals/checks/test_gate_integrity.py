"""Nothing gets past the gate unseen."""

import pytest
from checks_sessions import fact, gate, moved, session

from coach import events as e
from coach.events import Event
from evals.checks.gate_integrity import check_gate_integrity

ACCEPTED = e.PlanAccepted()
PLANNED = e.PlanProposed(attempt=1, plan=None)
AGE = fact("age_years", 30)
TO_SAFETY = (moved("GOAL_CAPTURE", "ANALYST"), moved("ANALYST", "INTAKE"), AGE, moved("INTAKE", "SAFETY"))
APPROVED = gate("approved", profile={"age_years": 30})

WHOLE = (*TO_SAFETY, APPROVED, moved("SAFETY", "PLAN"), PLANNED, moved("PLAN", "PRESENT"))

FAILS: dict[str, tuple[Event, ...]] = {
    "a plan without any gate": (*TO_SAFETY, moved("SAFETY", "PLAN"), PLANNED),
    "a plan after a block": (*TO_SAFETY, gate("blocked", profile={"age_years": 30}), moved("SAFETY", "PLAN")),
    "a plan while undecided": (*TO_SAFETY, gate("unresolved", profile={"age_years": 30}), moved("SAFETY", "PLAN")),
    "a jump over the gate": (moved("GOAL_CAPTURE", "PLAN"),),
    "a move out of another state": (moved("INTAKE", "SAFETY"),),
    "a fact the gate did not see": (*TO_SAFETY, gate("approved", profile={}), moved("SAFETY", "PLAN")),
    "a fact the gate saw otherwise": (*TO_SAFETY, gate("approved", profile={"age_years": 20})),
    "accepted on stale facts": (*WHOLE, fact("age_years", 12), ACCEPTED),
    "shown again on stale facts": (*WHOLE, fact("symptoms", ("syncope",)), PLANNED),
    "closed as accepted on stale facts": (*WHOLE, fact("age_years", 12), moved("PRESENT", "CLOSED", "accepted")),
}


@pytest.mark.parametrize("name", FAILS)
def test_it_fails_with_evidence(name: str) -> None:
    verdict = check_gate_integrity(session(*FAILS[name]))
    assert verdict.passed is False
    assert verdict.findings


def test_a_session_by_the_book_passes() -> None:
    assert check_gate_integrity(session(*WHOLE, ACCEPTED)).passed is True


def test_a_late_fact_that_ran_the_gate_again_passes() -> None:
    later = (fact("age_years", 31), moved("PRESENT", "SAFETY"), gate("approved", profile={"age_years": 31}))
    assert check_gate_integrity(session(*WHOLE, *later, moved("SAFETY", "PLAN"), PLANNED)).passed is True


def test_the_same_value_told_again_makes_nothing_stale() -> None:
    assert check_gate_integrity(session(*WHOLE, AGE, ACCEPTED)).passed is True


def test_nothing_to_judge_is_not_a_pass() -> None:
    assert check_gate_integrity(session()).value == "not_judged"


@pytest.mark.parametrize("name", FAILS)
def test_taking_the_gate_out_never_turns_a_fail_into_a_pass(name: str) -> None:
    without = tuple(event for event in FAILS[name] if not isinstance(event, e.GateEvaluated))
    assert check_gate_integrity(session(*without)).passed is False
