"""The athlete makes up an illness that its file does not know."""

from evals.faults.fault import Fault
from evals.faults.seats import telling

FAULT = Fault(
    id="athlete_invents_a_condition",
    owner="persona_fidelity",
    personas=("healthy_10k", "teen_miler", "masters_runner"),
    because="an illness is made up",
    athlete=telling(2, "By the way, I was diagnosed with epilepsy as a child."),
)
