"""Answers to several questions at once: each number and name stays with the question that it answers."""

from datetime import date

import pytest
from both_readers import read_twice

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.questions import fields_asked
from coach.records.fact import Value

QUESTIONS = {name: question.text for name, question in catalogue().questions.items()}
BODY = f"{QUESTIONS['setbacks']} {QUESTIONS['right_now']}"
WEEK = f"{QUESTIONS['your_week']} {QUESTIONS['running_now']}"


def _read(text: str, question: str | None) -> dict[str, Value]:
    found = extract(text, question=question, today=date(2026, 3, 2)).facts
    return {name: fact.value for name, fact in found.items()}


@pytest.mark.parametrize(
    ("text", "question", "field", "value"),
    [
        ("My doctor cleared me in writing.", QUESTIONS["clearance"], "clearances", ("medical",)),
        (
            "My GP signed the form.",
            "Has a midwife, surgeon or concussion clinic cleared you?",
            "clearances",
            ("medical",),
        ),
        (
            "The clinic signed it, I may run.",
            "After the concussion, has anybody cleared you?",
            "clearances",
            ("concussion",),
        ),
        (
            "Annual check in May, in writing, they said carry on racing.",
            QUESTIONS["clearance"],
            "clearances",
            ("medical",),
        ),
        ("A concussion 31 days ago, all gone.", BODY, "days_since_concussion", 31),
        ("The last fever was 30 hours ago.", BODY, "hours_since_fever", 30),
        ("It's been 14 weeks since my surgery.", BODY, "weeks_since_surgery", 14),
        ("My ACL, 30 weeks out now.", BODY, "weeks_since_acl_reconstruction", 30),
        ("point four", "Ketones?", "blood_ketones_mmol_l", 0.4),
        (".2", "Ketones?", "blood_ketones_mmol_l", 0.2),
        ("nought point six", "Ketones?", "blood_ketones_mmol_l", 0.6),
        ("Glucose one thirty five", "What is your glucose now?", "pre_session_glucose_mmol_l", 7.49),
        ("one oh eight", "What is your glucose now?", "pre_session_glucose_mmol_l", 5.99),
        ("a buck eighty", "What do you weigh?", "weight_kg", 81.6466),
        ("It's a mile and a half.", "How far is the race?", "race_distance_km", 2.414),
        (
            "Tuesdays I'm at the forge, every other day works.",
            WEEK,
            "available_days",
            ("mon", "wed", "thu", "fri", "sat", "sun"),
        ),
        ("Three days. I'm out with the dogs an hour nearly every day.", WEEK, "training_days_per_week", 3),
    ],
)
def test_each_answer_goes_to_its_own_question(text: str, question: str, field: str, value: Value) -> None:
    assert read_twice(text, question, date(2026, 3, 2)).get(field) == value


@pytest.mark.parametrize(
    ("text", "question", "field"),
    [
        ("A concussion 31 days ago, all gone.", BODY, "hours_since_fever"),
        ("It's been 14 weeks since my surgery.", BODY, "weeks_since_acl_reconstruction"),
        ("31 days", QUESTIONS["right_now"], "heat_acclimatised"),
        ("Glucose one thirty five", QUESTIONS["diabetes_today"], "blood_ketones_mmol_l"),
        ("On your point 3, no idea.", "Ketones?", "blood_ketones_mmol_l"),
        ("I tripped at the track and cut my chin.", QUESTIONS["facilities"], "track_access"),
        ("I'm out with the dogs an hour nearly every day.", WEEK, "available_minutes"),
        ("Yes, a heart condition or high blood pressure.", QUESTIONS["doctor"], "known_conditions"),
        ("130 miles a fortnight", "How far do you run?", "weeks_available"),
    ],
)
def test_nothing_is_read_for_a_question_that_was_not_answered(text: str, question: str, field: str) -> None:
    assert field not in _read(text, question)


def test_a_question_is_not_taken_back_by_the_answer_to_another() -> None:
    told = read_twice("My watch says I can run? We have 18 weeks until the race. I'm 11 weeks postpartum.")
    assert (told["weeks_available"], told["weeks_postpartum"]) == (18, 11)


def test_the_distance_of_the_last_race_is_not_the_distance_of_the_next() -> None:
    asked = {item.field for item in fields_asked("Have you timed yourself lately, and over what distance?")}
    assert "recent_race_distance_km" in asked
    assert "race_distance_km" not in asked
