"""What holds for every text."""

import pytest
from both_readers import read_twice
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.extraction.folding import LONGEST, fold
from coach.profile.validation import check_value
from evals.labelled.replies import SET

PIECES = (
    *("i", "am", "43", "59 kg", "6 days a week", "no", "not", "my dad", "asthma", "if", "run", "45k", "5:05", "for"),
    *("1500", ";", ",", ".", "?", "ran", "last month", "sleep", "seven", "hours", "chest pain", "never", "insulin"),
    *("9 st 4", "5'6\"", "in 16 weeks", "mon wed", "half", "marathon", "want", "sub 20", "½", "134/84", "one", "to"),
)
WORDS = st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)
QUESTIONS = st.none() | st.sampled_from([question.text for question in catalogue().questions.values()])
REPLIES = sorted({case.text for case in SET.cases("train")})
JOINTS = (" ", ", ", "... sorry, ", ". no, ", " or rather ", ", I mean ", " nope just checked, ", "\n")
CONDITIONS = ["asthma", "high blood pressure", "osteoporosis", "heart failure", "a pacemaker"]


@settings(max_examples=examples(80))
@given(text=st.text(max_size=200) | WORDS, question=QUESTIONS)
def test_any_text_gives_valid_values_with_spans_inside_it(text: str, question: str | None) -> None:
    found = extract(text, question=question)
    for name, fact in found.facts.items():
        start, end = fact.span
        assert 0 <= start < end <= len(text)
        assert text[start:end].strip()
        assert check_value(name, fact.value) is None
    assert not set(found.facts) & {*found.declined, *found.not_known}


@settings(max_examples=examples(100))
@given(first=st.sampled_from(REPLIES), second=st.sampled_from(REPLIES), joint=st.sampled_from(JOINTS), asked=QUESTIONS)
def test_replies_run_into_each_other_are_read_without_error(first: str, second: str, joint: str, asked: str) -> None:
    for fact in extract(f"{first}{joint}{second}", question=asked).facts.values():
        assert fact.span[0] < fact.span[1]


@pytest.mark.parametrize("text", ["51:20... sorry that's the old one. 49:55 three weeks ago", "18:40. nope 18:51"])
def test_a_time_that_was_taken_back_is_read_without_error(text: str) -> None:
    assert "3080" not in str(extract(text, question="What is your 5k time?").facts)


def test_lengths_of_several_days_span_from_the_first_to_the_last() -> None:
    text = "45 on Monday and Wednesday, an hour on Saturday"
    fact = extract(text, question="How many minutes do you have on which days?").facts["available_minutes"]
    assert text[slice(*fact.span)] == "45 on Monday and Wednesday, an hour"


@given(st.text())
def test_folding_moves_no_code_point(text: str) -> None:
    assert len(fold(text)) == min(len(text), LONGEST)


@settings(max_examples=50)
@given(st.integers(min_value=5, max_value=120))
def test_a_weekly_distance_is_the_same_in_miles_and_kilometres(miles: int) -> None:
    told = [f"I run {miles} miles a week", f"I run {miles * 1.609344:.1f} km a week"]
    values = [extract(text).facts["current_weekly_volume_km"].value for text in told]
    assert values[0] == pytest.approx(values[1], abs=0.06)


@settings(max_examples=50)
@given(st.integers(min_value=90, max_value=250))
def test_a_weight_is_the_same_in_pounds_and_kilograms(pounds: int) -> None:
    told = [f"I weigh {pounds} lbs", f"I weigh {pounds * 0.45359237:.4f} kg"]
    values = [extract(text).facts["weight_kg"].value for text in told]
    assert values[0] == pytest.approx(values[1], abs=1e-3)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(CONDITIONS), min_size=2, max_size=5, unique=True))
def test_a_denied_list_is_an_empty_list(conditions: list[str]) -> None:
    text = "no " + ", ".join(conditions[:-1]) + " or " + conditions[-1]
    assert read_twice(text, question="Any medical conditions?")["known_conditions"] == ()


@settings(max_examples=30)
@given(st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=5, unique=True))
def test_what_a_relative_has_is_never_the_athletes(conditions: list[str]) -> None:
    assert "known_conditions" not in extract("my father has " + " and ".join(conditions)).facts


def test_a_flood_of_text_is_read_up_to_a_bound() -> None:
    found = extract("I'm 43. " + "blah " * (LONGEST // 2) + "I weigh 59 kg.")
    assert set(found.facts) == {"age_years"}
