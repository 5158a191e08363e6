"""Is what was collected true?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.by_group import by_group
from evals.metrics.clustered_mean import clustered_mean
from evals.metrics.clustered_stderr import clustered_stderr
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

NAME = "intake_fidelity"


@scorer(
    metrics=[pass_rate(), clustered_mean(), clustered_stderr(), by_group(clustered_mean())],
    version=CHECKS[NAME].version,
)
def intake_fidelity() -> Scorer:
    return scorer_of(NAME)
