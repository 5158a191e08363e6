"""What leaves open which value is meant says so: ranges and several ratings of what is worse the more there is."""

import pytest

from coach.profile.extraction import Extraction, extract
from coach.profile.questions import question_of

TENDON = question_of("tendon_pain_nrs").text


def answer(text: str, question: str = TENDON) -> Extraction:
    return extract(text, question=question)


@pytest.mark.parametrize(
    ("said", "worst"),
    [
        ("As for my tendons, six, seven on the hill.", 7), ("The Achilles is a 4, sometimes a 7.", 7),
        ("Tendon pain 3 in the morning and 6 after a run", 6), ("Achilles about 3, 6 on hills", 6),
        ("kneecap tendon: 5/10, after stairs 8/10", 8),
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", [TENDON, "How do you sleep?"])
def test_two_ratings_of_one_thing_leave_it_open_with_the_worst_of_them(said: str, worst: float, question: str) -> None:
    assert answer(said, question).unsure == {"tendon_pain_nrs": worst}


@pytest.mark.parametrize("said", ["Tendon pain 5-6/10", "tendon: five to six", "5-6"])
def test_a_range_tells_its_worse_end(said: str) -> None:
    found = answer(said)
    assert (found.facts["tendon_pain_nrs"].worst, found.unsure) == (6, {})


@pytest.mark.parametrize(
    "said",
    [
        "Achilles 4 out of 10 now, down from a 7.", "tendon pain 4. It used to be a 7.", "Achilles 7, sorry, I mean 4",
        "tendon pain 4 out of 10, 2 stress fractures", "tendon 4 out of 10. I sleep 7 hours.",
    ],
)  # fmt: skip
def test_what_was_or_is_something_else_is_no_second_rating(said: str) -> None:
    found = answer(said)
    assert (found.facts["tendon_pain_nrs"].value, found.unsure) == (4, {})


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("As for my tendons, it is what it is.", "tendon_pain_nrs"),
        ("Regarding my medicines, that's a long story.", "medications"),
        ("When it comes to my periods, where do I start.", "missed_cycles_consecutive"),
    ],
)
def test_an_announced_topic_without_a_readable_value_is_left_open(said: str, field: str) -> None:
    assert answer(said, "How do you sleep?").unsure == {field: None}


def test_an_announced_topic_with_its_value_is_told() -> None:
    found = answer("As for my tendons, six out of ten.", "How do you sleep?")
    assert (found.facts["tendon_pain_nrs"].value, found.unsure) == (6, {})


def test_an_announced_number_for_something_that_was_not_asked_is_left_alone() -> None:
    question = question_of("target_weekly_volume_km").text
    assert answer("As for my target distance, 55 at the most.", question).unsure == {}


def test_a_rating_behind_denials_in_its_sentence_is_read() -> None:
    found = answer("No raised temperature, no ACL surgery, tendon pain of 6 out of 10 during runs.")
    assert found.facts["tendon_pain_nrs"].value == 6


@pytest.mark.parametrize("said", ["my wife's trainer watches her", "her trainer watches her", "his coach is there"])
def test_another_persons_trainer_supervises_nobody_else(said: str) -> None:
    assert "supervised" not in answer(said, question_of("supervised").text).facts


@pytest.mark.parametrize("said", ["my trainer watches me", "my son's trainer watches us both"])
def test_a_trainer_who_watches_the_athlete_supervises(said: str) -> None:
    assert answer(said, question_of("supervised").text).facts["supervised"].value is True


@pytest.mark.parametrize("field", ["weekly_sport_hours", "sleep_hours_avg", "longest_run_last_30d_km"])
def test_minutes_of_walking_are_hours_of_nothing(field: str) -> None:
    assert answer("Five minutes of walking.", question_of(field).text).facts == {}


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("I have a current stress fracture and no history of an eating disorder.", "bsi_status", "current"),
        ("I come in at 70 kilos. No weight goal.", "goal_weight_kg", None),
        ("There's nothing to explain that I know of.", "amenorrhoea_explained", False),
    ],
)
def test_words_of_another_answer_or_of_now_take_no_answer_away(said: str, field: str, value: object) -> None:
    assert answer(said, question_of(field).text).facts[field].value == value
