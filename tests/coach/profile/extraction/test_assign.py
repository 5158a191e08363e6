"""Numbers without a plain saying: the field whose words, unit and question claim them, or none."""

import pytest
from both_readers import read_twice

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.extraction.assign import owners
from coach.profile.extraction.measures import FACTORS


def read(text: str, question: str | None = None) -> dict[str, object]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


def test_every_owner_is_a_field_with_a_known_unit() -> None:
    assert {owner.field for owner in owners()} <= set(catalogue().fields)
    assert {owner.take for owner in owners()} <= set(FACTORS)


@pytest.mark.parametrize(
    ("question", "text", "field", "value"),
    [
        ("So how are the nights?", "rough month, sleep is down to 6", "sleep_hours_avg", 6),
        ("Where does it hurt and how much?", "left Achilles, 3 going uphill", "tendon_pain_nrs", 3),
        ("How is the walking?", "9 days now without a twinge", "painfree_walking_days", 9),
        ("What would you like to weigh?", "now 13 stone, happy at 12", "goal_weight_kg", 76.2035),
    ],
)
def test_words_and_question_claim_a_number(question: str, text: str, field: str, value: float) -> None:
    assert read_twice(text, question)[field] == pytest.approx(value, rel=0.01)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How do you sleep?", "I sleep on three pillows"),
        ("What do you weigh?", "no idea, BMI 31"),
        ("Do you sleep well?", "I wake up every two hours"),
        ("Any heart trouble?", "Mum's eighty and swims in the sea"),
    ],
)
def test_a_number_that_counts_something_else_is_nobodys(question: str, text: str) -> None:
    assert {name: value for name, value in read(text, question).items() if isinstance(value, int | float)} == {}


def test_a_time_since_goes_to_the_event_that_it_stands_with() -> None:
    health = "Do you have a condition, have you had myocarditis, and do you take any medicines?"
    assert "months_since_myocarditis" not in read("Heat stroke two years ago, no medicines.", health)
    assert read("Myocarditis two years ago, no medicines.", health)["months_since_myocarditis"] == 24
