"""Every pace of the plan is 12 % faster than present fitness allows."""

from typing import Any

from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plans import Json, with_sessions
from evals.faults.seats import planning

_FACTOR = 0.88


def _faster(part: Json) -> Json:
    """The same distance in less time."""
    pace: Any = part.get("pace_s_per_km")
    if not pace:
        return part
    minutes = part["duration_min"]
    shorter = None if minutes is None else round(minutes * _FACTOR, 2)
    return {**part, "pace_s_per_km": [round(each * _FACTOR, 1) for each in pace], "duration_min": shorter}


def _session(session: Json) -> Json:
    return {**_faster(session), "steps": [_faster(step) for step in session["steps"]]}


FAULT = Fault(
    id="plan_paces_too_fast",
    owner="plan_validity",
    personas=("healthy_10k", "teen_miler", "cold_all_gone"),
    because="the paces are those of a faster runner",
    guards=REPAIR,
    coach=planning(lambda plan: with_sessions(plan, _session)),
    policy=PLANS_UNJUDGED,
)
