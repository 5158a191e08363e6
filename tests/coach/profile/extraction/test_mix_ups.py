"""Numbers and words that could be taken for another field: each is read as its own, or not at all."""

import pytest
from both_readers import read_twice

from coach.profile.catalogue import catalogue
from coach.profile.extraction import extract
from coach.profile.questions import fields_asked
from coach.records.fact import Value

QUESTIONS = {name: question.text for name, question in catalogue().questions.items()}


def read(text: str, question: str | None = None) -> dict[str, Value]:
    found = extract(text, question=QUESTIONS.get(question or "", question)).facts
    return {name: fact.value for name, fact in found.items()}


@pytest.mark.parametrize(
    ("question", "text", "facts"),
    [
        ("running_now", "I've worked out regularly, at least four days a week", {"regular_exercise_3m": True}),
        ("running_now", "I've hardly been active at all", {"regular_exercise_3m": False}),
        (None, "I'd like to get faster, I've been doing roughly 30 km a week", {"current_weekly_volume_km": 30}),
        ("your_week", "a peak of about 60 km per week", {"target_weekly_volume_km": 60}),
        ("race", "I'd rather do a half marathon", {"race_distance_km": 21.0975}),
        ("bone_history", "two in the past 24 months", {}),
        ("bone_history", "none at the pelvis", {"bsi_high_risk_count_24m": 0}),
        (
            "bone_history",
            "Zero of those at the femoral neck, sacrum or pelvis. Two in two years, both my lsegs.",
            {"bsi_high_risk_count_24m": 0},
        ),
        ("bone_history", "One at the hip and two in my lsegs", {"bsi_high_risk_count_24m": 1}),
        ("injuries", "A stress fracture in my shin, it isn't healed yet", {"bsi_status": "current"}),
        (None, "I'm a metre eighty-one", {"height_cm": 181}),
        (None, "My 800 best is 2:04 but that was 1998", {}),
        ("health", "my other half's on a beta blocker, I take nothing", {"medications": ()}),
        ("cycle_reason", "the doctor suspects PCOS, the tests are next week", {}),
        ("your_week", "no hard workouts please", {"hard_sessions_requested_per_week": 0}),
        ("your_week", "One day I'll run with my kids", {}),
        ("setbacks", "I haven't had surgery since my hernia in 2019", {}),
        ("cycle", "not pregnant", {"pregnant": False}),
        ("clearance", "my doctor cleared me, but nothing in writing", {"clearances": ()}),
        ("about_you", "5 ft 6, 150 pounds", {"height_cm": 167.64, "weight_kg": 68.0389}),
        ("about_you", "Right then, 52 years old", {"age_years": 52}),
        ("symptoms", "there's a tightness across my chest on hills", {"symptoms": ("exertional_chest_pain",)}),
    ],
)
def test_a_number_goes_to_the_field_it_is_about(question: str | None, text: str, facts: dict[str, Value]) -> None:
    assert read(text, question) == facts


def test_a_clock_beside_a_goal_word_is_the_goal_and_one_beside_a_result_is_the_result() -> None:
    found = read("50:00 is the target, the last race was a 10k in 52:30", "race")
    assert found == {
        "goal_time_s": 3000,
        "recent_race_time_s": 3150,
        "recent_race_distance_km": 10,
    }


def test_a_result_without_its_distance_is_of_the_last_race() -> None:
    found = read("My last race was a 10k. 48 flat at the spring run.", "race")
    assert found == {"recent_race_time_s": 2880, "recent_race_distance_km": 10}


def test_minutes_and_seconds_may_end_a_sentence() -> None:
    assert read("I'm aiming for the 1500 m in 4 minutes 55.")["goal_time_s"] == 295


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("What is your systolic blood pressure?", {"resting_sbp_mmhg"}),
        ("How many runs per week did you do last month?", set()),
        ("What was the biggest distance you covered in a single run?", {"longest_run_last_30d_km"}),
        ("How long ago did you have your baby?", {"weeks_postpartum"}),
        ("Any illness in the past few days?", {"systemic_illness"}),
    ],
)
def test_a_question_is_not_taken_for_another(question: str, fields: set[str]) -> None:
    assert {asked.field for asked in fields_asked(question)} == fields


def test_a_vow_of_ignorance_names_its_field() -> None:
    found = extract(
        "six hours, and I don't know my blood pressure", question="How much sleep, and what's your bp reading?"
    )
    assert found.not_known == ("resting_dbp_mmhg", "resting_sbp_mmhg")


@pytest.mark.parametrize(
    ("text", "percent"), [("Same as before: 3.5%.", 3.5), ("Same as before, about 3 %", 3), ("Same as before.", 0)]
)
def test_what_is_said_again_is_no_change_of_weight(text: str, percent: float) -> None:
    question = "Have you lost weight in the last month, and about how much?"
    assert read(text, question)["weight_loss_last_month_pct"] == percent


@pytest.mark.parametrize(
    ("question", "text", "facts"),
    [
        ("Have you ever had a heat stroke or a stroke?", "A heat stroke, yes.", {
            "known_conditions": ("exertional_heat_stroke_history",)
        }),
        ("How many times a week do you use your inhaler?", "three times, I think", {"reliever_uses_per_week": 3}),
        ("How many stress fractures, and where?", "Two, both were in the shin", {"bsi_low_risk_count_24m": 2}),
        ("Any fever?", "I had one until three days ago", {"hours_since_fever": 72}),
        (None, "Fourteen weeks is all I have until the marathon.", {"weeks_available": 14}),
        ("Any symptoms when you run?", "On the hill I felt like fainting", {"symptoms": ("exertional_presyncope",)}),
        ("Is there heart trouble?", "We never had smokers or early heart disease in the family.", {}),
    ],
)  # fmt: skip
def test_a_part_of_a_thing_or_of_another_is_not_taken_for_it(
    question: str | None, text: str, facts: dict[str, Value]
) -> None:
    told = read_twice(text, question)
    assert {name: told.get(name) for name in facts} == facts
    assert told.keys() <= facts.keys() | {"race_distance_km", "bsi_high_risk_count_24m", "bsi_status"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I felt like fainting and then I passed out.", {"syncope"}),
        ("I was going down the stairs when I fainted.", {"syncope"}),
        ("I was close to fainting on a run, and on the next one I did faint.", {"syncope", "exertional_presyncope"}),
        ("On the hill I felt like I was going to black out.", {"exertional_presyncope"}),
        ("I was going down the stairs after my run.", set()),
        ("After the run I was down at the harbour, going down to the boat.", set()),
        ("I have never felt close to fainting on a run.", set()),
    ],
)
def test_a_faint_that_nearly_came_hides_none_that_did(text: str, told: set[str]) -> None:
    symptoms = read_twice(text).get("symptoms") or ()
    assert isinstance(symptoms, tuple)
    assert set(symptoms) == told


WEEK = "Which days suit you, and how long can a session be?"
EVERY_DAY = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Every day except Friday, 50 minutes.", set(EVERY_DAY) - {"fri"}),
        ("Never at weekends. Otherwise three quarters of an hour.", set(EVERY_DAY[:5])),
        ("Tuesday, Saturday. An hour each.", {"tue", "sat"}),
    ],
)
def test_a_length_holds_on_the_days_that_work(text: str, days: set[str]) -> None:
    minutes = read_twice(text, WEEK).get("available_minutes")
    assert isinstance(minutes, dict)
    assert minutes.keys() == days


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many weeks since the birth?", "Nine weeks, though my wife gave birth, not me"),
        ("When did you give birth?", "Two months ago, but I'm the dad"),
        (None, "My partner is pregnant, due in May, and I want a marathon before that."),
    ],
)
def test_a_birth_of_the_partner_is_not_the_athletes(question: str | None, text: str) -> None:
    facts = extract(text, question=question).facts
    assert {"pregnant", "weeks_postpartum"}.isdisjoint(facts)


@pytest.mark.parametrize(
    ("question", "text", "field", "value"),
    [
        ("Have you been ill?", "I had my covid booster on Monday, the arm is sore", "systemic_illness", True),
        ("Any symptoms?", "A lung collapsed when I was twenty", "symptoms", ("syncope",)),
        ("Any injuries?", "A neighbour is on crutches with a broken foot", "bsi_status", "current"),
    ],
)
def test_nothing_is_made_of_a_jab_a_lung_or_a_neighbour(question: str, text: str, field: str, value: Value) -> None:
    assert read_twice(text, question).get(field) != value
    told = extract(text, question=question).facts.get(field)
    assert told is None or told.value != value


def test_a_date_is_no_stone_and_full_days_are_days() -> None:
    assert read_twice("was 82 on the 1st, 81 now", "What does your weight do?")["weight_kg"] == 81
    assert read_twice("four full days", "How long has the fever been gone?")["hours_since_fever"] == 96


@pytest.mark.parametrize(
    ("question", "text", "field"),
    [
        ("How old are you?", "I'm in year 8", "age_years"),
        ("Is 1:52 your goal?", "1:52 is Moira's goal, I'd just like to get round", "goal_time_s"),
        ("How long do you sleep?", "Nine is what the experts recommend, right?", "sleep_hours_avg"),
        ("What days suit you?", "I'm on lates Monday to Wednesday, afraid", "monday"),
    ],
)
def test_a_number_of_school_others_or_hearsay_and_a_day_of_work_are_not_the_athletes(
    question: str, text: str, field: str
) -> None:
    told = read_twice(text, question)
    assert field not in told
    assert "mon" not in told.get("available_days", ())  # type: ignore[operator]
