"""Inspect adapter for `check_safety_vignette`: reads what the sample decided, judges nothing itself."""

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from coach.records.safety import SafetyResult
from evals.checks.safety_vignette import VERSION, Expected, check_safety_vignette
from evals.metrics.by_group import by_group
from evals.metrics.confusion_matrix import DECIDED, LABELLED, confusion_matrix
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.false_approvals import false_approvals
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import to_score

KEY = "safety_result"
"""Where a sample's store holds what the gate answered."""


@scorer(
    metrics=[
        pass_rate(),
        false_approvals(),
        false_approval_rate(),
        confusion_matrix(),
        by_group(pass_rate(), LABELLED),
    ],
    version=VERSION,
)
def safety_vignette() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        stored = state.store.get(KEY)
        result = SafetyResult.model_validate(stored) if stored else None
        expected = Expected.model_validate(state.metadata["expect"])
        found = to_score(check_safety_vignette(result, expected), VERSION)
        found.metadata = {**(found.metadata or {}), DECIDED: result.status if result else None}
        return found

    return score
