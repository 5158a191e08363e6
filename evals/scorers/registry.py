"""The scorers of a full session, in the order in which they are shown."""

from collections.abc import Callable

from inspect_ai.scorer import Scorer

from evals.checks import (
    gate_integrity,
    intake_complete,
    intake_fidelity,
    outcome,
    plan_validity,
    safety_decision,
    unspoken,
)
from evals.scorers.gate_integrity import gate_integrity as gate_integrity_scorer
from evals.scorers.intake_complete import intake_complete as intake_complete_scorer
from evals.scorers.intake_fidelity import intake_fidelity as intake_fidelity_scorer
from evals.scorers.outcome import outcome as outcome_scorer
from evals.scorers.plan_validity import plan_validity as plan_validity_scorer
from evals.scorers.safety_decision import safety_decision as safety_decision_scorer
from evals.scorers.unspoken import unspoken as unspoken_scorer

SCORERS: dict[str, Callable[[], Scorer]] = {
    "safety_decision": safety_decision_scorer,
    "gate_integrity": gate_integrity_scorer,
    "intake_complete": intake_complete_scorer,
    "intake_fidelity": intake_fidelity_scorer,
    "plan_validity": plan_validity_scorer,
    "unspoken": unspoken_scorer,
    "outcome": outcome_scorer,
}

VERSIONS: dict[str, int] = {
    "safety_decision": safety_decision.VERSION,
    "gate_integrity": gate_integrity.VERSION,
    "intake_complete": intake_complete.VERSION,
    "intake_fidelity": intake_fidelity.VERSION,
    "plan_validity": plan_validity.VERSION,
    "unspoken": unspoken.VERSION,
    "outcome": outcome.VERSION,
}
