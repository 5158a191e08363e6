"""What is read out of plain answers; each row is an obvious example of one mechanism."""

from datetime import date

import pytest
from both_readers import read_twice

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.records.fact import Value

TODAY = date(2026, 1, 5)


def read(text: str, question: str | None = None) -> dict[str, Value]:
    return {name: fact.value for name, fact in extract(text, question=question, today=TODAY).facts.items()}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I'm 43 and I sleep six and a half hours", {"age_years": 43, "sleep_hours_avg": 6.5}),
        ("168 cm, 59 kg", {"height_cm": 168, "weight_kg": 59}),
        ("I run 40 to 50 km a week", {"current_weekly_volume_km": 45}),
        ("I want to train six days a week", {"training_days_per_week": 6}),
        ("my race is on March 29", {"weeks_available": 12}),
        ("ran 5:05 for 1500 last month", {"recent_race_distance_km": 1.5, "recent_race_time_s": 305}),
        ("I want to run a 4:25 1500m", {"goal_time_s": 265, "race_distance_km": 1.5}),
        ("aiming for a 3:15 marathon", {"goal_time_s": 11700, "race_distance_km": 42.195}),
        ("my longest run was 18 km", {"longest_run_last_30d_km": 18}),
        ("I want to build up to 65 km a week", {"target_weekly_volume_km": 65}),
        ("my blood pressure is 134/84", {"resting_sbp_mmhg": 134, "resting_dbp_mmhg": 84}),
        ("24 weeks pregnant", {"pregnant": True}),
        ("my cardiologist signed me off in June", {"clearances": ("cardiac",)}),
        ("type 1 diabetes, on Lantus", {"known_conditions": ("type1_diabetes",), "medications": ("insulin",)}),
        ("stress fracture in the tibia, healed long ago", {"bsi_status": "healed"}),
        ("I had anorexia as a teenager, fine now", {"eating_disorder_status": "past"}),
        ("achilles is 3/10 on hills", {"tendon_pain_nrs": 3}),
    ],
)
def test_a_plain_statement_is_read(text: str, facts: dict[str, Value]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "my dad had a heart attack",
        "my son is 12 and runs 20 km a week",
        "if I got pregnant I would stop",
        "is 6 hours of sleep enough?",
        "should i run 50 km a week",
        'my coach used to say "run 100 km a week or go home"',
        "I used to run 80 km a week",
        "I was 85 kg two years ago",
        "I might have asthma",
        "I lost 5 kg",
        "no problem at all",
    ],
)
def test_what_is_not_said_of_the_athlete_now_is_no_fact(text: str) -> None:
    assert read(text) == {}


@pytest.mark.parametrize(
    ("question", "text", "facts"),
    [
        ("How many days can you train?", "six", {"training_days_per_week": 6}),
        ("How many hours do you sleep?", "7ish", {"sleep_hours_avg": 7}),
        ("How old are you?", "twelve, 13 in march", {"age_years": 12}),
        ("How many days can you train?", "actually 6 days, not 7", {"training_days_per_week": 6}),
        ("Do you take any medicines?", "nope", {"medications": ()}),
        ("Do you take any medicines?", "just the pill", {"medications": ("hormonal_contraception",)}),
        ("Are you pregnant?", "no", {"pregnant": False}),
        ("Have you ever had a stress fracture?", "never", {"bsi_status": "none"}),
        ("Have you raced lately?", "no", {"recent_race_distance_km": None, "recent_race_time_s": None}),
    ],
)
def test_a_bare_answer_is_read_by_the_question(question: str, text: str, facts: dict[str, Value]) -> None:
    assert read(text, question) == facts


def test_named_days_are_counted_when_days_were_asked() -> None:
    assert read_twice("Mon Wed Fri", "Which days can you train, and how many?") == {
        "available_days": ("mon", "wed", "fri"),
        "training_days_per_week": 3,
    }


def test_a_plain_no_closes_exactly_what_a_catalogue_question_names() -> None:
    for question in catalogue().questions.values():
        closed = {name for name in question.names if not _cannot_be_null(name)}
        assert set(read("no", question.text)) == closed, question.text


def _cannot_be_null(name: str) -> bool:
    field = catalogue().fields[name]
    return field.screening and field.type not in ("bool", "list") and "none" not in field.values


def test_a_no_with_an_exception_keeps_the_exception() -> None:
    found = read("none of those except asthma", catalogue().questions["health"].text)
    assert (found["known_conditions"], found["medications"]) == (("asthma",), ())


def test_a_range_gives_its_middle_and_is_inferred() -> None:
    fact = extract("I run 40 to 50 km a week").facts["current_weekly_volume_km"]
    assert (fact.value, fact.confidence, fact.unit) == (45, "inferred", "km/week")


def test_refusing_and_not_knowing_are_told_apart() -> None:
    question = "How much do you weigh?"
    refused = extract("I'd rather not say", question=question)
    ignorant = extract("no idea to be honest", question=question)
    assert (refused.facts, refused.declined, refused.not_known) == ({}, ("weight_kg",), ())
    assert (ignorant.facts, ignorant.declined, ignorant.not_known) == ({}, (), ("weight_kg",))


def test_without_today_no_date_is_read() -> None:
    assert extract("my race is on March 29").facts == {}


def test_fields_limit_the_answer_and_stand_for_the_question() -> None:
    found = extract("six, I weigh 59 kg", fields=("training_days_per_week",)).facts
    assert {name: fact.value for name, fact in found.items()} == {"training_days_per_week": 6}


def test_values_out_of_range_are_dropped() -> None:
    assert read("I'm 430 years old and sleep 30 hours a night") == {}
