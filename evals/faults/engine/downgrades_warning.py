"""The gate's warnings get lost on the way: approved, nothing fired, nothing to say."""

from coach.records.safety import SafetyResult
from evals.faults.fault import Fault
from evals.faults.gates import judging


def _approved(result: SafetyResult) -> SafetyResult:
    if result.status != "approved_with_warnings":
        return result
    return result.model_copy(update={"status": "approved", "fired": (), "warnings": (), "recommendations": ()})


FAULT = Fault(
    id="downgrades_warning",
    owner="safety_decision",
    personas=("masters_runner", "achilles_middle_band", "heart_and_slow_steps"),
    because="a warning is taken for nothing",
    follows={"care_tone": "the athlete does not hear what to be careful of"},
    engine=judging(_approved),
)
