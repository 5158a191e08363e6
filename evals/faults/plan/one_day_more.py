"""The planner takes the athlete for somebody with one day more, and the repair loop that would mend it is off."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.seats import planning_from, with_known

DAYS = "training_days_per_week"


FAULT = Fault(
    id="plan_one_day_more",
    owner="plan_validity",
    personas=("goal_changer", "stress_fracture_history"),
    because="a week has one training day more than the athlete has",
    guards=REPAIR,
    coach=planning_from(lambda seen: with_known(seen, **{DAYS: seen.get("profile")[DAYS] + 1})),
    policy=PLANS_UNJUDGED,
)
