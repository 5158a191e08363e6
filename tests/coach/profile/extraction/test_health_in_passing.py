"""Illness, clearances, medicines and risk factors as people tell them, with whom, when and whether."""

import pytest
from both_readers import read_twice

from coach.profile.extraction import extract
from coach.records.fact import Value


def _read(text: str, question: str | None = None) -> dict[str, Value]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("Are you ill?", "I was, but I've been fine again since Monday", False),
        ("Are you ill?", "the kids all have it, I've dodged it so far", False),
        ("Are you ill?", "sweating and shaking all night", True),
        ("Are you over the cold?", "yes, thanks", False),
        ("Are you over the cold?", "mostly, still coughing up muck", True),
        (None, "I threw up twice last night, so no run", True),
    ],
)
def test_only_what_goes_on_now_is_an_illness(question: str | None, text: str, value: Value) -> None:
    assert read_twice(text, question=question)["systemic_illness"] is value


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        (None, "my cardiologist emailed that I can run without limits", ("cardiac",)),
        ("What did your surgeon say?", "he wrote to my physio that jogging is fine", ("surgeon",)),
        ("Has your midwife put it in writing?", "yes, it's in my notes: running is ok", ("obstetric",)),
        ("Did your doctor clear you to run?", "he only laughed and said go on then", ()),
        (None, "the nurse hasn't signed me off yet", ()),
    ],
)
def test_a_clearance_is_written_by_somebody_who_may(question: str | None, text: str, value: Value) -> None:
    assert read_twice(text, question=question)["clearances"] == value


@pytest.mark.parametrize(
    "text",
    [
        "my GP wrote to the hospital about an appointment",
        "the nurse wrote me a prescription for the run up to Christmas",
        "I'm a midwife and signed off work",
    ],
)
def test_what_is_written_of_other_things_clears_nobody(text: str) -> None:
    assert "clearances" not in _read(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("two stents in 2019, on bisoprolol and ramipril since", ("ace_inhibitor", "beta_blocker")),
        ("they swapped losartan for amlodipine in May", ("calcium_channel_blocker",)),
        ("I did take citalopram but I came off it; cetirizine in June", ("antihistamine",)),
        ("asthma, so a Clenil and a blue one", ("preventer_inhaler", "reliever_inhaler")),
    ],
)
def test_a_medicine_counts_while_it_is_taken(text: str, value: tuple[str, ...]) -> None:
    assert set(_read(text)["medications"]) == set(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["I'm allergic to aspirin", "the doctor wants me on a statin", "the blue one is faster"]
)
def test_a_medicine_that_is_not_taken_is_none(text: str) -> None:
    assert "medications" not in read_twice(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("BMI of 33, never smoked", ("obesity",)),
        ("half a dozen coffees, no fags, and an LDL of 4.8", ("dyslipidaemia",)),
        ("15 a day, trying to stop", ("smoker",)),
        ("my brother, 48, had a bypass", ("family_history_premature_cad",)),
    ],
)
def test_risk_factors_are_told_by_numbers(text: str, value: Value) -> None:
    assert _read(text, "Any heart risk factors: smoking, cholesterol, weight, family?")["cv_risk_factors"] == value


def test_a_parent_who_answers_for_a_child_tells_of_the_athlete() -> None:
    assert _read("He fainted in assembly last week", "Does he ever faint?")["symptoms"] == ("syncope",)
    assert "symptoms" not in _read("He fainted in assembly last week", "Do you ever faint?")


def test_a_no_to_all_with_an_exception_is_not_read_as_all_but_it() -> None:
    asked = "Any fainting, chest pain, breathlessness or palpitations?"
    told = _read("no to all, except that I once saw a unicorn", asked)
    assert "symptoms" not in told


def test_what_a_question_only_sounds_like_is_not_closed_by_a_no() -> None:
    told = _read("no", "How is the pregnancy: any bleeding, leaking or contractions?")
    assert "pelvic_symptoms" not in told
    assert "expected_wbgt_c" not in _read("no, not really", "Are you used to that heat?")


@pytest.mark.parametrize(
    "text",
    [
        "I'm short of breath without any obvious cause",
        "these days I get winded for no good reason",
        "I keep getting out of breath without a reason",
        "breathless without reason, and my ankles are swollen",
    ],
)
def test_breath_that_is_short_for_nothing_is_unexplained(text: str) -> None:
    told = _read(text)["symptoms"]
    assert isinstance(told, tuple)
    assert "unexplained_dyspnoea" in told


def test_breath_that_is_short_with_a_reason_is_no_symptom() -> None:
    assert "symptoms" not in _read("I get out of breath in intervals, and the reason is the hill")
