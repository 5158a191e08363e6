"""What did the coach cost?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.registry import CHECKS
from evals.metrics.clustered_mean import clustered_mean
from evals.metrics.clustered_stderr import clustered_stderr
from evals.scorers.adapter import scorer_of

NAME = "cost"


@scorer(
    metrics=[clustered_mean(), clustered_stderr(), grouped(clustered_mean(), "persona_id", all=False)],
    version=CHECKS[NAME].version,
)
def cost() -> Scorer:
    return scorer_of(NAME)
