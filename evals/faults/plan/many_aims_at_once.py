"""Two kinds of demanding work in each of the first weeks, for athletes who should have one thing to work on."""

from evals.faults.fault import Fault
from evals.faults.plans import Json, with_each_week
from evals.faults.seats import planning


def _scattered(week: Json) -> Json:
    """The easy run that follows the most days after the hard one is run up a hill."""
    if week["phase"] != "base":
        return week
    days = list(week["days"])
    for at in (4, 3, 2):
        runs = [session for session in days[at]["sessions"] if session["purpose"] == "easy"]
        if runs:
            hilly = {**runs[0], "purpose": "hills", "tags": ["hill"]}
            rest = [session for session in days[at]["sessions"] if session is not runs[0]]
            days[at] = {**days[at], "sessions": [hilly, *rest]}
            break
    return {**week, "days": days}


FAULT = Fault(
    id="plan_many_aims_at_once",
    owner="life_stage_fit",
    personas=("healthy_10k", "back_to_forty_five", "healthy_control"),
    because="the first weeks mix kinds of demanding work where one focus is due",
    coach=planning(lambda plan: with_each_week(plan, _scattered)),
)
