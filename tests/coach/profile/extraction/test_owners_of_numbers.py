"""Whose, when and of what a number is: none is taken by a field that was not asked and has no words of its own."""

from typing import Any

import pytest

from coach.profile.extraction import extract


def read(text: str, question: str | None = None) -> dict[str, Any]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("text", "question", "field"),
    [
        ("I put on six kilos, I'm 84 now", "How has your weight been?", "age_years"),
        ("overtaken by a 12 year old, the shame", "How was the race?", "age_years"),
        ("it all began when I turned forty", "When did you start running?", "age_years"),
        ("46, and the doctor was pleased", "What's your resting pulse?", "age_years"),
        ("in plaster, five weeks to go", "Any stress fractures?", "weeks_available"),
        ("lost 4 kilos in 6 weeks, I don't know why", None, "weeks_available"),
        ("outpatient clinic, three times a week", "How are you getting on with food?", "training_days_per_week"),
        ("I do the dog walk four times a week", None, "training_days_per_week"),
        ("club is Mondays and Wednesdays, PE on Friday", "How many hours of sport do you do a week?", "available_days"),
        ("kettlebells up to 24 kg", "Any kit at home?", "weight_kg"),
        ("slept eleven hours after it", "How was the marathon?", "sleep_hours_avg"),
        ("my sister runs 50 miles a week", None, "current_weekly_volume_km"),
        ("before the baby I was doing 40 km a week", None, "current_weekly_volume_km"),
    ],
)
def test_a_number_of_something_else_is_left_alone(text: str, question: str | None, field: str) -> None:
    assert field not in read(text, question)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("I do parkrun most weeks in about 33 minutes", "goal_time_s"),
        ("stuck at 24:40 for the 5k", "goal_time_s"),
        ("8 x 1k in 4:10 on Tuesday", "recent_race_time_s"),
        ("after 19:00 on a Thursday", "goal_time_s"),
        ("I could run under two bridges", "goal_time_s"),
        ("under 5:30s the whole way", "goal_time_s"),
    ],
)
def test_a_time_of_a_habit_a_pace_or_the_day_is_no_goal_and_no_result(text: str, field: str) -> None:
    assert field not in read(text)


def test_a_time_that_is_told_with_its_day_is_a_result() -> None:
    assert read("10k in 47:15 two weeks ago") == {"recent_race_time_s": 2835, "recent_race_distance_km": 10}


def test_a_time_beside_the_one_that_is_wanted_is_a_result() -> None:
    found = read("10k 44:10, want 42:30")
    assert (found["recent_race_time_s"], found["goal_time_s"], found["race_distance_km"]) == (2650, 2550, 10)


def test_a_last_race_told_to_the_question_of_the_goal_is_not_the_goal() -> None:
    found = read("under the hour, the last one was 1:04:20 three weeks ago", "What do you want to run the 10k in?")
    assert found.get("goal_time_s") != 3860
    assert found["recent_race_time_s"] == 3860


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1-58-30", 7110), ("1.58.30", 7110), ("4.12.85", 252.85), ("ran the 5k in 24.13", 1453)],
)
def test_a_time_may_be_written_with_stops_or_dashes(text: str, seconds: float) -> None:
    assert read(text, "What was your last race time?")["recent_race_time_s"] == seconds


def test_a_request_to_the_coach_is_a_wish_and_no_question() -> None:
    found = read("can you get me to a half marathon in 20 weeks?")
    assert (found["race_distance_km"], found["weeks_available"]) == (21.0975, 20)
