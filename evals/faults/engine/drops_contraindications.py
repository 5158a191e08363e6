"""The gate's limits get lost on the way: it warns, and the planner is told of no limit."""

from coach.records.safety import SafetyResult
from evals.faults.fault import Fault
from evals.faults.gates import judging


def _unlimited(result: SafetyResult) -> SafetyResult:
    return result.model_copy(update={"contraindications": ()})


FAULT = Fault(
    id="drops_contraindications",
    owner="safety_decision",
    personas=("asthma_often_puffing", "pressure_on_the_line", "type1_without_a_plan"),
    because="what the gate forbids does not reach the planner",
    follows={
        "contraindications_respected": "the planner does not know what is forbidden",
        "plan_validity": "a contraindication is a plan rule too",
    },
    engine=judging(_unlimited),
)
