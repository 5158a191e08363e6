"""Did nothing get past the gate?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "gate_integrity"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def gate_integrity() -> Scorer:
    return scorer_of(NAME)
