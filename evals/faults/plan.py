"""Faults of a plan: the coach hands over another one than the clean planner would, its sums put right."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from evals.faults.coach_changes import planning, planning_from, shifted, without_limits
from evals.faults.guards_off import PLANS_UNJUDGED
from evals.faults.rows import by_coach, fault_of

Json = dict[str, Any]
_RUNS = frozenset({"run", "race"})


def with_weeks(plan: Json, alter: Callable[[list[Json]], list[Json]]) -> Json:
    """The plan with other weeks, numbered from 1, ending when the last one ends."""
    weeks = [{**summed(week), "index": index} for index, week in enumerate(alter(list(plan["weeks"])), 1)]
    return {**plan, "weeks": weeks, "end_date": weeks[-1]["days"][-1]["date"]}


def with_each_week(plan: Json, alter: Callable[[Json], Json]) -> Json:
    return with_weeks(plan, lambda weeks: [alter(week) for week in weeks])


def with_week(plan: Json, index: int, alter: Callable[[Json], Json]) -> Json:
    """The plan with week number `index` altered; as it is where there is no such week."""
    return with_weeks(plan, lambda weeks: [alter(week) if week["index"] == index else week for week in weeks])


def with_sessions(plan: Json, alter: Callable[[Json], Json | None]) -> Json:
    """The plan with every session altered, or left out where `alter` gives None."""
    return with_each_week(plan, lambda week: in_week(week, alter))


def in_week(week: Json, alter: Callable[[Json], Json | None]) -> Json:
    """The week with every session altered, or left out where `alter` gives None."""
    return {**week, "days": [_in_day(day, alter) for day in week["days"]]}


def _in_day(day: Json, alter: Callable[[Json], Json | None]) -> Json:
    return {**day, "sessions": [new for session in day["sessions"] if (new := alter(session)) is not None]}


def summed(week: Json) -> Json:
    """The week with its kilometres and minutes as its sessions come to."""
    sessions = [session for day in week["days"] for session in day["sessions"]]
    km = sum(session["km"] or 0 for session in sessions if session["type"] in _RUNS)
    return {**week, "km": round(km, 1), "minutes": round(sum(s["duration_min"] for s in sessions), 1)}


def dated(week: Json, start: str) -> Json:
    """The week on other dates."""
    first = dt.date.fromisoformat(start)
    days = [{**day, "date": str(first + dt.timedelta(days=at))} for at, day in enumerate(week["days"])]
    return {**week, "start_date": start, "days": days}


def scaled(session: Json, factor: float) -> Json:
    """A run that much longer; other sessions as they are."""
    if session["type"] != "run":
        return session
    steps = [{**step, "km": _times(step["km"], factor), "duration_min": _times(step["duration_min"], factor)}
             for step in session["steps"]]  # fmt: skip
    longer = {"km": _times(session["km"], factor), "duration_min": _times(session["duration_min"], factor)}
    return {**session, **longer, "steps": steps}


def _times(number: float | None, factor: float) -> float | None:
    return None if number is None else round(number * factor, 2)


_HARD = frozenset({"threshold", "interval", "repetition"})
_BASELINES = frozenset({"strength", "mobility"})
_LONGER, _LONGER_WEEKS = 1.3, frozenset({2, 3})
_FASTER = 0.88
_SUNDAY = 6


def _heavy(weeks: list[Json]) -> list[Json]:
    """The weeks before the race are as heavy as the heaviest one; the race week keeps its race day."""
    heaviest = max(weeks[:-1], key=lambda week: week["km"])
    tapered = [week for week in weeks if week["phase"] in {"taper", "race"}]
    return [_swapped(week, heaviest) if week in tapered else week for week in weeks]


def _swapped(week: Json, heaviest: Json) -> Json:
    moved = dated(heaviest, week["start_date"])
    days = moved["days"] if week["phase"] != "race" else [*moved["days"][:_SUNDAY], week["days"][_SUNDAY]]
    return {**week, "days": days}


def _uphill(session: Json) -> Json:
    return {**session, "purpose": "hills", "tags": ["hill"]}


def _hilly(week: Json) -> Json:
    """The first session of the week that is a run, and the first of its day, becomes hill repeats."""
    days = list(week["days"])
    for at, day in enumerate(days):
        if day["sessions"] and day["sessions"][0]["type"] == "run":
            first, *rest = day["sessions"]
            days[at] = {**day, "sessions": [_uphill(first), *rest]}
            break
    return {**week, "days": days}


def _scattered(week: Json) -> Json:
    """In the first weeks, the easy run that follows the most days after the hard one is run up a hill."""
    days = list(week["days"])
    for at in (4, 3, 2) if week["phase"] == "base" else ():
        runs = [session for session in days[at]["sessions"] if session["purpose"] == "easy"]
        if runs:
            rest = [session for session in days[at]["sessions"] if session is not runs[0]]
            days[at] = {**days[at], "sessions": [_uphill(runs[0]), *rest]}
            break
    return {**week, "days": days}


def _back_to_back(week: Json) -> Json:
    """The easy runs of the day after the first hard run become that run."""
    days = list(week["days"])
    for at in range(1, len(days)):
        hard = [session for session in days[at - 1]["sessions"] if session["purpose"] in _HARD]
        easy = [session for session in days[at]["sessions"] if session["type"] == "run"]
        if hard and easy:
            days[at] = {**days[at], "sessions": hard}
            break
    return {**week, "days": days}


def _no_day_off(week: Json) -> Json:
    """An easy run is spread over every day of rest."""
    easy = next((session for session in _sessions(week) if session["purpose"] == "easy"), None)
    if easy is None:
        return week
    part = scaled(easy, 1 / (1 + sum(not day["sessions"] for day in week["days"])))

    def filled(day: Json) -> Json:
        return {**day, "sessions": [part if each is easy else each for each in day["sessions"]] or [part]}

    return {**week, "days": [filled(day) for day in week["days"]]}


def _two_more(week: Json) -> Json:
    """Two sessions on the first rest day of the week."""
    easy = next(session for session in _sessions(week) if session["type"] == "run" and session["zone"] == "E")
    strength = next((session for session in _sessions(week) if session["type"] == "strength"), easy)
    rest = next(day["date"] for day in week["days"] if not day["sessions"])
    days = [{**day, "sessions": [easy, strength]} if day["date"] == rest else day for day in week["days"]]
    return {**week, "days": days}


def _sessions(week: Json) -> list[Json]:
    return [session for day in week["days"] for session in day["sessions"]]


def _unless_baseline(session: Json) -> Json | None:
    return None if session["type"] in _BASELINES else session


def _longer(week: Json) -> Json:
    return in_week(week, lambda session: scaled(session, _LONGER)) if week["index"] in _LONGER_WEEKS else week


def _faster(part: Json) -> Json:
    """A session with its steps, or a step: the same distance in less time."""
    steps = {"steps": [_faster(step) for step in part["steps"]]} if "steps" in part else {}
    pace, minutes = part.get("pace_s_per_km"), part["duration_min"]
    if not pace:
        return {**part, **steps}
    shorter = None if minutes is None else round(minutes * _FASTER, 2)
    return {**part, "pace_s_per_km": [round(each * _FASTER, 1) for each in pace], "duration_min": shorter, **steps}


def _threshold(session: Json) -> Json:
    hard = {"purpose": "threshold", "zone": "T", "rpe": 7, "steps": []}
    return {**session, **hard} if session["purpose"] in {"easy", "strides", "recovery"} else session


_UNREPAIRED = by_coach(
    plan_has_a_date_gap=planning(lambda plan: with_weeks(plan, lambda weeks: weeks[:5] + weeks[6:])),
    plan_jumps_thirty_percent=planning(lambda plan: with_each_week(plan, _longer)),
    plan_hard_days_back_to_back=planning(lambda plan: with_each_week(plan, _back_to_back)),
    plan_two_sessions_on_a_rest_day=planning(lambda plan: with_week(plan, 2, _two_more)),
    plan_one_day_more=planning_from(lambda seen: shifted(seen, "training_days_per_week", 1)),
    plan_paces_too_fast=planning(lambda plan: with_sessions(plan, _faster)),
    plan_forbidden_hills=planning(lambda plan: with_each_week(plan, _hilly)),
    plan_forbidden_intensity=planning_from(without_limits),
    plan_no_day_off=planning(lambda plan: with_each_week(plan, _no_day_off)),
    plan_many_aims_at_once=planning(lambda plan: with_each_week(plan, _scattered)),
    plan_hard_all_week=planning(lambda plan: with_sessions(plan, _threshold)),
    plan_hard_beside_the_focus=planning(lambda plan: with_sessions(plan, _threshold)),
)
"""Faults that the repair loop would mend."""

_SHOWN_AS_THEY_ARE = (
    *by_coach(
        plan_wrong_race_date=planning_from(lambda seen: shifted(seen, "weeks_available", -1)),
        plan_has_no_taper=planning(lambda plan: with_weeks(plan, _heavy)),
        plan_no_strength_at_first=planning(lambda plan: with_sessions(plan, _unless_baseline)),
    ),
    replace(
        fault_of("plans_the_same_after_a_late_complaint"), coach=planning_from(without_limits), policy=PLANS_UNJUDGED
    ),
)
"""Faults that no rule of the hand-over sees as an error, or that come after a plan without fault."""

FAULTS = (*(replace(fault, policy=PLANS_UNJUDGED) for fault in _UNREPAIRED), *_SHOWN_AS_THEY_ARE)
