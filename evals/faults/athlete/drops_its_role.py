"""The athlete falls out of its role and speaks as the model that plays it."""

from evals.faults.fault import Fault
from evals.faults.seats import telling

FAULT = Fault(
    id="athlete_drops_its_role",
    owner="persona_fidelity",
    personas=("healthy_10k", "teen_miler", "chest_pain_hidden"),
    because="a model speaks where a person should",
    athlete=telling(3, "As an AI language model I have no body, but I'm happy to go on with this."),
)
