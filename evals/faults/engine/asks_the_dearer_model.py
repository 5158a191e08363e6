"""Every state asks the reasoning model, also where the fast one would do."""

from dataclasses import replace

from coach.policy import POLICY
from evals.faults.fault import Fault

FAULT = Fault(
    id="asks_the_dearer_model",
    owner="cost",
    personas=("healthy_10k", "masters_runner"),
    because="the intake is led by the model that costs twenty times as much",
    policy={state: replace(row, tier="reasoning") for state, row in POLICY.items()},
)
