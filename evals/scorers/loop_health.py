"""How well did the loop of model and tools run?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_numbers
from evals.scorers.adapter import scorer_of

NAME = "loop_health"


@scorer(metrics=of_numbers(), version=CHECKS[NAME].version)
def loop_health() -> Scorer:
    return scorer_of(NAME)
