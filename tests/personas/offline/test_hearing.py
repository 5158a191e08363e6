import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.catalogue import catalogue
from personas.offline.hearing import attend
from personas.offline.understand import understand


def fields(text: str) -> set[str]:
    return {question.field for question in understand(text).questions}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I don't have your weekly mileage yet.", {"current_weekly_volume_km"}),
        ("What I'm still missing is your longest run.", {"longest_run_last_30d_km"}),
        ("Two things are missing: your age and your height.", {"age_years", "height_cm"}),
        ("Quick round: age, sex.", {"age_years", "sex"}),
        ("It would help me to know how you sleep.", {"sleep_hours_avg"}),
        ("Rate your tendon pain from 0 to 10, please.", {"tendon_pain_nrs"}),
        ("Here's what I'd love to know:\n- your age\n- your height", {"age_years", "height_cm"}),
        ("Any of these lately?\n- fainting\n- a swollen calf", {"symptoms"}),
        ("Have you had a stress fracture? If so, where?", {"bsi_status", "bsi_high_risk_count_24m"}),
        ("You run about 30 km a week. Is that right?", {"current_weekly_volume_km"}),
        ("Did a brother of yours have a heart attack young?", {"cv_risk_factors"}),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_what_asks_without_being_a_plain_question_is_heard(text: str, asked: set[str]) -> None:
    assert asked <= fields(text)


@pytest.mark.parametrize(
    "text",
    [
        "How old is your daughter?",
        "How heavy is your bike?",
        "Does your husband sleep well?",
        "How confident are you that you can train four days a week?",
        "What's your heart rate on an easy day?",
        "Would you like me to move the long run to Sunday?",
        "Thanks, you run 45 km a week and sleep eight hours.",
        "I'll ask about your weight later.",
        "You're 43, run 45 km a week, six days a week, with 16 weeks to go. Did I get that right?",
    ],
)
def test_what_is_not_about_the_athlete_now_asks_for_no_field(text: str) -> None:
    assert fields(text) == set()


def test_a_time_before_is_not_asked_about_but_what_is_asked_beside_it_is() -> None:
    assert fields("Before you tore your ACL you ran a lot. How tall are you?") == {"height_cm"}


def test_relatives_count_for_the_heart_and_not_as_the_athletes_own_illness() -> None:
    assert fields("Has anyone in your family had a heart attack?") == {"cv_risk_factors"}


@given(st.lists(st.sampled_from([q.text for q in catalogue().questions.values()]), min_size=1, max_size=3))
def test_the_catalogues_own_questions_are_never_blanked(texts: list[str]) -> None:
    text = " ".join(texts)
    assert attend(text).own.rstrip("?") == attend(text).text.rstrip("?")


@given(st.text(alphabet="ab?.!:;,\n-1) ", max_size=60))
def test_offsets_stay_as_they_are(text: str) -> None:
    heard = attend(text)
    assert len(heard.own) in {len(heard.text), len(heard.text) + 1}
    assert all(0 <= span.start < span.end <= len(heard.text) for span in heard.asking)
