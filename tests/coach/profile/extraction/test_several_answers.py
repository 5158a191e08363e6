"""Several things asked at once: answers in the order of the questions, by name or by number."""

import pytest

from coach.profile.extraction import extract


def read(text: str, question: str | None = None) -> dict[str, object]:
    return {name: fact.value for name, fact in extract(text, question=question).facts.items()}


def test_short_answers_are_read_in_the_order_of_the_questions() -> None:
    asked = "Age, sex, height and weight?"
    told = {"age_years": 34, "sex": "male", "height_cm": 180, "weight_kg": 75}
    assert read("34, male, 180, 75", asked) == told
    assert read("34 male 180 75", asked) == told
    assert read("34 / m / 180 / 75", asked) == told


def test_the_order_of_the_questions_counts_not_the_size_of_the_numbers() -> None:
    assert read("15k, 35k", "Longest run and weekly total?") == {
        "longest_run_last_30d_km": 15,
        "current_weekly_volume_km": 35,
    }


def test_names_with_their_answers() -> None:
    assert read("gym yes track no", "track? gym?") == {"strength_equipment": True, "track_access": False}
    assert read("asthma yes diabetes no", "any asthma or diabetes?")["known_conditions"] == ("asthma",)


@pytest.mark.parametrize("answer", ["Yes to 4 and 5, the rest no.", "Four, yes. Five, yes. Otherwise no."])
def test_numbered_questions_are_answered_by_number(answer: str) -> None:
    asked = (
        "A yes to any is useful to know. 1: heart condition or high blood pressure? 2: chest pain in daily life? "
        "3: lost your balance from dizziness? 4: another long-term condition? 5: prescribed medicine for one? "
        "6: a bone, joint or muscle problem? 7: only under medical supervision?"
    )
    assert read(answer, asked)["parq_yes"] == ("q4", "q5")


def test_all_but_what_is_named() -> None:
    asked = "Palpitations, fainting, swollen ankles, breathless lying flat: any of these?"
    found = read("All except the ankles.", asked)["symptoms"]
    assert isinstance(found, tuple)
    assert "ankle_oedema" not in found
    assert {"palpitations", "syncope", "orthopnoea_pnd"} <= set(found)
