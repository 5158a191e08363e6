"""The Inspect scorers of a full session: one for each check, imported by name so that `inspect score` finds them."""

from collections.abc import Callable

from inspect_ai.scorer import Scorer

from evals.checks.registry import CHECKS
from evals.scorers.care_tone import care_tone
from evals.scorers.contraindications_respected import contraindications_respected
from evals.scorers.cost import cost
from evals.scorers.gate_integrity import gate_integrity
from evals.scorers.intake_complete import intake_complete
from evals.scorers.intake_economy import intake_economy
from evals.scorers.intake_fidelity import intake_fidelity
from evals.scorers.life_stage_fit import life_stage_fit
from evals.scorers.loop_health import loop_health
from evals.scorers.outcome import outcome
from evals.scorers.persona_fidelity import persona_fidelity
from evals.scorers.plan_validity import plan_validity
from evals.scorers.safety_decision import safety_decision
from evals.scorers.unspoken import unspoken

_SCORERS: tuple[Callable[[], Scorer], ...] = (
    safety_decision,
    gate_integrity,
    intake_complete,
    intake_fidelity,
    intake_economy,
    plan_validity,
    contraindications_respected,
    unspoken,
    life_stage_fit,
    care_tone,
    outcome,
    loop_health,
    persona_fidelity,
    cost,
)


def scorers() -> list[Scorer]:
    """A scorer per check, in the checks' order; a KeyError where one of the two has no other."""
    by_name = {make.__name__: make for make in _SCORERS}
    if set(by_name) != set(CHECKS):
        raise KeyError(f"checks and scorers differ: {set(by_name) ^ set(CHECKS)}")
    return [by_name[name]() for name in CHECKS]
