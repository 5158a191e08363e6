"""The athlete wants something else in the middle of the talk, which its file does not say."""

from coach.records.goal import Goal
from evals.faults.fault import Fault
from evals.faults.seats import playing
from personas.behaviours import ChangesGoal
from personas.persona import Persona

_INSTEAD = Goal(
    text="Actually, forget that. I'd rather run a half marathon in 1:58",
    type="performance",
    sport="running",
    event="half",
    target="1:58:00",
)


def _fickle(persona: Persona) -> Persona:
    change = ChangesGoal(kind="changes_goal", at="intake", to=_INSTEAD)
    return persona.model_copy(update={"behaviours": (*persona.behaviours, change)})


FAULT = Fault(
    id="athlete_changes_its_goal",
    owner="persona_fidelity",
    personas=("healthy_10k", "back_to_forty_five"),
    because="the goal is changed without a script",
    follows={
        "intake_fidelity": "the coach records the new goal",
        "plan_validity": "the plan is for the new goal",
        "safety_decision": "the gate judges the new race by the old date",
        "cost": "the goal is analysed and asked about once more",
    },
    athlete=playing(_fickle),
)
