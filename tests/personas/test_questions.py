"""A coach's message, read into dialogue acts."""

from pathlib import Path

import yaml
from hypothesis import given
from hypothesis import strategies as st
from phrase_tables import rows_of

from coach.profile.catalogue import catalogue
from personas.acts import Ask, CoachAct, SumUp
from personas.questions import read_questions

ROOT = Path(__file__).parents[2]
PHRASES = yaml.safe_load((ROOT / "evals/offline/phrases.yaml").read_text(encoding="utf-8"))
WORDINGS = [
    (text.strip().replace("\\n", "\n"), set(fields.split()))
    for line in Path(__file__).with_name("question_wordings.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for fields, _, text in [line.partition(";")]
]
STATEMENTS = [
    *(text for name in PHRASES if name.startswith("acknowledge") for text in PHRASES[name]),
    *(text for text, kinds in rows_of("kinds_of_question").items() if text and not kinds),
]


def _asks(text: str) -> list[Ask]:
    return [act for act in read_questions(text) if isinstance(act, Ask)]


def test_a_field_is_asked_for_in_many_wordings() -> None:
    for text, fields in WORDINGS:
        read = {act.field for act in _asks(text)}
        assert fields <= read, text
        assert fields or not read, text


def test_a_statement_asks_nothing() -> None:
    for text in STATEMENTS:
        assert read_questions(text) == (), text


def test_acts_stand_in_the_order_of_the_words_with_the_sentence_that_asks() -> None:
    text = "Thanks! How tall are you? And your age?"
    assert [(act.field, act.words) for act in _asks(text)] == [
        ("height_cm", "How tall are you?"),
        ("age_years", "And your age?"),
    ]


def test_named_values_close_a_question_and_anything_else_opens_it() -> None:
    (closed,) = _asks("Any chest pain or fainting?")
    assert closed.field == "symptoms"
    assert set(closed.values) == {"exertional_chest_pain", "rest_chest_pain", "syncope"}
    assert (closed.specific, closed.open) == (True, False)
    (opened,) = _asks("Any chest pain, fainting or anything else like that?")
    assert (set(opened.values), opened.open) == (set(closed.values), True)


def test_a_topic_asks_for_all_its_fields_and_none_in_particular() -> None:
    asks = _asks("Any health issues?")
    assert {act.field for act in asks} == {"symptoms", "known_conditions", "medications", "parq_yes"}
    assert {(act.specific, act.open, act.values) for act in asks} == {(False, True, ())}


def test_a_summary_carries_the_figures_it_states_for_certain() -> None:
    text = "You're 43, run 45 km a week, six days a week, 62 kg, 12 or 16 weeks to go. Did I get that right?"
    facts = {
        "age_years": 43,
        "current_weekly_volume_km": 45,
        "training_days_per_week": 6,
        "weight_kg": 62,
        "weeks_available": 16,
    }
    assert read_questions(text) == (SumUp(words="Did I get that right?", facts=facts),)  # fmt: skip


def test_of_two_figures_for_one_field_and_of_a_goal_none_is_certain() -> None:
    text = "So 40 km a week, lately 30 km a week, aged 43, 16 weeks to go, you want to reach 60 kg. Is anything wrong?"
    (act,) = read_questions(text)
    assert isinstance(act, SumUp)
    assert act.facts == {"age_years": 43, "weeks_available": 16}


def test_the_catalogues_own_question_asks_for_its_fields() -> None:
    for name, question in catalogue().questions.items():
        assert {act.field for act in _asks(f"Thanks. {question.text}")} == set(question.fields), name


def test_every_field_can_be_asked_for_by_its_own_word() -> None:
    for name in catalogue().fields:
        words = next(word for word in catalogue().fields[name].words if "_" not in word)
        assert read_questions(f"What about {words}?"), name


_PARTS = [*rows_of("asked_fields", "kinds_of_question"), *(q.text for q in catalogue().questions.values())]
MESSAGES = (
    st.lists(st.sampled_from(_PARTS), max_size=4).map("\n".join)
    | st.text(max_size=80)
    | st.text(alphabet="how old is e.g. 1) -*?!\n\u2019\u00b2\u0130", max_size=80)
)


@given(MESSAGES)
def test_any_text_is_read_into_parts_of_itself(text: str) -> None:
    acts: tuple[CoachAct, ...] = read_questions(text)
    fields = [act.field for act in acts if isinstance(act, Ask)]
    assert all(act.words and act.words in text for act in acts)
    assert len(fields) == len(set(fields))
    assert all(set(act.values) <= set(catalogue().fields[act.field].values) for act in acts if isinstance(act, Ask))


@given(
    st.lists(st.sampled_from([text for text in STATEMENTS if "\n" not in text]), min_size=1, max_size=5),
    st.sampled_from([" ", "\n\n"]),
)
def test_no_number_of_statements_asks(texts: list[str], between: str) -> None:
    assert read_questions(between.join(texts)) == ()
