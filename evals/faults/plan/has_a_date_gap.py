"""The sixth week of the block is missing, and nobody looks at the plan when it is handed over."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, with_weeks
from evals.faults.seats import planning


def _gap(plan: Json) -> Json:
    return with_weeks(plan, lambda weeks: weeks[:5] + weeks[6:])


FAULT = Fault(
    id="plan_has_a_date_gap",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "couch_to_5k"),
    because="a week is missing in the middle of the block",
    guards=REPAIR,
    coach=planning(_gap),
    policy=PLANS_UNJUDGED,
)
