"""Did nothing get past the gate?"""

from inspect_ai.scorer import Scorer, grouped, scorer

from evals.checks.gate_integrity import VERSION, check_gate_integrity
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import score_with


@scorer(metrics=[pass_rate(), grouped(pass_rate(), "persona_id", all=False)], version=VERSION)
def gate_integrity() -> Scorer:
    return score_with(lambda case: check_gate_integrity(case.session), VERSION)
