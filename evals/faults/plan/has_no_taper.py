"""The weeks before the race are as heavy as the heaviest ones: the plan has no taper."""

from evals.faults.fault import Fault
from evals.faults.plans import Json, dated, with_weeks
from evals.faults.seats import planning

_LAST = 6


def _heavy(weeks: list[Json]) -> list[Json]:
    """The race week keeps its race day; all other days are those of the heaviest week."""
    heaviest = max(weeks[:-1], key=lambda week: week["km"])
    tapered = [week for week in weeks if week["phase"] in {"taper", "race"}]
    return [_swapped(week, heaviest) if week in tapered else week for week in weeks]


def _swapped(week: Json, heaviest: Json) -> Json:
    moved = dated(heaviest, week["start_date"])
    days = moved["days"] if week["phase"] != "race" else [*moved["days"][:_LAST], week["days"][_LAST]]
    return {**week, "days": days}


FAULT = Fault(
    id="plan_has_no_taper",
    owner="plan_validity",
    personas=("healthy_10k", "cold_all_gone", "eighty_km_at_fifty"),
    because="training stays at its heaviest until the race",
    coach=planning(lambda plan: with_weeks(plan, _heavy)),
)
