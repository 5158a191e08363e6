"""Did the coach keep its understanding to itself, in every string that the athlete saw?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.unspoken import VERSION, check_unspoken
from evals.checks.unspoken.texts import Said, Visible
from evals.checks.verdict import Verdict
from evals.internal_texts import prompts_of
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import Case, score_with


@scorer(metrics=[pass_rate(), grouped(pass_rate(), "persona_id", all=False)], version=VERSION)
def unspoken() -> Scorer:
    return score_with(_check, VERSION)


def _check(case: Case) -> Verdict:
    visible = [Visible(line.event, line.text) for line in case.session.visible]
    said = [Said(line.event, line.text) for line in case.session.athlete_said]
    return check_unspoken(visible, [*case.session.internal, *prompts_of(case.session)], said)
