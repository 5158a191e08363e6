"""Was the gate right about who the athlete truly is?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.by_group import by_group
from evals.metrics.false_approval_rate import false_approval_rate
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

NAME = "safety_decision"


@scorer(
    metrics=[pass_rate(), pass_k(), false_approval_rate(), by_group(pass_rate())],
    version=CHECKS[NAME].version,
)
def safety_decision() -> Scorer:
    return scorer_of(NAME)
