"""Was everything collected that decides?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.intake_complete import VERSION, check_intake_complete
from evals.metrics.clustered_mean import clustered_mean
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import score_with


@scorer(metrics=[pass_rate(), clustered_mean(), grouped(clustered_mean(), "persona_id", all=False)], version=VERSION)
def intake_complete() -> Scorer:
    return score_with(lambda case: check_intake_complete(case.session, case.persona), VERSION)
