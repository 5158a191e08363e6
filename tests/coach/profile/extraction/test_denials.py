"""Denied events and plain noes: what they close, what they leave open, and that neither invents anything."""

import pytest

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.extraction.asked import read_question
from coach.profile.extraction.denials import denials
from coach.profile.validation import check_value
from coach.records.fact import Value

QUESTIONS = {name: question.text for name, question in catalogue().questions.items()}
ACK = "Thanks, that helps. "


def read(text: str, question: str | None = None) -> dict[str, Value]:
    found = extract(text, question=QUESTIONS.get(question or "", question)).facts
    return {name: fact.value for name, fact in found.items()}


def test_every_denial_leaves_a_value_its_field_can_hold() -> None:
    for field, denial in denials().items():
        assert check_value(field, denial.value) is None, field


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I've not had any surgeries", {"weeks_since_surgery": None}),
        ("never torn anything, no ACL surgery", {"weeks_since_acl_reconstruction": None}),
        ("I have never been concussed", {"days_since_concussion": None}),
        ("there's been no myocarditis", {"months_since_myocarditis": None}),
        ("no fever at all", {"temp_c": None, "hours_since_fever": None}),
        ("I haven't missed any periods", {"missed_cycles_consecutive": 0}),
        ("no weight loss", {"weight_loss_last_month_pct": 0}),
        ("no recent races", {"recent_race_distance_km": None, "recent_race_time_s": None}),
    ],
)
def test_a_denial_that_names_its_event_counts_unasked(text: str, facts: dict[str, Value]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize(
    ("question", "text", "facts"),
    [
        ("right_now", "it's never really hot here", {"expected_wbgt_c": None}),
        ("right_now", "I'm not ill, no cough", {"systemic_illness": False}),
        ("knee", "I don't have an operated knee", {"acl_pain_nrs": None, "knee_effusion": False, "quad_lsi_pct": None}),
        ("cycle", "not pregnant, no baby either", {"pregnant": False, "weeks_postpartum": None}),
        ("clearance", "nothing in writing so far", {"clearances": ()}),
        ("heat", "heat isn't a factor here", {"heat_acclimatised": False}),
        ("diabetes_plan", "I haven't got a hypo plan", {"has_hypo_plan": False}),
        ("setbacks", "I had surgery but no concussion", {"days_since_concussion": None, "concussion_symptoms": False}),
        ("postpartum", "heaviness, leaking or pain in the pelvis, no", {"pelvic_symptoms": ()}),
        ("injuries", "never had limping, bone pain at night or a sore spot on a bone", {"pain_signs": ()}),
        ("health", "meds? none", {"medications": ()}),
    ],
)
def test_a_denial_closes_what_was_asked(question: str, text: str, facts: dict[str, Value]) -> None:
    assert read(text, question) == facts


@pytest.mark.parametrize(
    ("question", "text", "field"),
    [
        ("setbacks", "I haven't run since my operation", "weeks_since_surgery"),
        ("setbacks", "I don't remember when the operation was", "weeks_since_surgery"),
        ("setbacks", "no symptoms, but there was a concussion", "days_since_concussion"),
        ("cycle", "no periods since the summer", "missed_cycles_consecutive"),
        ("right_now", "my brother has no fever", "temp_c"),
        ("setbacks", "no concussion symptoms left", "days_since_concussion"),
    ],
)
def test_an_event_that_is_given_is_not_denied(question: str, text: str, field: str) -> None:
    assert field not in read(text, question)


SWEEPING = [
    "No to all of those!",
    "Nope, you can rule all of that out.",
    "nothing of the sort, thankfully",
    "All of those are a no.",
    "That doesn't apply to me",
    "none of these things",
    "Nope, never.",
    "I can say no to every one of them",
]


@pytest.mark.parametrize("text", SWEEPING)
def test_a_sweeping_no_closes_all_that_a_message_asked_in_particular(text: str) -> None:
    asked = f"{ACK}Any operation or concussion? And what about myocarditis?"
    assert read(text, asked) == {
        "weeks_since_surgery": None,
        "days_since_concussion": None,
        "months_since_myocarditis": None,
    }


@pytest.mark.parametrize("text", SWEEPING)
def test_a_sweeping_no_answers_no_general_question(text: str) -> None:
    assert read(text, "Any health issues I should know about?") == {}


@pytest.mark.parametrize(
    "text", ["no idea", "not sure about that", "no hills near me", "I can't say", "not yet sixteen"]
)
def test_a_no_with_a_matter_of_its_own_sweeps_nothing(text: str) -> None:
    assert read(text, "Any operation or concussion?") == {}


def test_the_catalogues_question_is_known_behind_an_acknowledgement() -> None:
    assert read("no", ACK + QUESTIONS["doctor"]) == {"parq_yes": ()}
    assert set(read("no", f"{ACK}{QUESTIONS['setbacks']} {QUESTIONS['food']}")) == {
        *catalogue().questions["setbacks"].names,
        *catalogue().questions["food"].names,
    }


def test_a_no_leaves_what_everybody_has_open() -> None:
    assert read("no", "What was your longest run, and how long have you been running?") == {}


def test_a_no_to_something_else_makes_no_goal_disappear() -> None:
    found = read("aiming for a half in 1:45:00. Nothing of the kind!", f"{QUESTIONS['race']} {QUESTIONS['symptoms']}")
    assert (found["goal_time_s"], found["symptoms"]) == (6300, ())
    assert "weeks_available" not in found


def test_a_yes_beside_a_no_leaves_flags_open() -> None:
    question = f"{QUESTIONS['guardian']} {QUESTIONS['symptoms']}"
    found = read("Yes of course. And nothing of the sort.", question)
    assert "guardian_involved" not in found
    assert found["symptoms"] == ()


def test_one_vague_word_asks_for_its_field_and_a_topic_for_none() -> None:
    assert read_question("What about symptoms?", None).closed == ("symptoms",)
    assert read_question("Any health problems?", None).closed == ()


FRAMES = [
    "Could you tell me about {}, even roughly?",
    "What about {}? A rough answer is fine.",
    "And {}, what would you say?",
]


@pytest.mark.parametrize("frame", FRAMES)
def test_every_field_is_asked_by_its_own_name_in_a_follow_up(frame: str) -> None:
    for name, field in catalogue().fields.items():
        assert name in read_question(frame.format(field.words[0]), None).fields, name


@pytest.mark.parametrize(
    ("question", "text", "open_fields"),
    [
        ("cycle", "No, I'm not pregnant", {"missed_cycles_consecutive"}),
        ("injuries", "No, never had a stress fracture", {"pain_signs", "tendon_pain_nrs"}),
    ],
)
def test_a_no_that_leads_up_to_a_denial_of_its_own_sweeps_nothing_more(
    question: str, text: str, open_fields: set[str]
) -> None:
    assert not open_fields & set(read(text, question))


def test_a_yes_that_leads_up_to_something_else_sets_no_flag() -> None:
    question = f"{QUESTIONS['injuries']} {QUESTIONS['food']}"
    for opener in ("Yes, a", "Sure thing, a"):
        found = read(f"{opener} stress fracture, healed. No eating disorder, no weight loss, no pain.", question)
        assert "compensatory_behaviours" not in found


def test_a_matter_put_off_is_neither_closed_nor_refused() -> None:
    found = extract("No, not pregnant. I'd rather skip my periods for now", question=QUESTIONS["cycle"])
    assert "missed_cycles_consecutive" not in {*found.facts, *found.declined}


@pytest.mark.parametrize(
    "no", ["I have no target time.", "No time goal either.", "There is no goal race.", "No target weight."]
)
def test_another_target_that_is_denied_is_not_the_weekly_one(no: str) -> None:
    question = f"{QUESTIONS['your_week']} {QUESTIONS['race']}"
    assert read(f"At the peak I'd want 24 km a week. {no}", question)["target_weekly_volume_km"] == 24


HEART = (
    "Do any of these go for you: smoking, high cholesterol, heart disease young in the family or high blood pressure?"
)


def test_several_things_given_as_examples_stand_for_all_that_was_asked() -> None:
    assert read("Nothing like smoking or high cholesterol, I promise.", HEART)["cv_risk_factors"] == ()


@pytest.mark.parametrize("text", ["No smoking, no high cholesterol.", "Nothing like smoking."])
def test_some_of_what_was_asked_denied_leaves_the_rest_open(text: str) -> None:
    assert "cv_risk_factors" not in read(text, HEART)


def test_an_example_beside_something_that_is_so_clears_nothing() -> None:
    question = "Do you get chest pain, fainting, palpitations or swollen ankles?"
    assert read("Nothing like chest pain, but I do faint.", question)["symptoms"] == ("syncope",)
