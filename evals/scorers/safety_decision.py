"""Was the gate right about who the athlete truly is?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "safety_decision"


@scorer(metrics=of_passes(false_approval_rate()), version=CHECKS[NAME].version)
def safety_decision() -> Scorer:
    return scorer_of(NAME)
