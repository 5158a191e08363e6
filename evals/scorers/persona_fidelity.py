"""Did the simulated athlete stay on script?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.registry import CHECKS
from evals.metrics.pass_k import pass_k
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import scorer_of

NAME = "persona_fidelity"


@scorer(
    metrics=[pass_rate(), pass_k(), grouped(pass_rate(), "persona_id", all=False)],
    version=CHECKS[NAME].version,
)
def persona_fidelity() -> Scorer:
    return scorer_of(NAME)
