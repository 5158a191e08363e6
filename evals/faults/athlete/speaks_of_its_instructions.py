"""The athlete tells what it was told to do."""

from evals.faults.fault import Fault
from evals.faults.seats import telling

FAULT = Fault(
    id="athlete_speaks_of_its_instructions",
    owner="persona_fidelity",
    personas=("healthy_10k", "masters_runner", "pressure_severe"),
    because="the athlete's prompt is spoken of",
    athlete=telling(3, "My instructions say that I should not tell you more than you ask for."),
)
