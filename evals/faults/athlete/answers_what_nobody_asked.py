"""The athlete tells in its first message what it should tell only when asked."""

from evals.faults.fault import Fault
from evals.faults.seats import playing
from personas.persona import Persona

FIELDS = frozenset({"height_cm", "weight_kg", "sleep_hours_avg", "age_years"})


def _talkative(persona: Persona) -> Persona:
    facts = {
        name: truth.model_copy(update={"tell": "volunteers"}) if name in FIELDS else truth
        for name, truth in persona.facts.items()
    }
    return persona.model_copy(update={"facts": facts})


FAULT = Fault(
    id="athlete_answers_what_nobody_asked",
    owner="persona_fidelity",
    personas=("teen_miler", "couch_to_5k"),
    because="facts that wait for a question are volunteered",
    athlete=playing(_talkative),
)
