"""The catalogue covers the rules' fields, hangs together, and leads to a short intake."""

import re

import pytest

from coach.profile.catalogue import catalogue
from coach.profile.inference import applies, complete, denied
from coach.profile.profile import Profile
from coach.profile.validation import check_value
from coach.records.fact import Value
from coach.records.goal import Goal
from coach.three_valued import compile_condition
from evals.offline.questions import asked_in
from personas.acts import Ask
from personas.questions import read_questions

RULE_FIELDS = [
    "age_years", "sex", "height_cm", "weight_kg", "guardian_involved", "training_days_per_week",
    "current_weekly_volume_km", "target_weekly_volume_km", "longest_run_last_30d_km",
    "weeks_available", "race_distance_km", "running_experience_years", "weekly_sport_hours",
    "desired_intensity", "hard_sessions_requested_per_week", "regular_exercise_3m", "supervised",
    "goal_time_s", "recent_race_distance_km", "recent_race_time_s", "symptoms", "known_conditions",
    "medications", "cv_risk_factors", "parq_yes", "clearances", "resting_sbp_mmhg",
    "resting_dbp_mmhg", "months_since_myocarditis", "has_hypo_plan", "severe_hypo_last_24h",
    "pre_session_glucose_mmol_l", "blood_ketones_mmol_l", "asthma_control",
    "reliever_uses_per_week", "pregnant", "pregnancy_contraindications", "weeks_postpartum",
    "pelvic_symptoms", "eating_disorder_status", "compensatory_behaviours",
    "missed_cycles_consecutive", "amenorrhoea_explained", "weight_loss_last_month_pct",
    "goal_weight_kg", "goal_weight_weeks", "bsi_status", "painfree_walking_days",
    "bsi_high_risk_count_24m", "bsi_low_risk_count_24m", "months_absent_bsi_24m", "pain_signs",
    "tendon_pain_nrs", "weeks_since_acl_reconstruction", "acl_pain_nrs", "knee_effusion",
    "quad_lsi_pct", "weeks_since_surgery", "days_since_concussion", "concussion_symptoms", "temp_c",
    "systemic_illness", "hours_since_fever", "expected_wbgt_c", "heat_acclimatised",
    "sleep_hours_avg",
]  # fmt: skip
OPTIONAL = {"available_days", "available_minutes", "track_access", "strength_equipment"}
SCREENING = [
    "age_years", "sex", "height_cm", "weight_kg", "training_days_per_week",
    "current_weekly_volume_km", "regular_exercise_3m", "symptoms", "known_conditions",
    "medications", "parq_yes", "bsi_status", "pain_signs", "eating_disorder_status",
    "sleep_hours_avg",
]  # fmt: skip
FIELDS = catalogue().fields
QUESTIONS = catalogue().questions


def test_it_has_every_field_of_the_rules_and_the_optional_ones() -> None:
    assert len(RULE_FIELDS) == 66
    assert set(FIELDS) == {*RULE_FIELDS, *OPTIONAL}
    assert set(catalogue().screening) == set(SCREENING)


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_hangs_together(name: str) -> None:
    field = FIELDS[name]
    assert field.question in QUESTIONS
    assert field.words
    assert len(set(field.words)) == len(field.words)
    assert bool(field.values) == (field.type in {"enum", "list"})
    assert (field.range is not None) == (field.type in {"int", "number", "minutes_by_day"})
    assert bool(field.unit) == (field.type in {"int", "number", "minutes_by_day"})
    assert ("|" in field.say) == (field.type == "bool")
    assert "{value}" in field.say or field.type == "bool"
    assert field.screening <= (field.opens is None)
    if field.opens:
        assert compile_condition(field.opens).names <= {*FIELDS, "goal_type", "goal_event"} - {name}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_asks_for_its_fields_and_names_only_those(name: str) -> None:
    own = {field for field, entry in FIELDS.items() if entry.question == name}
    assert own
    assert set(QUESTIONS[name].names) <= own
    assert {ask.field for ask in read_questions(QUESTIONS[name].text) if isinstance(ask, Ask)} == own


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_a_plain_no_makes_of_a_named_field_is_a_value_it_may_have(name: str) -> None:
    assert [check_value(field, denied(field)) for field in QUESTIONS[name].names] == [None] * len(QUESTIONS[name].names)


@pytest.mark.parametrize("name", QUESTIONS)
def test_visible_text_has_no_word_of_the_inside(name: str) -> None:
    visible = f"{QUESTIONS[name].text} {QUESTIONS[name].why}".lower()
    assert not re.search(
        r"_|\b(?:rule|gate|screening|risk of injury|waiver|liab|acknowledge|at your age|field)\b", visible
    )


def test_the_symptom_question_names_every_symptom() -> None:
    named = {value for part in asked_in("symptoms") for value in part["symptoms"]}
    assert named == set(FIELDS["symptoms"].values)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_sentence_of_a_question_says_what_it_asks_for(name: str) -> None:
    parts = asked_in(name)
    fields = {field for part in parts for field in part}
    assert fields == {field for field, entry in FIELDS.items() if entry.question == name}
    assert all(set(values) <= set(FIELDS[field].values) for part in parts for field, values in part.items())


ADULT: Profile = {
    "age_years": 28,
    "sex": "male",
    "height_cm": 180,
    "weight_kg": 72,
    "current_weekly_volume_km": 30,
    "longest_run_last_30d_km": 12,
    "running_experience_years": 4,
    "training_days_per_week": 4,
    "target_weekly_volume_km": 40,
    "desired_intensity": "vigorous",
    "hard_sessions_requested_per_week": 1,
    "regular_exercise_3m": True,
    "weeks_available": 12,
    "sleep_hours_avg": 7.5,
}
TEN_K = Goal(text="I want to run a 10k under 45", event="10k", target="45:00")
FITTER = Goal(text="I want to feel fitter", type="fitness")


def _open_questions(known: Profile, goal: Goal) -> set[str]:
    decided = complete(known, (goal,))
    open_fields = [name for name in RULE_FIELDS if name not in decided]
    return {FIELDS[name].question for name in open_fields if applies(name, decided, (goal,))}


def _intake(told: Profile, goal: Goal) -> tuple[Profile, list[str]]:
    """Ask every question that has an open field; answer with what is told, and with a plain no otherwise."""
    known: Profile = {}
    asked: list[str] = []
    while questions := _open_questions(known, goal) - set(asked):
        question = min(questions, key=list(QUESTIONS).index)
        asked.append(question)
        fields = [name for name, field in FIELDS.items() if field.question == question]
        answers: dict[str, Value] = {name: told[name] for name in fields if name in told}
        noes = {name: denied(name) for name in QUESTIONS[question].names if name not in told}
        known |= noes | answers
    return complete(known, (goal,)), asked


@pytest.mark.parametrize("goal", [TEN_K, FITTER])
def test_a_healthy_adult_hears_a_handful_of_questions_and_everything_is_known(goal: Goal) -> None:
    known, asked = _intake(ADULT, goal)
    assert set(RULE_FIELDS) - known.keys() == set()
    assert len(asked) <= 11


def test_a_woman_of_43_hears_one_question_more() -> None:
    known, asked = _intake({**ADULT, "sex": "female", "age_years": 43}, TEN_K)
    _, of_the_man = _intake(ADULT, TEN_K)
    assert set(RULE_FIELDS) - known.keys() == set()
    assert set(asked) - set(of_the_man) == {"cycle"}


@pytest.mark.parametrize(
    ("told", "opened"),
    [
        ({"age_years": 16}, {"guardian"}),
        ({"regular_exercise_3m": False}, {"risk_factors"}),
        ({"known_conditions": ("asthma",)}, {"asthma", "clearance"}),
        ({"known_conditions": ("hypertension",)}, {"blood_pressure", "clearance"}),
        ({"medications": ("insulin",)}, {"diabetes_plan", "diabetes_today", "clearance"}),
        ({"bsi_status": "healed"}, {"bone_history", "clearance"}),
        ({"weeks_since_acl_reconstruction": 30}, {"knee", "clearance"}),
        ({"expected_wbgt_c": 29}, {"heat"}),
        ({"sex": "female", "pregnant": True}, {"cycle", "pregnancy", "clearance"}),
        ({"sex": "female", "weeks_postpartum": 20}, {"cycle", "postpartum", "clearance"}),
        ({"sex": "female", "missed_cycles_consecutive": 3}, {"cycle", "cycle_reason", "clearance"}),
    ],
)
def test_an_answer_opens_just_its_follow_up_questions(told: Profile, opened: set[str]) -> None:
    _, of_the_healthy = _intake(ADULT, TEN_K)
    _, asked = _intake({**ADULT, **told}, TEN_K)
    assert set(asked) - set(of_the_healthy) == opened


def test_a_weight_goal_opens_the_weight_question() -> None:
    goal = Goal(text="I want to lose 5 kg", type="weight_loss")
    known, asked = _intake({**ADULT, "goal_weight_kg": 67, "goal_weight_weeks": 10}, goal)
    assert "weight_goal" in asked
    assert known["goal_weight_weeks"] == 10
