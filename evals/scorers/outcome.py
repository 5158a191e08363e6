"""Did the session end as labelled?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "outcome"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def outcome() -> Scorer:
    return scorer_of(NAME)
