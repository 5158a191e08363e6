"""The athlete tells in its first messages what it should tell only when probed, or not at once."""

from evals.faults.fault import Fault
from evals.faults.seats import playing
from personas.persona import Persona

_HIDDEN = frozenset({"if_probed", "late", "never", "reluctant"})


def _open(persona: Persona) -> Persona:
    facts = {
        name: truth.model_copy(update={"tell": "volunteers", "say": None}) if truth.tell in _HIDDEN else truth
        for name, truth in persona.facts.items()
    }
    return persona.model_copy(update={"facts": facts})


FAULT = Fault(
    id="athlete_tells_what_it_should_hide",
    owner="persona_fidelity",
    personas=("masters_runner", "asthma_often_puffing", "three_missed_cycles"),
    because="a hidden fact is volunteered",
    athlete=playing(_open),
)
