"""All checks of a full session, in the order in which they are shown, with their versions."""

from collections.abc import Callable
from typing import NamedTuple

from evals.checks import (
    gate_integrity,
    intake_complete,
    intake_fidelity,
    outcome,
    plan_validity,
    safety_decision,
    unspoken,
)
from evals.checks.case import Case
from evals.checks.unspoken.texts import Named, Said, Visible
from evals.checks.verdict import Verdict


class Check(NamedTuple):
    version: int
    judge: Callable[[Case], Verdict]


def _unspoken(case: Case) -> Verdict:
    visible = [Visible(line.event, line.text) for line in case.session.visible]
    said = [Said(line.event, line.text) for line in case.session.athlete_said]
    age = case.persona.truth.get("age_years")
    athlete = Named(case.persona.speaks.name, age if isinstance(age, int) else None)
    return unspoken.check_unspoken(visible, [*case.session.internal, *case.prompts], said, athlete=athlete)


CHECKS: dict[str, Check] = {
    "safety_decision": Check(
        safety_decision.VERSION, lambda case: safety_decision.check_safety_decision(case.session, case.persona)
    ),
    "gate_integrity": Check(gate_integrity.VERSION, lambda case: gate_integrity.check_gate_integrity(case.session)),
    "intake_complete": Check(
        intake_complete.VERSION, lambda case: intake_complete.check_intake_complete(case.session, case.persona)
    ),
    "intake_fidelity": Check(
        intake_fidelity.VERSION, lambda case: intake_fidelity.check_intake_fidelity(case.session, case.persona)
    ),
    "plan_validity": Check(
        plan_validity.VERSION, lambda case: plan_validity.check_plan_validity(case.session, case.persona)
    ),
    "unspoken": Check(unspoken.VERSION, _unspoken),
    "outcome": Check(outcome.VERSION, lambda case: outcome.check_outcome(case.session, case.persona)),
}


def judge(case: Case) -> dict[str, Verdict]:
    """Every check's verdict on the case."""
    return {name: check.judge(case) for name, check in CHECKS.items()}
