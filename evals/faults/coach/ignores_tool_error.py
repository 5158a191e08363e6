"""The coach writes the weekly distance as words, is told that this does not work, and goes on as if it had."""

from evals.faults.fault import Fault
from evals.faults.seats import Item, recording

FIELD = "current_weekly_volume_km"


def _worded(item: Item) -> Item:
    return {**item, "value": item["raw"]} if item["field"] == FIELD and "value" in item else item


FAULT = Fault(
    id="ignores_tool_error",
    owner="intake_complete",
    personas=("healthy_10k", "plan_now"),
    because="a call that failed is never mended",
    follows={
        "intake_fidelity": "the distance is put down as not known in the end",
        "intake_economy": "the distance is asked for again and again",
        "safety_decision": "a rule that cannot be decided for want of the distance counts as fired",
        "outcome": "without the distance there is no plan",
    },
    coach=recording(_worded),
)
