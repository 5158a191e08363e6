"""Did the simulated athlete stay on script?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.of_sessions import of_passes
from evals.scorers.adapter import scorer_of

NAME = "persona_fidelity"


@scorer(metrics=of_passes(), version=CHECKS[NAME].version)
def persona_fidelity() -> Scorer:
    return scorer_of(NAME)
