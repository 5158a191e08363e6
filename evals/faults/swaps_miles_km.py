"""The coach takes kilometres for miles when it records the weekly volume."""

from typing import Any

from evals.faults.fault import Fault, with_items
from evals.offline.said import Said
from evals.offline.seen import Seen

FIELD = "current_weekly_volume_km"


def _swapped(item: dict[str, Any]) -> dict[str, Any]:
    if item["field"] != FIELD or not isinstance(item.get("value"), int | float):
        return item
    return {**item, "value": round(item["value"] / 1.609344, 1)}


def _change(seen: Seen, said: Said) -> Said:
    return with_items(said, _swapped)


FAULT = Fault(
    id="swaps_miles_km",
    owner="intake_fidelity",
    personas=("healthy_10k",),
    because="the weekly volume is recorded in the wrong unit",
    change=_change,
)
