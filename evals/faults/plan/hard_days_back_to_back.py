"""The day after each hard run is a hard run too: the easy runs of Wednesday become those of Tuesday."""

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, with_each_week
from evals.faults.seats import planning

_HARD = frozenset({"threshold", "interval", "repetition"})


def _back_to_back(week: Json) -> Json:
    days = list(week["days"])
    for at in range(1, len(days)):
        hard = [session for session in days[at - 1]["sessions"] if session["purpose"] in _HARD]
        easy = [session for session in days[at]["sessions"] if session["type"] == "run"]
        if hard and easy:
            days[at] = {**days[at], "sessions": hard}
            break
    return {**week, "days": days}


FAULT = Fault(
    id="plan_hard_days_back_to_back",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "stress_fracture_history"),
    because="two hard runs on two days in a row",
    guards=REPAIR,
    coach=planning(lambda plan: with_each_week(plan, _back_to_back)),
    policy=PLANS_UNJUDGED,
)
