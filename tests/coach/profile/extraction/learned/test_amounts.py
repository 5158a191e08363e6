"""What a number comes to in each field that could own it."""

import pytest

from coach.profile.extraction.folding import fold
from coach.profile.extraction.learned.amounts import amounts
from coach.profile.extraction.skeleton import build


def values(text: str, field: str, question: str | None = None) -> list[float]:
    folded = fold(text)
    return [found.values[field] for found in amounts(folded, build(folded, None), question) if field in found.values]


@pytest.mark.parametrize(
    ("text", "question", "seconds"),
    [
        ("my last marathon was 3:48", None, 13680),
        ("a 10k, 48:05", None, 2885),
        ("1:52", "What was your time over the half marathon?", 6720),
        ("parkrun, 24.31", None, 1471),
        ("the 5k took me 23 10", None, 1390),
        ("two ten", "And your half marathon time?", 7800),
        ("1:38 would be a dream", "Is there a time you have in mind?", 5880),
    ],
)
def test_a_time_has_the_unit_that_a_runner_can_run(text: str, question: str | None, seconds: float) -> None:
    assert seconds in values(text, "recent_race_time_s", question)


def test_no_time_is_read_that_nobody_runs() -> None:
    assert values("a marathon in 0:31", "recent_race_time_s") == []


def test_the_upper_side_of_a_pressure_is_the_systolic_one() -> None:
    assert values("it was 134/86", "resting_sbp_mmhg") == [134]
    assert values("it was 134/86", "resting_dbp_mmhg") == [86]


@pytest.mark.parametrize(("text", "height"), [("1.81", 181), ("five nine", 175.26), ("1,68", 168), ("174", 174)])
def test_a_height_may_come_in_metres_and_in_feet(text: str, height: float) -> None:
    assert pytest.approx(height) in values(text, "height_cm", "How tall are you?")


@pytest.mark.parametrize(
    ("text", "question", "kilos"),
    [
        ("about 190", "What do you weigh in pounds?", 86.1826),
        ("I'm 6'1 and 205", None, 92.9864),
        ("I run 12 miles a week and weigh 181", None, 82.1002),
        ("82", "What do you weigh?", 82),
    ],
)
def test_a_weight_without_a_unit_takes_that_of_the_speaker(text: str, question: str | None, kilos: float) -> None:
    assert pytest.approx(kilos, abs=0.001) in values(text, "weight_kg", question)


def test_a_weight_that_could_be_in_either_unit_is_left_open() -> None:
    assert values("175", "weight_kg", "What do you weigh?") == []


def test_a_bare_number_of_weeks_takes_the_unit_of_the_question() -> None:
    assert values("3", "weeks_since_surgery", "How many months ago was the operation?") == [pytest.approx(13.0446)]
    assert values("3", "weeks_since_surgery", "How many weeks ago was the operation?") == [3]
