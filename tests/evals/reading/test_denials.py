"""What a person says no to, by name or to all that was asked, is not asked again; a limited no settles nothing."""

import pytest

from coach.profile.catalogue import catalogue
from evals.reading import read
from evals.reading.denials import denied_entries, is_plain_no

CHEST = {"symptoms": ("exertional_chest_pain", "rest_chest_pain"), "parq_yes": ("q2",)}


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("I have no chest pain", CHEST),
        ("No chest pain. Never fainted.", {**CHEST, "symptoms": (*CHEST["symptoms"], "syncope")}),
        ("No, 4 days. Chest pain now and then", {}),
        ("no chest pain at rest", {}),
        ("no chest pain, except on hills", {}),
        ("my mum has asthma, I run", {}),
    ],
)
def test_a_no_by_name_denies_what_it_names(text: str, denied: dict[str, tuple[str, ...]]) -> None:
    assert dict(denied_entries(text)) == denied


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("no and no. never", True),
        ("nah all good", True),
        ("definitely not", True),
        ("Not at all.", True),
        ("no, I don't", True),
        ("no, I do", False),
        ("no idea", False),
        ("no, but my knee", False),
        ("not really", False),
        ("of course not all of it", False),
    ],
)
def test_a_plain_no_says_nothing_else(text: str, *, plain: bool) -> None:
    assert is_plain_no(text) is plain


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
