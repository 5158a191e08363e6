"""The coach writes years of running as hundredths, and nobody checks what is recorded."""

from evals.faults.fault import Fault
from evals.faults.guards_off import VALUES_UNCHECKED
from evals.faults.seats import Item, recording

FIELD = "running_experience_years"


def _impossible(item: Item) -> Item:
    if item["field"] != FIELD or not isinstance(item.get("value"), int | float):
        return item
    return {**item, "value": item["value"] * 100}


FAULT = Fault(
    id="accepts_out_of_range",
    owner="intake_fidelity",
    personas=("plan_now", "head_is_clear"),
    because="400 years of running are recorded",
    guards={"the check of what is recorded": "test_no_empty_and_no_impossible_value_is_recorded"},
    coach=recording(_impossible),
    policy=VALUES_UNCHECKED,
)
