"""The plan as text: this week first, then the arc, then the notes."""

from typing import Any

import pytest

from coach.plan.plan_brief import brief_of
from coach.plan.present import arc_sentence, clock_minutes, plan_text, week_text


def test_this_week_comes_first_then_the_arc_then_the_notes(case: Any) -> None:
    text = plan_text(case.plan)
    places = [text.index(part) for part in ("Week 1, base", "The weeks", "Good to know")]
    assert places == sorted(places)
    assert all(note in text for note in case.plan.note_texts)
    assert "race on Sunday 29 March" in text


def test_every_day_of_a_week_has_its_line(case: Any) -> None:
    lines = week_text(case.plan.weeks[0]).splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert sum(line.endswith("Rest") for line in lines) == 2


def test_a_plan_without_a_race_names_its_last_day(restricted: Any) -> None:
    assert "to Sunday 29 March." in plan_text(restricted("no_race_goal").plan)


def test_every_kind_of_plan_can_be_read_without_inner_words(restricted: Any) -> None:
    cases = [restricted(name) for name in ("walk_run_only", "no_running", "no_high_intensity", "no_hot_environment")]
    for text in (plan_text(case.plan) for case in cases):
        assert "None" not in text
        assert "_" not in text


@pytest.mark.parametrize(("minutes", "text"), [(44.6, "45 min"), (60, "1 h"), (85.2, "1 h 25")])
def test_minutes_read_like_a_clock(minutes: float, text: str) -> None:
    assert clock_minutes(minutes) == text


def test_the_arc_in_a_sentence_names_the_lighter_weeks_and_the_end(case: Any) -> None:
    text = arc_sentence(brief_of(case.plan))
    assert "lighter" in text
    assert text.endswith("your race is on Sunday 29 March.")


def test_the_same_instructions_stand_once_in_a_week(case: Any) -> None:
    text = week_text(case.plan.weeks[0])
    assert text.count("Two relaxed rounds") == 1
    assert "Strength, 25 min, as on" in text


def test_the_fullest_week_is_one_of_training_not_that_of_the_race(runner: Any) -> None:
    plan = runner.case(race_distance_km=50.0, weeks_available=20, target_weekly_volume_km=60).plan
    assert plan.weeks[-1].km > max(week.km for week in plan.weeks[:-1]), "with the race counted"
    fullest = max(plan.weeks[:-1], key=lambda week: week.km)
    assert f"grows in small steps to {fullest.km:.0f} km in week {fullest.index}," in arc_sentence(brief_of(plan))
    assert f"race week: {plan.weeks[-1].km - 50:.0f} km and the race" in plan_text(plan)
