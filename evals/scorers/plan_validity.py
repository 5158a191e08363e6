"""Is the plan right for who the athlete truly is?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.plan_validity import VERSION, check_plan_validity
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import score_with


@scorer(metrics=[pass_rate(), grouped(pass_rate(), "persona_id", all=False)], version=VERSION)
def plan_validity() -> Scorer:
    return score_with(lambda case: check_plan_validity(case.session, case.persona), VERSION)
