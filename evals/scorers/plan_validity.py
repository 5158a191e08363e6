"""Is the plan right for who the athlete truly is?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "plan_validity"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def plan_validity() -> Scorer:
    return scorer_of(NAME)
