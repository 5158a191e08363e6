"""Answers that only together, or only against the question, make a fact: sums, products, yes and no in order."""

import pytest
from both_readers import read_twice

from coach.profile.extraction import extract


def read(text: str, question: str | None = None) -> dict[str, object]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("text", "track", "gym"),
    [
        ("yes and yes", True, True),
        ("no and yes", False, True),
        ("both", True, True),
        ("the track yes, the gym no", True, False),
        ("yes to the gym, no to the track", False, True),
        ("no to the first, yes to the second", False, True),
    ],
)
def test_yes_and_no_are_read_against_the_question(text: str, *, track: bool, gym: bool) -> None:
    assert read(text, "Do you have a track, and a gym?") == {"track_access": track, "strength_equipment": gym}


def test_runs_and_their_length_make_a_week() -> None:
    found = read("Four runs a week, 7 km each", "How many kilometres do you run a week?")
    assert found["current_weekly_volume_km"] == 28


def test_hours_that_nobody_added_up_are_added() -> None:
    question = "How many hours of sport do you do in total each week?"
    assert read_twice("football 3h, swimming 2h", question=question)["weekly_sport_hours"] == 5
    assert read("football 3h, swimming 2h, 5h in total", question).get("weekly_sport_hours") != 10


def test_bed_and_up_make_a_night() -> None:
    assert read("Bed at half past ten, up at six", "How do you sleep?") == {"sleep_hours_avg": 7.5}


def test_a_length_without_days_is_that_of_every_day() -> None:
    minutes = read("45 min", "How much time do you have per session?")["available_minutes"]
    assert isinstance(minutes, dict)
    assert set(minutes.values()) == {45}
    assert len(minutes) == 7


def test_lengths_stand_with_their_days() -> None:
    found = read(
        "40 minutes on weekdays and 90 at most, so 90 minutes at the weekend", "How much time have you got per day?"
    )
    assert found["available_minutes"] == dict.fromkeys(("mon", "tue", "wed", "thu", "fri"), 40.0) | {
        "sat": 90.0,
        "sun": 90.0,
    }


def test_a_plan_for_a_day_to_come_is_no_longest_run() -> None:
    assert read("I'm doing 20 km this Saturday!", "Longest recent run?") == {}


def test_a_medicine_that_was_stopped_is_not_taken_and_its_neighbour_is() -> None:
    text = "Ventolin now and then, and I was on sertraline but they stopped that"
    assert read(text, "Any tablets or inhalers?") == {"medications": ("reliever_inhaler",)}
