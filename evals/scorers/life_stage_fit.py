"""Do the questions and the first weeks fit the athlete's stage of life?"""

from inspect_ai.scorer import Scorer, scorer

from evals.checks.registry import CHECKS
from evals.metrics.by_group import by_group
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

NAME = "life_stage_fit"


@scorer(
    metrics=[pass_rate(), pass_k(), by_group(pass_rate())],
    version=CHECKS[NAME].version,
)
def life_stage_fit() -> Scorer:
    return scorer_of(NAME)
