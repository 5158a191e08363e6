"""Is there nothing in the plan that the truth forbids?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.by_group import by_group
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

NAME = "contraindications_respected"


@scorer(
    metrics=[pass_rate(), pass_k(), by_group(pass_rate())],
    version=CHECKS[NAME].version,
)
def contraindications_respected() -> Scorer:
    return scorer_of(NAME)
