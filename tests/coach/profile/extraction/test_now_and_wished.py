"""The week that is run and the week that is wished for, told side by side."""

import pytest
from both_readers import read_twice

from coach.profile.extraction import extract

WEEK = (
    "How many kilometres would you like to reach in your biggest week? "
    "And about how many kilometres a week have you been running over the last month?"
)
NOW, WISHED = "current_weekly_volume_km", "target_weekly_volume_km"


@pytest.mark.parametrize(
    ("text", "now", "wished"),
    [
        ("Eighteen km a week at the very most, 9 km a week at the moment.", 9, 18),
        ("Perhaps 25 k a week some day. These days 11 k a week.", 11, 25),
        ("30 kilometres a week would make me happy. I run 14 kilometres a week.", 14, 30),
        ("Forty tops as a target distance, I'm no distance person. I'm doing 22 km a week.", 22, 40),
        ("It's been 12 km a week lately! My biggest week should be roughly 19 km.", 12, 19),
    ],
)
def test_a_wished_for_week_is_not_the_present_one(text: str, now: float, wished: float) -> None:
    told = read_twice(text, WEEK)
    assert (told.get(NOW), told.get(WISHED)) == (now, wished)


def test_what_should_be_so_takes_back_a_number_only_as_a_correction() -> None:
    assert read_twice("30 km a week, that should be 24")[NOW] == 24
    assert read_twice("30 km a week, should be 24")[NOW] == 24


@pytest.mark.parametrize(
    "text", ["I have 5 months of running behind me", "five months of proper running under my belt"]
)
def test_months_behind_somebody_are_no_time_to_the_race(text: str) -> None:
    told = read_twice(text)
    assert told["running_experience_years"] == pytest.approx(5 / 12, abs=0.001)
    assert "weeks_available" not in told


def test_a_letter_from_the_team_says_nothing_of_the_present() -> None:
    assert "eating_disorder_status" not in read_twice("I have a letter from my eating disorder team.")
    assert read_twice("I have an eating disorder.")["eating_disorder_status"] == "current"


@pytest.mark.parametrize(
    ("text", "height"),
    [("one seventy-four barefoot", 174), ("As for height, one sixty-nine in trainers", 169), ("one seventy four", 174)],
)
def test_a_height_is_spoken_in_two_parts(text: str, height: int) -> None:
    assert extract(text, question="How tall are you?").facts["height_cm"].value == height


def test_one_of_forty_five_minutes_is_no_hundred_and_forty_five() -> None:
    assert 145 not in read_twice("one forty-five minute run a week", "How long can you train?").values()
