"""Was everything collected that decides?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_numbers
from evals.scorers.adapter import scorer_of

NAME = "intake_complete"


@scorer(metrics=of_numbers(), version=CHECKS[NAME].version)
def intake_complete() -> Scorer:
    return scorer_of(NAME)
