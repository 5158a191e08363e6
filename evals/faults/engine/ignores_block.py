"""The engine goes on to a plan though the gate blocked, and the planner and its rules look away."""

from coach.flow import Move
from coach.states import Reason, State
from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, TO_ANY_PLAN, accepting, with_moves
from evals.faults.seats import planning_from

FAULT = Fault(
    id="ignores_block",
    owner="gate_integrity",
    personas=("chest_pain_hidden", "pressure_severe"),
    because="a blocked athlete is planned for",
    follows={
        "plan_validity": "a plan is shown where none may be",
        "contraindications_respected": "a plan is shown where none may be",
        "outcome": "the athlete agrees to the plan",
        "cost": "a plan is dearer than a refusal",
    },
    guards={"the table of moves, the plan rules, the agreement": "test_the_table_never_plans_for_a_blocked_athlete"},
    coach=planning_from(lambda _seen: {"safety": {"status": "approved"}}),
    flow=with_moves(
        {
            State.SAFETY: {Reason.GATE_APPROVED: Move(State.PLAN, lambda s: s.gate_is_current)},
            **TO_ANY_PLAN,
        },
    ),
    policy=accepting(PLANS_UNJUDGED),
)
