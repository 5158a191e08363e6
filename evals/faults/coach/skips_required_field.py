"""The coach skips a required field: it records that the athlete could not tell, whatever the athlete says."""

from evals.faults.fault import Fault
from evals.faults.seats import Item, recording

FIELD = "training_days_per_week"


def _skipped(item: Item) -> Item:
    return {"field": FIELD, "raw": "", "standing": "not_known"} if item["field"] == FIELD else item


FAULT = Fault(
    id="skips_required_field",
    owner="intake_complete",
    personas=("healthy_10k", "plan_now"),
    because="a required field is settled without its answer",
    follows={
        "safety_decision": "a rule that cannot be decided for want of the field counts as fired",
        "intake_fidelity": "the athlete did tell",
    },
    coach=recording(_skipped),
)
