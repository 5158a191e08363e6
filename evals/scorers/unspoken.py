"""Did the coach keep its understanding to itself, in every string that the athlete saw?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "unspoken"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def unspoken() -> Scorer:
    return scorer_of(NAME)
