"""What a coach's message asks for, in wordings that nobody wrote into the catalogue."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from coach.profile.questions import fields_asked, question_of

WORDINGS = [
    (text.strip().replace("\\n", "\n"), frozenset(fields.split()))
    for line in Path(__file__).with_name("question_wordings.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for fields, _, text in [line.partition(";")]
]


def _names(text: str) -> set[str]:
    return {asked.field for asked in fields_asked(text)}


def _values(text: str, field: str) -> set[str]:
    return {value for asked in fields_asked(text) if asked.field == field for value in asked.values}


@pytest.mark.parametrize(("text", "fields"), WORDINGS)
def test_a_question_is_understood_in_any_wording(text: str, fields: frozenset[str]) -> None:
    assert fields - _names(text) == set()
    assert fields or not _names(text)


@pytest.mark.parametrize(
    "text",
    [
        "I've noted your age.",
        "You run 45 km a week and sleep 7 hours. Lovely.",
        "Thanks for telling me about the stress fracture!",
        "If you ever get chest pain, please stop and ring a doctor.",
        "",
    ],
)
def test_a_statement_asks_nothing(text: str) -> None:
    assert fields_asked(text) == ()


def test_a_statement_before_the_question_and_a_reason_after_it_ask_nothing() -> None:
    assert _names("Since you run 45 km a week, how many days would you like to train?") == {"training_days_per_week"}
    assert _names("How tall are you, so that I can judge your weekly mileage?") == {"height_cm"}


def test_a_question_by_value_is_specific_about_those_values() -> None:
    (asked,) = fields_asked("Any chest pain or dizziness when you run?")
    assert asked.field == "symptoms"
    assert asked.specific
    assert set(asked.values) == {"exertional_chest_pain", "rest_chest_pain", "exertional_presyncope"}


def test_a_general_question_asks_for_the_topic_and_for_nothing_in_particular() -> None:
    asked = fields_asked("Any health issues I should know about?")
    assert {a.field for a in asked} >= {"symptoms", "known_conditions", "medications", "parq_yes"}
    assert {(a.specific, a.values) for a in asked} == {(False, ())}


def test_a_general_word_and_a_particular_one_in_one_question_are_told_apart() -> None:
    asked = {a.field: a.specific for a in fields_asked("Any injuries, for instance a stress fracture?")}
    assert asked["bsi_status"]
    assert not asked["tendon_pain_nrs"]


def test_a_longer_phrase_hides_the_shorter_one_in_it() -> None:
    assert _names("What is your goal weight?") == {"goal_weight_kg"}
    assert _names("What's your weight?") == {"weight_kg"}
    assert _names("Do you have weights at home?") == {"strength_equipment"}


def test_common_words_of_a_value_count_only_where_its_field_is_asked() -> None:
    assert _names("Is it hard to fit in?") == set()
    assert _values("Should it be light, moderate or hard?", "desired_intensity") == {"light", "moderate", "vigorous"}
    assert _values("Has your cardiologist cleared you?", "clearances") == {"cardiac"}
    assert "clearances" not in _names("Has your doctor prescribed any tablets?")


def test_offsets_point_at_the_words_in_the_original_text() -> None:
    text = "\u0130 see. What\u2019s your HEIGHT, and how old are you?"
    assert [(a.field, text[a.start : a.end]) for a in fields_asked(text)] == [
        ("height_cm", "your HEIGHT"),
        ("age_years", "how old"),
    ]


def test_several_catalogue_questions_in_one_message_are_all_heard() -> None:
    questions = catalogue().questions
    text = f"Great. {questions['about_you'].text} {questions['food'].text} Any chest pain?"
    own = {name for name, field in catalogue().fields.items() if field.question in {"about_you", "food"}}
    assert _names(text) == own | {"symptoms"}


def test_every_field_has_its_question() -> None:
    assert question_of("age_years") == catalogue().questions["about_you"]


MESSAGES = st.lists(st.sampled_from([text for text, _ in WORDINGS]), max_size=3).map(" ".join) | st.text(max_size=80)


@given(MESSAGES)
def test_any_message_gives_each_field_once_within_its_text(text: str) -> None:
    found = fields_asked(text)
    assert len({asked.field for asked in found}) == len(found)
    assert all(0 <= asked.start < asked.end <= len(text) for asked in found)
    assert all(set(asked.values) <= set(catalogue().fields[asked.field].values) for asked in found)
    assert found == fields_asked(text)
