"""Race day fits the training behind it: raced within reach, run and walk far beyond it, easy for an ultra."""

from typing import Any

import pytest

from coach.plan.reading import placed
from coach.records.block import Note, TrainingBlock, TrainingSession

LITTLE: dict[str, Any] = {
    "race_distance_km": 42.195, "current_weekly_volume_km": 9, "longest_run_last_30d_km": 5,
    "training_days_per_week": 4, "weeks_available": 16,
}  # fmt: skip
UNMEASURED: dict[str, Any] = {"recent_race_distance_km": None, "recent_race_time_s": None}


def _race(plan: TrainingBlock) -> TrainingSession:
    (race,) = (at.session for at in placed(plan) if at.session.type == "race")
    return race


def _alternatives(plan: TrainingBlock) -> list[str]:
    return [note.text for note in plan.notes if isinstance(note, Note) and note.topic == "alternative"]


def test_a_marathon_far_beyond_the_longest_run_is_run_and_walk_and_a_shorter_race_is_named(runner: Any) -> None:
    """Seen: 42 km at 5:45 per km and "race the last third" on a longest run of 8.5 km."""
    case = runner.case(**LITTLE)
    race = _race(case.plan)
    assert (race.zone, race.rpe, race.pace_s_per_km) == ("E", 5, None)
    assert "walk" in race.text
    (note,) = _alternatives(case.plan)
    assert "a long way short of a marathon" in note
    assert "10 km first and a marathon at a later date" in note
    assert case.judged().valid


def test_a_goal_time_has_no_place_in_a_race_that_is_far_beyond_the_longest_run(runner: Any) -> None:
    plan = runner.case(**LITTLE, goal_time_s=10_800.0).plan
    assert len(_alternatives(plan)) == 1
    assert not any("first target" in note for note in plan.note_texts)


def test_little_time_on_every_day_makes_a_half_marathon_run_and_walk_too(runner: Any) -> None:
    short = dict.fromkeys(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), 30)
    plan = runner.case(race_distance_km=21.0975, current_weekly_volume_km=20, available_minutes=short).plan
    assert _race(plan).zone == "E"
    assert "a half marathon at a later date" in _alternatives(plan)[0]


@pytest.mark.parametrize("change", [{}, {"race_distance_km": 42.195}, {"race_distance_km": 1.5}])
def test_a_race_within_reach_is_raced(runner: Any, change: dict[str, Any]) -> None:
    plan = runner.case(**change).plan
    assert _race(plan).rpe == 9
    assert _race(plan).pace_s_per_km
    assert not _alternatives(plan)


def test_a_long_run_of_last_month_counts_before_a_near_race(runner: Any) -> None:
    plan = runner.case(weeks_available=3, race_distance_km=21.0975, longest_run_last_30d_km=18).plan
    assert _race(plan).rpe == 9


@pytest.mark.parametrize("fitness", [{}, UNMEASURED])
@pytest.mark.parametrize("km", [50, 100, 161])
def test_an_ultra_is_no_faster_than_easy_and_has_no_pace(runner: Any, km: float, fitness: dict[str, Any]) -> None:
    """Seen: 100 km in 606 min, 6:04 per km, by a runner whose easy pace was 6:15."""
    plan = runner.case(race_distance_km=km, weeks_available=24, current_weekly_volume_km=70, **fitness).plan
    race = _race(plan)
    easy = next(at.session for at in placed(plan) if at.session.purpose == "easy")
    assert race.duration_min / km > easy.duration_min / (easy.km or 1.0)
    assert (race.zone, race.pace_s_per_km) == ("E", None)


def test_a_race_that_stands_is_not_said_to_come_later(restricted: Any) -> None:
    """Seen: "a nearer target first, the full one at a later date" above a plan to the full one."""
    case = restricted("reset_goal_date")
    (note,) = (note for note in case.plan.note_texts if "in stages" in note)
    assert "leads to your race at what you can run today" in note
    assert case.judged().valid


def test_without_a_date_no_note_speaks_of_a_race(restricted: Any) -> None:
    case = restricted("reset_goal_date", "no_race_goal")
    (note,) = (note for note in case.plan.note_texts if "in stages" in note)
    assert note.startswith("This block has no date to meet")
    assert case.judged().valid
