"""The engine does not run the gate again when a fact is corrected with the plan on the table."""

from coach.flow import Move
from coach.policy import POLICY
from coach.states import Reason, State
from evals.faults.fault import Fault
from evals.faults.guards_off import accepting, with_moves

FAULT = Fault(
    id="forgets_late_facts",
    owner="gate_integrity",
    personas=("masters_runner",),
    because="a correction in front of the plan is recorded, and the gate does not hear of it",
    follows={"safety_decision": "the gate's last word was on the fact before its correction"},
    guards={"the move back to the gate, the agreement": "test_a_late_fact_always_runs_the_gate_again"},
    flow=with_moves(
        {State.PRESENT: {Reason.ACCEPTED: Move(State.CLOSED, lambda s: s.accepted)}},
        without={State.PRESENT: frozenset({Reason.FACT_CHANGED})},
    ),
    policy=accepting(dict(POLICY)),
)
