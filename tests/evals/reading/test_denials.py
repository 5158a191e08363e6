"""What a person says no to, by name or to all that was asked, is not asked again; a limited no settles nothing."""

import pytest
from sampling import share

from coach.profile.catalogue import catalogue
from evals.reading import read

NOES = ("no", "nope", "Not at all.", "definitely not", "not really", "I don't think so")


@pytest.mark.parametrize("text", NOES)
def test_a_no_to_any_part_of_the_questions_names_no_illness(text: str) -> None:
    """Each question is put; each no answers all of them, or its share where the run is not exhaustive."""
    asked = {f"Have you had {item.say}?" for each in catalogue().questions.values() for item in each.items}
    named = {question: read(text, question) for question in share(sorted(asked), len(NOES), NOES.index(text))}
    lists = {
        question: [one.value for one in found.values() if isinstance(one.value, tuple)]
        for question, found in named.items()
    }
    assert len(asked) > 50
    assert [question for question, values in lists.items() if any(values)] == []
