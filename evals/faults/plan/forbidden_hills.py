"""Hill repeats in place of the first run of each week, for athletes who must not run hills."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, with_each_week
from evals.faults.seats import planning


def _hilly(week: Json) -> Json:
    done = False
    days = []
    for day in week["days"]:
        sessions = list(day["sessions"])
        if not done and sessions and sessions[0]["type"] == "run":
            sessions[0] = {**sessions[0], "purpose": "hills", "tags": ["hill"]}
            done = True
        days.append({**day, "sessions": sessions})
    return {**week, "days": days}


FAULT = Fault(
    id="plan_forbidden_hills",
    owner="contraindications_respected",
    personas=("achilles_middle_band", "acl_twelve_weeks"),
    because="the plan has hills where hills are forbidden",
    follows={"plan_validity": "a contraindication is a plan rule too"},
    guards=REPAIR,
    coach=planning(lambda plan: with_each_week(plan, _hilly)),
    policy=PLANS_UNJUDGED,
)
