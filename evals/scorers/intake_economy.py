"""How many messages did the intake take, and which questions were one too many?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_numbers
from evals.scorers.adapter import scorer_of

NAME = "intake_economy"


@scorer(metrics=of_numbers(), version=CHECKS[NAME].version)
def intake_economy() -> Scorer:
    return scorer_of(NAME)
