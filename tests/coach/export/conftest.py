"""A plan with paces, and one without, for the exports."""

import datetime as dt
from typing import Any

import pytest
from plans import MONDAY, Runner

from coach.records.block import Day, Step, TrainingBlock, TrainingSession, Week


@pytest.fixture(scope="session")
def plan() -> TrainingBlock:
    return Runner().case(weeks_available=6).plan


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
