"""The coach records nothing for the years of running, and nobody checks what is recorded."""

from evals.faults.fault import Fault
from evals.faults.guards_off import VALUES_UNCHECKED
from evals.faults.seats import Item, recording

FIELD = "running_experience_years"


def _empty(item: Item) -> Item:
    return {**item, "value": None} if item["field"] == FIELD else item


FAULT = Fault(
    id="accepts_empty_value",
    owner="intake_fidelity",
    personas=("healthy_10k", "plan_now"),
    because="an empty value settles a required field",
    guards={"the check of what is recorded": "test_no_empty_and_no_impossible_value_is_recorded"},
    coach=recording(_empty),
    policy=VALUES_UNCHECKED,
)
