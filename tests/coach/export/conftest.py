"""A plan with paces, and one without, for the exports."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.planner import build_plan
from coach.records.block import Day, Step, TrainingBlock, TrainingSession, Week
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

MONDAY = dt.date(2026, 1, 5)
RUNNER: dict[str, Any] = {
    "age_years": 35, "training_days_per_week": 5, "current_weekly_volume_km": 42, "longest_run_last_30d_km": 13,
    "weeks_available": 6, "race_distance_km": 10.0, "running_experience_years": 4, "recent_race_distance_km": 5.0,
    "recent_race_time_s": 1320.0,
}  # fmt: skip


@pytest.fixture(scope="session")
def plan() -> TrainingBlock:
    goal, safety = Goal(text="A good 10K", event="10k"), SafetyResult(status="approved")
    return build_plan(RUNNER, (goal,), safety, today=MONDAY)


def one_session(*steps: Step, **changes: Any) -> TrainingBlock:
    """A week whose Tuesday holds one run with these steps."""
    given = {"type": "run", "purpose": "walk_run", "duration_min": 30.0, "rpe": 3, "text": "Go gently.", **changes}
    session = TrainingSession(steps=steps, **given)
    days = tuple(
        Day(date=MONDAY + dt.timedelta(days=n), weekday=name, sessions=(session,) if n == 1 else ())
        for n, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
    )
    week = Week(
        index=1, start_date=MONDAY, phase="base", km=session.km or 0, minutes=session.duration_min, focus="f", days=days
    )
    goal = changes.get("text", "Run well")
    return TrainingBlock(start_date=MONDAY, end_date=MONDAY + dt.timedelta(days=6), goal=goal, weeks=(week,))


@pytest.fixture
def single() -> Any:
    return one_session
