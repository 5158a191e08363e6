"""What is taken back is not a fact; what replaces it has its unit."""

import pytest

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


def test_a_number_of_another_thing_corrects_nothing() -> None:
    assert read("30 km a week, sorry, 4 runs")["current_weekly_volume_km"] == 30


def test_a_no_to_a_statement_denies_the_statement_and_no_list() -> None:
    assert "pain_signs" not in read("No no, six.", "You said you sleep eight hours and nothing hurts, yes?")


def test_the_span_of_a_correction_is_the_number_that_holds() -> None:
    text = "Hold on, I said 40 km a week, it's more like 28."
    start, end = extract(text).facts["current_weekly_volume_km"].span
    assert text[start:end] == "28"
