"""Inspect adapter for `check_plan_case`: reads what the sample answered, judges nothing itself."""

from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from evals.checks.plan_case import VERSION, Answer, Expected, check_plan_case
from evals.metrics.by_group import by_group
from evals.metrics.confusion_matrix import DECIDED, confusion_matrix
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import to_score

KEY = "plan_answer"
"""Where a sample's store holds what `coach check-plan` answered."""
KIND = "kind"


@scorer(metrics=[pass_rate(), confusion_matrix(), by_group(pass_rate(), KIND)], version=VERSION)
def plan_case() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        stored = state.store.get(KEY)
        answer = Answer.model_validate(stored) if stored else None
        found = to_score(check_plan_case(answer, Expected.model_validate(state.metadata["expect"])), VERSION)
        found.metadata = {**(found.metadata or {}), DECIDED: answer.word if answer else None}
        return found

    return score
