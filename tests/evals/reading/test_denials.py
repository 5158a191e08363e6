"""What a person says no to, by name or to all that was asked, is not asked again; a limited no settles nothing."""

import pytest

from coach.profile.catalogue import catalogue
from evals.reading import read


@pytest.mark.parametrize("text", ["no", "nope", "Not at all.", "definitely not", "not really", "I don't think so"])
def test_a_no_to_any_part_of_the_questions_names_no_illness(text: str) -> None:
    asked = {f"Have you had {item.say}?" for each in catalogue().questions.values() for item in each.items}
    named = {question: read(text, question) for question in asked}
    lists = {
        question: [one.value for one in found.values() if isinstance(one.value, tuple)]
        for question, found in named.items()
    }
    assert len(asked) > 50
    assert [question for question, values in lists.items() if any(values)] == []
