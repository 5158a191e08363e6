"""Every run of weeks two and three is 30 % longer than planned."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, in_week, scaled, with_each_week
from evals.faults.seats import planning

_FACTOR = 1.3
_WEEKS = frozenset({2, 3})


def _longer(week: Json) -> Json:
    return in_week(week, lambda session: scaled(session, _FACTOR)) if week["index"] in _WEEKS else week


FAULT = Fault(
    id="plan_jumps_thirty_percent",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "goal_changer"),
    because="the volume jumps by 30 % from the first week to the second",
    guards=REPAIR,
    coach=planning(lambda plan: with_each_week(plan, _longer)),
    policy=PLANS_UNJUDGED,
)
