"""A coach's message, read into dialogue acts."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from personas.acts import Ask, CoachAct, SumUp, kinds
from personas.question_words import PATH
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
    "I've noted your age and your weekly mileage.",
    "Thanks! 45 km a week is a solid base, and sleeping 7 hours is great.",
    "If you ever get chest pain, stop and call a doctor.",
    "I ask because your age matters.",
    "I mostly go by what you tell me and by how your training looks.",
    "I'll ask about your weight later.",
    "Here's your plan:\n- Mon: rest\n- Tue: 5 km easy\n- Sat: long run, 12 km",
    "",
]
VOLUME_AND_DAYS = ["training_days_per_week", "current_weekly_volume_km"]
BONES = ["bsi_status", "bsi_high_risk_count_24m", "bsi_low_risk_count_24m"]
ASKED = [
    ("How old are you, and are you male or female?", ["age_years", "sex"]),
    ("Tell me about your sleep.", ["sleep_hours_avg"]),
    ("Tell me:\n- your age\n- your height\n- any medication you take", ["age_years", "height_cm", "medications"]),
    ("1. **How many days** a week?\n2. What's your *weekly mileage*? 😊", VOLUME_AND_DAYS),
    ("Before we start: glucose, ketones?", ["pre_session_glucose_mmol_l", "blood_ketones_mmol_l"]),
    ("A recent race? If so, which distance and time?", ["recent_race_distance_km", "recent_race_time_s"]),
    ("Which distance are you training for?", ["race_distance_km"]),
    ("What was your finishing time?", ["recent_race_time_s"]),
    ("What finishing time are you hoping for?", ["goal_time_s"]),
    ("Since you run 45 km a week, how many days would you like to train?", ["training_days_per_week"]),
    ("How tall are you, so that I can judge your weekly mileage?", ["height_cm"]),
    ("What is your goal weight?", ["goal_weight_kg"]),
    ("Do you have weights at home?", ["strength_equipment"]),
    ("Have you had a stress fracture? If so, where?", BONES),
    ("Did a brother of yours have a heart attack young?", ["cv_risk_factors"]),
    ("Before you tore your ACL you ran a lot. How tall are you?", ["height_cm"]),
    ("So 30 km a week, is that right?", ["current_weekly_volume_km"]),
    ("How old is your daughter?", []),
    ("How confident are you that you can train four days a week?", []),
    ("Would you like me to explain the long run?", []),
    ("What's your heart rate on an easy day?", []),
    ("Does your husband sleep well?", []),
]  # fmt: skip
KINDS = [
    ("What would you like to work towards?", "ask_goal"),
    ("Is there anything you'd like to add?", "ask_more"),
    ("Shall we go with this plan?", "ask_accept"),
    ("Is there anything you would like to change?", "ask_change"),
    ("What's your favourite colour?", "ask_other"),
    ("Want me to explain the long run?", "ask_other"),
    ("Before we plan any training, I'd want a doctor to see you first.", "explain_block"),
    ("I can't put together a plan until a doctor has seen you.", "explain_block"),
    ("Take care and all the best!", "goodbye"),
    ("Did I get that right?", "sum_up"),
    ("Is anything wrong or missing?", "sum_up"),
    ("Anything wrong?", "sum_up"),
]


def _asks(text: str) -> list[Ask]:
    return [act for act in read_questions(text) if isinstance(act, Ask)]


@pytest.mark.parametrize(("text", "fields"), ASKED, ids=[text[:40] for text, _ in ASKED])
def test_a_question_asks_for_its_fields_and_no_others(text: str, fields: list[str]) -> None:
    assert sorted(act.field for act in _asks(text)) == sorted(fields)


@pytest.mark.parametrize(("text", "fields"), WORDINGS, ids=[text[:40] for text, _ in WORDINGS])
def test_a_field_is_asked_for_in_many_wordings(text: str, fields: set[str]) -> None:
    read = {act.field for act in _asks(text)}
    assert fields <= read
    assert fields or not read


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement_asks_nothing(text: str) -> None:
    assert read_questions(text) == ()


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_what_asks_for_no_field_has_its_kind(text: str, kind: str) -> None:
    assert kinds(read_questions(text)) == {kind}


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


@pytest.mark.parametrize(
    ("text", "optional"),
    [
        ("Do you have a gym?", False),
        ("Do you have a gym? Feel free to skip this one.", True),
        ("If you don't mind sharing, do you have a gym?", True),
        ("Do you have a gym? And is your age, if you don't mind, still a secret?", False),
    ],
)
def test_a_question_may_be_optional(text: str, optional: bool) -> None:  # noqa: FBT001
    assert [act.optional for act in _asks(text) if act.field == "strength_equipment"] == [optional]


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


@pytest.mark.parametrize("name", list(catalogue().questions))
def test_the_catalogues_own_question_asks_for_its_fields(name: str) -> None:
    question = catalogue().questions[name]
    assert {act.field for act in _asks(f"Thanks. {question.text}")} == set(question.fields)


@pytest.mark.parametrize("name", list(catalogue().fields))
def test_every_field_can_be_asked_for_by_its_own_word(name: str) -> None:
    words = next(word for word in catalogue().fields[name].words if "_" not in word)
    assert read_questions(f"What about {words}?")


_PARTS = [*(text for text, _ in (*ASKED, *KINDS)), *STATEMENTS, *(q.text for q in catalogue().questions.values())]
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


@given(st.lists(st.sampled_from(STATEMENTS[:-2]), min_size=1, max_size=5), st.sampled_from([" ", "\n\n"]))
def test_no_number_of_statements_asks(texts: list[str], between: str) -> None:
    assert read_questions(between.join(texts)) == ()


def test_the_phrases_stand_in_lines_that_can_be_reviewed() -> None:
    assert max(map(len, PATH.read_text(encoding="utf-8").splitlines())) <= 200
