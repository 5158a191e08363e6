"""What the trained layer does to a reply, through `extract`."""

from datetime import date

import pytest

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.extraction.asked import read_question
from coach.profile.extraction.learned.layer import Reply, weighed
from coach.profile.extraction.reader import by_rules
from coach.profile.extraction.records import Extraction
from evals.labelled.replies import SET

REPLIES = [case for case in SET.cases("dev") if case.question][::40]


def test_an_empty_reply_keeps_what_the_rules_say_of_it() -> None:
    assert weighed(Reply("  "), Extraction()) == Extraction()


def test_a_field_that_was_declined_gets_no_value() -> None:
    found = by_rules("I'd rather not say", question="How much do you weigh?")
    assert found.declined
    assert not set(extract("I'd rather not say", question="How much do you weigh?").facts) & set(found.declined)


def test_only_the_fields_that_were_asked_for_are_given() -> None:
    told = "34, a woman, 61 kilos and 168 cm"
    assert set(extract(told, fields=("weight_kg",)).facts) <= {"weight_kg"}


def test_the_same_reply_is_read_the_same_twice() -> None:
    told, day = "Ran my first half in two hours and six minutes last spring.", date(2026, 5, 4)
    assert extract(told, today=day) == extract(told, today=day)


@pytest.mark.parametrize(
    "told",
    [
        "My neighbour keeps fainting at the bus stop.",
        "If I ever got chest pain I'd stop straight away.",
        "The dog has a heart murmur, poor thing.",
    ],
)
def test_what_is_not_the_athletes_own_is_not_added(told: str) -> None:
    assert "symptoms" not in extract(told, question="Anything else you'd like me to know?").facts


@pytest.mark.parametrize(
    "told", ["Dunno really, never thought about it.", "Why do you want to know that?", "Depends on the week I suppose."]
)
def test_no_answer_clears_nobody(told: str) -> None:
    found = extract(told, question="Any chest pain, fainting, palpitations or unusual breathlessness?")
    assert "symptoms" not in found.facts


def test_an_amount_that_was_told_once_is_not_told_of_another_field_as_well() -> None:
    told = extract("Back to 65 km a week is where I want to be, so build me up to 65 km a week.").facts
    assert told["target_weekly_volume_km"].value == 65
    assert "current_weekly_volume_km" not in told


def test_the_questions_of_the_catalogue_are_known_by_heart_and_no_others() -> None:
    for name, question in catalogue().questions.items():
        due = {field for field, each in catalogue().fields.items() if each.question == name}
        assert read_question(question.text, None).by_heart == due
    assert not read_question("How many hours do you sleep a night on average?", None).by_heart


def test_an_asker_who_knows_what_it_asked_hears_more_and_loses_nothing() -> None:
    more = 0
    for case in REPLIES:
        guessed = extract(case.text, question=case.question).facts
        known = extract(case.text, question=case.question, put=tuple(case.facts)).facts
        assert guessed.keys() & case.facts.keys() <= known.keys()
        more += len(known.keys() - guessed.keys())
    assert more > 0
