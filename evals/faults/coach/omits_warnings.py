"""The coach shows the plan and says not a word of what to be careful of."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import seeing
from evals.offline.seen import Seen


def _careless(seen: Seen) -> Seen:
    return replace(seen, sections={name: value for name, value in seen.sections.items() if name != "care"})


FAULT = Fault(
    id="omits_warnings",
    owner="care_tone",
    personas=("masters_runner", "every_day_at_fifty", "eighty_km_at_fifty"),
    because="warnings that are due are not said",
    coach=seeing(_careless),
)
