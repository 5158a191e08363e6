"""Plans for what a persona's file says, and the same plans with other sessions."""

import datetime as dt
from collections.abc import Callable

from coach.plan.planner import build_plan
from coach.records.block import TrainingBlock, TrainingSession
from evals.checks.plan_validity import labelled_safety
from personas.load import load
from personas.persona import TODAY, Persona

HEALTHY = load("healthy_10k")


def planned(persona: Persona = HEALTHY, today: dt.date = TODAY) -> TrainingBlock:
    return build_plan(persona.truth, persona.goals, labelled_safety(persona), today=today)


def first_session(plan: TrainingBlock) -> TrainingSession:
    return next(session for day in plan.weeks[0].days for session in day.sessions)


def with_sessions(plan: TrainingBlock, change: Callable[[TrainingSession], TrainingSession | None]) -> TrainingBlock:
    """The plan with each session changed, or left out where `change` returns None, and the minutes of its weeks."""
    weeks = []
    for week in plan.weeks:
        changed = [tuple(new for old in day.sessions if (new := change(old))) for day in week.days]
        days = tuple(day.model_copy(update={"sessions": new}) for day, new in zip(week.days, changed, strict=True))
        minutes = sum(session.duration_min for sessions in changed for session in sessions)
        weeks.append(week.model_copy(update={"days": days, "minutes": minutes}))
    return plan.model_copy(update={"weeks": tuple(weeks)})
