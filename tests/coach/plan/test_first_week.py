"""Where a plan begins, it says what does not go together in the numbers it was given."""

from typing import Any

import pytest


@pytest.mark.parametrize(("now", "longest"), [(9, 32), (50, 5)])
def test_weekly_distance_and_longest_run_that_cannot_both_be_right_are_questioned(
    runner: Any, now: float, longest: float
) -> None:
    notes = runner.case(current_weekly_volume_km=now, longest_run_last_30d_km=longest).plan.note_texts
    asked = f"You gave me {now} km a week and a longest run of {longest} km"
    assert [note for note in notes if asked in note and "tell me" in note]


@pytest.mark.parametrize(("now", "longest"), [(42, 13), (20, 20), (42, None), (0, 0)])
def test_numbers_that_go_together_are_not_questioned(runner: Any, now: float, longest: float | None) -> None:
    notes = runner.case(current_weekly_volume_km=now, longest_run_last_30d_km=longest).plan.note_texts
    assert not any("You gave me" in note for note in notes)


def test_a_biggest_week_below_the_present_one_is_kept_from_the_start_and_said(runner: Any) -> None:
    """Seen: 70 km in the first week, 40 in the second, and no plan to the race for the jump back to 65."""
    case = runner.case(
        current_weekly_volume_km=70, target_weekly_volume_km=40, longest_run_last_30d_km=20,
        training_days_per_week=6, weeks_available=10,
    )  # fmt: skip
    assert case.judged().valid
    assert case.plan.race_km == 10
    assert max(week.km for week in case.plan.weeks if week.phase != "race") <= 40.5
    assert [note for note in case.plan.note_texts if "about 70 km a week now and named 40 km" in note]
