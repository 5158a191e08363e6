"""What the trained layer does to a reply, through `extract`."""

from datetime import date

import pytest

from coach.profile.extraction import extract
from coach.profile.extraction.learned.layer import Reply, weighed
from coach.profile.extraction.reader import by_rules
from coach.profile.extraction.records import Extraction


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
