"""The planner counts one week too few, so that the race of the plan is a week before the real one."""

from evals.faults.fault import Fault
from evals.faults.seats import planning_from, with_known

WEEKS = "weeks_available"


FAULT = Fault(
    id="plan_wrong_race_date",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "goal_changer"),
    because="the race of the plan is a week too early",
    coach=planning_from(lambda seen: with_known(seen, **{WEEKS: seen.get("profile")[WEEKS] - 1})),
)
