"""The planner does not look at what is forbidden: it plans as if the gate had named no limits."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.seats import planning_from

FAULT = Fault(
    id="plan_forbidden_intensity",
    owner="contraindications_respected",
    personas=("asthma_often_puffing", "pressure_on_the_line", "type1_without_a_plan"),
    because="the plan is made without the limits that the gate named",
    follows={"plan_validity": "a contraindication is a plan rule too"},
    guards=REPAIR,
    coach=planning_from(lambda _seen: {"safety": {"status": "approved"}}),
    policy=PLANS_UNJUDGED,
)
