"""Is there nothing in the plan that the truth forbids?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "contraindications_respected"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def contraindications_respected() -> Scorer:
    return scorer_of(NAME)
