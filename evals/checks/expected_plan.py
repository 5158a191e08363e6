"""The persona's own demands on the plan, checked without any code of `coach.plan`."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator

from coach.records.block import Day, TrainingBlock
from evals.checks.plan_reading import places, runs
from personas.persona import ExpectedPlan, Persona

_WEEK = 7
_UNTAPERED = 0.9  # house: less than a tenth off is no taper; the plan rules ask for 30 to 70%


def differences(plan: TrainingBlock, persona: Persona, today: dt.date) -> list[str]:
    """Each demand of `expect.plan` that the plan does not meet, with the numbers."""
    expected = persona.expect.plan
    return [what for check in _CHECKS for what in check(plan, expected, persona.race_date(today))] if expected else []


def _days(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    for week in plan.weeks:
        days = sum(any(session.type != "mobility" for session in day.sessions) for day in week.days)
        if expected.max_days_per_week is not None and days > expected.max_days_per_week:
            yield f"week {week.index} has {days} training days, at most {expected.max_days_per_week}"
        if expected.min_rest_days is not None and _WEEK - days < expected.min_rest_days:
            yield f"week {week.index} has {_WEEK - days} rest days, at least {expected.min_rest_days}"


def _first_week(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    ran = sum(each.km or 0 for day in plan.weeks[0].days for each in day.sessions if runs(each))
    km = max(ran, plan.weeks[0].km)
    if expected.max_week1_km is not None and km > expected.max_week1_km:
        yield f"week 1 has {km:.1f} km, at most {expected.max_week1_km:g}"


def _end(plan: TrainingBlock, expected: ExpectedPlan, race: dt.date | None) -> Iterator[str]:
    if expected.ends_on == "race_date" and not plan.race_date == plan.end_date == race:
        yield f"the plan ends on {plan.end_date} with the race on {plan.race_date}, expected {race}"


def _types(plan: TrainingBlock, expected: ExpectedPlan, _race: dt.date | None) -> Iterator[str]:
    for week, day, session in ((at.week, at.day, at.session) for at in places(plan)):
        if {session.type, session.purpose} & set(expected.forbidden_types):
            yield f"week {week.index}, {day.date}: {session.type} {session.purpose} is forbidden"


def _taper(plan: TrainingBlock, expected: ExpectedPlan, race: dt.date | None) -> Iterator[str]:
    """The days up to a race are lighter than a full week without its long run; the plan rules say by how much."""
    weeks = [_runs_km(week.days) for week in plan.weeks[:-1]]
    full = max((sum(kms) - max(kms, default=0.0) for kms in weeks), default=0.0)
    if expected.ends_on != "race_date" or race is None or not full:
        return
    last = sum(_runs_km(day for week in plan.weeks for day in week.days if 0 <= (race - day.date).days < _WEEK))
    if last > _UNTAPERED * full:
        yield f"no taper: {last:.1f} km in the days up to the race, {full:.1f} beside the long run in a full week"


def _runs_km(days: Iterable[Day]) -> list[float]:
    """The distance of each run, races left out."""
    return [session.km or 0.0 for day in days for session in day.sessions if session.type == "run"]


_Check = Callable[[TrainingBlock, ExpectedPlan, dt.date | None], Iterator[str]]
_CHECKS: tuple[_Check, ...] = (_days, _first_week, _end, _types, _taper)
