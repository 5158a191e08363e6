"""An easy run is spread over every day of rest, for athletes who must have a day off."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, scaled, with_each_week
from evals.faults.seats import planning


def _full(week: Json) -> Json:
    easy = next((s for day in week["days"] for s in day["sessions"] if s["purpose"] == "easy"), None)
    if easy is None:
        return week
    free = sum(not day["sessions"] for day in week["days"])
    part = scaled(easy, 1 / (free + 1))

    def sessions(day: Json) -> list[Json]:
        return [part if session is easy else session for session in day["sessions"]] or [part]

    return {**week, "days": [{**day, "sessions": sessions(day)} for day in week["days"]]}


FAULT = Fault(
    id="plan_no_day_off",
    owner="contraindications_respected",
    personas=("every_day_at_fifty", "daily_marathoner"),
    because="no week has a day off where one is due",
    follows={"plan_validity": "a rest day that is due is a plan rule too"},
    guards=REPAIR,
    coach=planning(lambda plan: with_each_week(plan, _full)),
    policy=PLANS_UNJUDGED,
)
