"""The coach takes kilometres for miles when it records the weekly volume."""

from evals.faults.fault import Fault
from evals.faults.seats import Item, recording

FIELD = "current_weekly_volume_km"


def _swapped(item: Item) -> Item:
    if item["field"] != FIELD or not isinstance(item.get("value"), int | float):
        return item
    return {**item, "value": round(item["value"] / 1.609344, 1)}


FAULT = Fault(
    id="swaps_miles_km",
    owner="intake_fidelity",
    personas=("healthy_10k", "healthy_control"),
    because="the weekly volume is recorded in the wrong unit",
    coach=recording(_swapped),
)
