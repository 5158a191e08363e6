"""Two sessions on the first rest day of the second week, one day more than the athlete has."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, with_week
from evals.faults.seats import planning


def _filled(week: Json) -> Json:
    easy = next(s for day in week["days"] for s in day["sessions"] if s["type"] == "run" and s["zone"] == "E")
    strength = next((s for day in week["days"] for s in day["sessions"] if s["type"] == "strength"), easy)
    rest = next(day["date"] for day in week["days"] if not day["sessions"])
    days = [{**day, "sessions": [easy, strength]} if day["date"] == rest else day for day in week["days"]]
    return {**week, "days": days}


FAULT = Fault(
    id="plan_two_sessions_on_a_rest_day",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "goal_changer"),
    because="a rest day has two sessions",
    guards=REPAIR,
    coach=planning(lambda plan: with_week(plan, 2, _filled)),
    policy=PLANS_UNJUDGED,
)
