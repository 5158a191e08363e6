"""From walk-run to running through: no stretch of running is a jump from the longest before it."""

from typing import Any

import pytest

from coach.plan.reading import read_plan
from coach.plan.week_frame import STRETCH_GROWTH

PEOPLE: tuple[dict[str, Any], ...] = (
    {"current_weekly_volume_km": 0, "longest_run_last_30d_km": 0, "running_experience_years": 0,
     "training_days_per_week": 3, "weeks_available": 10, "race_distance_km": 5.0},
    {"current_weekly_volume_km": 6, "longest_run_last_30d_km": 3, "running_experience_years": 0.5,
     "height_cm": 170, "weight_kg": 112, "training_days_per_week": 4, "race_distance_km": 5.0},
    {"current_weekly_volume_km": 9, "longest_run_last_30d_km": 32, "training_days_per_week": 4,
     "weeks_available": 16, "race_distance_km": 42.195},
    {"current_weekly_volume_km": 8, "longest_run_last_30d_km": 8, "training_days_per_week": 1,
     "weeks_available": 8},
)  # fmt: skip


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("measured", [True, False])
def test_stretches_grow_in_steps_until_the_runner_runs_through(
    runner: Any, person: dict[str, Any], *, measured: bool
) -> None:
    """Seen: from 11 min at a stretch to 38, from 8 to 34, from 13 to 82."""
    fitness = {} if measured else {"recent_race_distance_km": None, "recent_race_time_s": None}
    weeks = read_plan(runner.case(**person, **fitness).plan).weeks
    longest = [
        max(
            (step.duration_min or 0.0 for at in week.runs for step in at.session.steps if step.kind == "run"), default=0
        )
        for week in weeks
    ]
    assert any(at.session.purpose != "walk_run" for week in weeks for at in week.runs)
    for week, stretch in enumerate(longest[1:], start=1):
        assert stretch <= max(STRETCH_GROWTH * max(longest[:week]) * 1.1, 15)
