"""What is taken back is not a fact; what replaces it has its unit."""

import pytest
from both_readers import read_twice

from coach.profile.extraction import extract


def read(text: str, question: str | None = None) -> dict[str, object]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("question", "text", "field", "value"),
    [
        (None, "Hold on, I said 40 km a week, it's more like 28.", "current_weekly_volume_km", 28),
        ("When is the race?", "In ten weeks. Sorry, I miscounted, it's nine.", "weeks_available", 9),
        ("How many days?", "Six a week. No: four, like everybody else.", "training_days_per_week", 4),
        ("What do you weigh?", "I was 91 at Easter but I'm 86 now", "weight_kg", 86),
        ("So you weigh 70 kg?", "69 as of today", "weight_kg", 69),
    ],
)
def test_the_last_word_holds(question: str | None, text: str, field: str, value: float) -> None:
    assert read(text, question)[field] == value


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Sorry, that was wrong. Actually I'd say five days a week.", 5),
        ("I misspoke before, let's say four days a week.", 4),
        ("Correction: three days a week rather than four.", 3),
        ("My mistake, I'd say six days a week.", 6),
        ("Correction on my part: four days a week suits better, not what I told you.", 4),
    ],
)
def test_days_that_are_taken_back_are_told_anew_without_a_question(text: str, days: int) -> None:
    assert read_twice(text)["training_days_per_week"] == days


def test_a_guess_about_something_else_after_a_mistake_is_no_number_of_days() -> None:
    assert "training_days_per_week" not in read("My mistake. I'd say four days ago the knee was worse.")


def test_a_number_of_another_thing_corrects_nothing() -> None:
    assert read("30 km a week, sorry, 4 runs")["current_weekly_volume_km"] == 30


def test_a_no_to_a_statement_denies_the_statement_and_no_list() -> None:
    assert "pain_signs" not in read("No no, six.", "You said you sleep eight hours and nothing hurts, yes?")


def test_the_span_of_a_correction_is_the_number_that_holds() -> None:
    text = "Hold on, I said 40 km a week, it's more like 28."
    start, end = extract(text).facts["current_weekly_volume_km"].span
    assert text[start:end] == "28"
