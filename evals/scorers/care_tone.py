"""Was what had to be said, said with care?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "care_tone"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def care_tone() -> Scorer:
    return scorer_of(NAME)
