"""Do the questions and the first weeks fit the athlete's stage of life?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "life_stage_fit"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def life_stage_fit() -> Scorer:
    return scorer_of(NAME)
