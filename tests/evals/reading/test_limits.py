"""A no that is limited, hedged or no answer clears nothing; a plain one still does."""

import pytest

from coach.profile.catalogue import catalogue
from evals.reading import read
from evals.reading.limits import Statement, is_limited, limits


@pytest.mark.parametrize("text", ["No", "nope", "Not at all.", "definitely not", "None of those, thanks.", "never"])
def test_a_mere_no_to_any_part_of_the_questions_is_not_limited(text: str) -> None:
    known = catalogue()
    asked = [
        (f"Have you had {item.say}?", name)
        for each in known.questions.values()
        for item in each.items
        for name in item.asks
    ]
    lists = [(question, name) for question, name in asked if known.fields[name].type == "list"]
    assert len(lists) > 20
    assert [each for each in lists if is_limited(Statement(each[1], (), text, (0, 2), each[0], ()))] == []


def test_every_field_that_needs_amounts_is_in_the_catalogue() -> None:
    assert limits().least.keys() <= catalogue().fields.keys()


def test_half_an_inch_counts_once() -> None:
    assert read("5 ft 10 and a half", "How tall are you?")["height_cm"].value == 179.07
