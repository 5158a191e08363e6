"""Who will not or cannot tell has denied nothing."""

import pytest
from sampling import share

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.extraction.reader import by_rules
from coach.profile.questions import question_of
from coach.records.fact import Value
from personas.offline.wordings import facts, manner

ONE_IN = 3
STOCKS = ("deflect", "decline", "hold_back", "dont_know")
NOES: tuple[Value, ...] = ((), None, False, "none")
WEIGHT = "Is there a weight you'd like to reach, and in how many weeks?"


def read(text: str, question: str) -> dict[str, Value]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize("name", list(catalogue().fields))
def test_no_evasion_is_read_as_a_no_to_what_it_evades(name: str) -> None:
    texts = share((text for stock in STOCKS for text in manner()[stock]), ONE_IN)
    evasions = [text.format(what=facts()[name].name) for text in texts]
    told = {text: read(text, question_of(name).text).get(name, "nothing") for text in evasions}
    assert {text: value for text, value in told.items() if value in NOES} == {}


@pytest.mark.parametrize(
    "said",
    [
        "78 kg, and I'm not giving a date", "78 kg, no deadline I'd share with you", "78 kg. I refuse to name a date",
        "78 kg and I won't give you a date for that", "78 kg, no more questions about the deadline please",
        "78 kg. No date, I'm not telling",
    ],
)  # fmt: skip
def test_a_deadline_that_is_kept_back_is_not_read_as_no_deadline(said: str) -> None:
    assert read(said, WEIGHT) == {"goal_weight_kg": 78}


@pytest.mark.parametrize("said", ["78 kg, there's no deadline", "78 kg, no rush", "78 kg, I haven't set a date"])
def test_no_deadline_is_still_an_answer(said: str) -> None:
    assert read(said, WEIGHT) == {"goal_weight_kg": 78, "goal_weight_weeks": None}


def test_a_denial_with_a_subject_of_its_own_stands_before_a_refusal() -> None:
    told = read("I've never had any of those symptoms, I'd rather not say more.", question_of("symptoms").text)
    assert told == {"symptoms": ()}


@pytest.mark.parametrize(
    "refusal",
    ["I'll pass on the question about my meals", "and I'd rather not go into the subject of dinner"],
)
def test_what_was_denied_before_a_refusal_of_something_else_stays_denied(refusal: str) -> None:
    asked = f"{question_of('eating_disorder_status').text} {question_of('tendon_pain_nrs').text}"
    found = by_rules(f"No tendon pain, there's no stress fracture, {refusal}.", question=asked)
    named = {name: fact.value for name, fact in found.facts.items()}
    assert named == {"tendon_pain_nrs": 0, "bsi_status": "none"}
    assert "eating_disorder_status" in found.declined


def test_wishing_to_get_on_with_the_plan_refuses_nothing() -> None:
    found = extract("No symptoms, let's skip ahead to the plan.", question=question_of("symptoms").text)
    assert (found.facts["symptoms"].value, found.declined) == ((), ())


def test_the_no_to_all_of_it_counts_among_noes_to_single_things() -> None:
    question = f"{question_of('parq_yes').text} {question_of('eating_disorder_status').text}"
    said = "No eating disorder ever. No across the board. No, I never vomit or take laxatives."
    assert read(said, question)["parq_yes"] == ()


def test_none_of_the_questions_is_a_denial_of_them() -> None:
    assert read("No symptoms. None of the health questions applies.", question_of("parq_yes").text)["parq_yes"] == ()


def test_what_cannot_be_told_is_what_its_own_clause_names() -> None:
    asked = f"{question_of('goal_time_s').text} {question_of('longest_run_last_30d_km').text}"
    told = extract("I'm not after a particular time and I've no clue about my longest run.", question=asked)
    assert told.facts["goal_time_s"].value is None
    assert told.not_known == ("longest_run_last_30d_km",)


@pytest.mark.parametrize(
    "said", ["Of course not.", "naturally not", "Obviously not, no", "of course I haven't", "Yeah, no."]
)
def test_a_no_that_begins_like_a_yes_is_no_yes(said: str) -> None:
    told = read(said, "Have you had any thoughts of hurting yourself?")
    assert told.get("symptoms", ()) == ()


@pytest.mark.parametrize("said", ["Yes, not often but twice.", "Of course.", "Yes, no doubt."])
def test_a_yes_with_a_not_behind_it_stays_one(said: str) -> None:
    assert read(said, "Have you ever fainted?")["symptoms"] == ("syncope",)


def test_only_the_thing_that_is_passed_on_is_refused() -> None:
    asked = f"{question_of('pain_signs').text} {question_of('days_since_concussion').text}"
    told = extract("No tendon pain. I'll pass on the question about my head.", question=asked)
    assert set(told.declined) <= {"days_since_concussion", "concussion_symptoms"}
    assert told.declined


@pytest.mark.parametrize("said", ["I'd rather not talk about that.", "I don't want to say."])
def test_who_refuses_without_naming_anything_refuses_all(said: str) -> None:
    asked = f"{question_of('pain_signs').text} {question_of('days_since_concussion').text}"
    assert {"pain_signs", "days_since_concussion"} <= set(extract(said, question=asked).declined)
