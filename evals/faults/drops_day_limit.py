"""The planner forgets how many days the athlete can train, and the repair loop that would mend it is off."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, planned_from
from evals.offline.said import Said
from evals.offline.seen import Seen


def _change(seen: Seen, said: Said) -> Said:
    if "generate_plan" not in seen.tools:
        return said
    return planned_from(seen, profile={**seen.get("profile", {}), "training_days_per_week": 7})


FAULT = Fault(
    id="drops_day_limit",
    owner="plan_validity",
    personas=("stress_fracture_history", "goal_changer"),
    because="a week has more training days than the athlete has",
    change=_change,
    policy=PLANS_UNJUDGED,
)
