"""The athlete gives another age than the one of its file."""

from evals.faults.fault import Fault
from evals.faults.seats import playing
from personas.persona import Persona

_YEARS = 4


def _older(persona: Persona) -> Persona:
    age = persona.facts["age_years"]
    told = age.model_copy(update={"value": int(str(age.value)) + _YEARS, "say": None})
    return persona.model_copy(update={"facts": {**persona.facts, "age_years": told}})


FAULT = Fault(
    id="athlete_contradicts_the_truth",
    owner="persona_fidelity",
    personas=("healthy_10k", "masters_runner"),
    because="the age is not that of the file",
    follows={"intake_fidelity": "the coach records what it is told"},
    athlete=playing(_older),
)
