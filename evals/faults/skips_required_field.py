"""The coach skips a required field: it records that the athlete could not tell, whatever the athlete says."""

from typing import Any

from evals.faults.fault import Fault, with_items
from evals.offline.said import Said
from evals.offline.seen import Seen

FIELD = "training_days_per_week"


def _skipped(item: dict[str, Any]) -> dict[str, Any]:
    if item["field"] != FIELD:
        return item
    return {"field": FIELD, "raw": "", "standing": "not_known"}


def _change(seen: Seen, said: Said) -> Said:
    return with_items(said, _skipped)


FAULT = Fault(
    id="skips_required_field",
    owner="intake_complete",
    personas=("healthy_10k",),
    because="a required field is settled without its answer",
    follows={"safety_decision": "a rule that cannot be decided for want of the field counts as fired"},
    change=_change,
)
