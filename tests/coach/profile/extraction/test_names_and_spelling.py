"""Things that are told without their name, or with the name spelt nearly right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract, mention_words
from coach.profile.extraction.spelling import misspelt
from coach.profile.extraction.typos import mend


def read(text: str, question: str | None = None) -> dict[str, object]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my feet puff up like balloons by the evening", "ankle_oedema"),
        ("the left calf is twice the size of the right", "unilateral_calf_swelling"),
        ("I wake up fighting for air and need four pillows to breathe", "orthopnoea_pnd"),
        ("it's numb between my legs", "saddle_numbness_or_bladder_change"),
    ],
)
def test_a_symptom_is_what_happens_where(text: str, value: str) -> None:
    assert value in str(read(text, "Anything odd lately?").get("symptoms"))


def test_the_question_may_say_half_of_it() -> None:
    assert read("only when I sneeze", "Any leaking since the birth?")["pelvic_symptoms"] == ("leakage",)
    assert "pelvic_symptoms" not in read("not when I sneeze", "Any leaking since the birth?")


def test_medicines_are_known_by_their_endings_and_when_misspelt() -> None:
    found = read("zofenopril and lercanidipine", "Any medicines?")["medications"]
    assert isinstance(found, tuple)
    assert set(found) == {"ace_inhibitor", "calcium_channel_blocker"}
    assert read("amlodopine", "Any tablets?")["medications"] == ("calcium_channel_blocker",)


@pytest.mark.parametrize("word", ["concert", "stations", "relieved", "inhaled", "running", "pressure"])
def test_a_real_word_is_no_misspelt_medicine(word: str) -> None:
    assert misspelt(word) == []


def test_swapped_letters_are_put_right_without_moving_anything() -> None:
    assert mend("twnety five and no pian") == "twenty five and no pain"
    assert mend("there") == "there"


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz '.", max_size=80))
def test_mending_keeps_the_length(text: str) -> None:
    assert len(mend(text)) == len(text)


def test_every_concept_is_a_value_of_the_catalogue() -> None:
    for field, rows in mention_words.read_table("concepts").items():
        assert set(rows) <= set(catalogue().fields[field].values), field
        assert all(set(row) <= {"say", "near"} for row in rows.values())
