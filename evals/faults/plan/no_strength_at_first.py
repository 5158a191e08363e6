"""The first weeks come without strength and mobility, for athletes whose baselines come first."""

from evals.faults.fault import Fault
from evals.faults.plans import Json, with_sessions
from evals.faults.seats import planning

_BASELINES = frozenset({"strength", "mobility"})


def _run_only(plan: Json) -> Json:
    return with_sessions(plan, lambda session: None if session["type"] in _BASELINES else session)


FAULT = Fault(
    id="plan_no_strength_at_first",
    owner="life_stage_fit",
    personas=("masters_runner", "cold_all_gone", "every_day_at_fifty"),
    because="the first weeks are all running where baselines come first",
    follows={"plan_validity": "nobody explains why there is no strength work"},
    coach=planning(_run_only),
)
