"""Was the gate right about who the athlete truly is?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.safety_decision import VERSION, check_safety_decision
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import score_with


@scorer(metrics=[pass_rate(), grouped(pass_rate(), "persona_id", all=False)], version=VERSION)
def safety_decision() -> Scorer:
    return score_with(lambda case: check_safety_decision(case.session, case.persona), VERSION)
