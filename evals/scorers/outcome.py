"""Did the session end as labelled?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.outcome import VERSION, check_outcome
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import score_with


@scorer(metrics=[pass_rate(), grouped(pass_rate(), "persona_id", all=False)], version=VERSION)
def outcome() -> Scorer:
    return score_with(lambda case: check_outcome(case.session, case.persona), VERSION)
