"""Ways to alter a plan as JSON, with the sums of each week put right, so that only one thing is wrong with it."""

import datetime as dt
from collections.abc import Callable
from typing import Any

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
