"""The coach reads a seven as a one, as in a hand that is hard to read."""

from evals.faults.fault import Fault
from evals.faults.seats import Item, recording

_SEVEN = 7


def _misread(item: Item) -> Item:
    value = item.get("value")
    return {**item, "value": 1} if not isinstance(value, bool) and value == _SEVEN else item


FAULT = Fault(
    id="reads_seven_as_one",
    owner="intake_fidelity",
    personas=("every_day_at_fifty", "teen_miler"),
    because="7 is recorded as 1",
    follows={
        "safety_decision": "a rule about seven days does not see them",
        "care_tone": "the warning about seven days is not said",
    },
    coach=recording(_misread),
)
