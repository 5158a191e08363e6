"""The athlete says what the coach is expected to decide."""

from evals.faults.fault import Fault
from evals.faults.seats import telling

FAULT = Fault(
    id="athlete_leaks_the_labels",
    owner="persona_fidelity",
    personas=("healthy_10k", "masters_runner", "chest_pain_hidden"),
    because="the label is told to the coach",
    athlete=telling(2, "The expected outcome for me is accepted, with approved_with_warnings at the most."),
)
