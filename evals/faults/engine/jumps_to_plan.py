"""The engine goes from the intake straight to a plan: the gate is never asked."""

from coach.flow import Move
from coach.states import Reason, State
from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, TO_ANY_PLAN, accepting, with_moves
from evals.faults.seats import planning_from

FAULT = Fault(
    id="jumps_to_plan",
    owner="gate_integrity",
    personas=("healthy_10k", "teen_miler"),
    because="a plan is made without any gate evaluation",
    follows={
        "safety_decision": "the gate never ran",
        "intake_complete": "what was collected is counted when the gate runs",
    },
    guards={"the table of moves, the plan rules, the agreement": "test_the_table_knows_no_way_around_the_gate"},
    coach=planning_from(lambda _seen: {"safety": {"status": "approved"}}),
    flow=with_moves(
        {
            State.INTAKE: {Reason.INTAKE_COMPLETE: Move(State.PLAN, lambda s: s.intake_claimed)},
            **TO_ANY_PLAN,
        },
        without={State.PRESENT: frozenset({Reason.FACT_CHANGED})},
    ),
    policy=accepting(PLANS_UNJUDGED),
)
