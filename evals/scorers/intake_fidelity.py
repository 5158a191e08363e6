"""Is what was collected true?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_numbers
from evals.scorers.adapter import scorer_of

NAME = "intake_fidelity"


@scorer(metrics=of_numbers(), version=CHECKS[NAME].version)
def intake_fidelity() -> Scorer:
    return scorer_of(NAME)
