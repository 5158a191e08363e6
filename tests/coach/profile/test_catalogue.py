"""The catalogue covers the rules' fields, and its questions are short and cover the fields."""

import re
from pathlib import Path

import pytest
from intake_burden import asked_at_once, examples_in

from coach import safety, sourced_yaml
from coach.next_questions import MOST_WORDS
from coach.profile.catalogue import catalogue
from coach.profile.inference import denied
from coach.profile.validation import check_value
from coach.three_valued import compile_condition
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
RULES = Path(str(safety.__file__))
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
def test_a_question_is_read_as_asking_for_its_fields(name: str) -> None:
    asked = {ask.field for ask in read_questions(QUESTIONS[name].text) if isinstance(ask, Ask)}
    assert asked == set(QUESTIONS[name].fields)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_fits_into_a_message_and_lists_four_things_at_most(name: str) -> None:
    question = QUESTIONS[name]
    assert len(question.items) <= 4
    assert not any("," in item.say or "?" in item.say for item in question.items)
    assert len(question.text.split()) <= MOST_WORDS / 2 + 5
    assert asked_at_once(question.text) == 1
    assert examples_in(question.text) <= 4


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_sources_of_the_rules(name: str) -> None:
    assert QUESTIONS[name].sources
    assert set(QUESTIONS[name].sources) <= set(sourced_yaml.read(RULES.with_name("sources.yaml")).data)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_has_a_question(name: str) -> None:
    assert any(name in question.fields for question in QUESTIONS.values())
    assert FIELDS[name].question in QUESTIONS


@pytest.mark.parametrize("name", catalogue().in_parts)
def test_the_parts_of_a_list_are_all_of_it_and_each_stands_in_one_question(name: str) -> None:
    named = {
        key: {value for item in question.items for value in item.asks.get(name, ())}
        for key, question in QUESTIONS.items()
    }
    assert set().union(*named.values()) == set(FIELDS[name].values)
    assert sum(map(len, named.values())) == len(FIELDS[name].values)


def test_thoughts_of_self_harm_are_asked_about_alone() -> None:
    (key,) = (
        key for key, q in QUESTIONS.items() if any("self_harm_thoughts" in i.asks.get("symptoms", ()) for i in q.items)
    )
    assert QUESTIONS[key].stage == "private"
    assert len(QUESTIONS[key].items) == 1


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_a_plain_no_makes_of_a_named_field_is_a_value_it_may_have(name: str) -> None:
    assert [check_value(field, denied(field)) for field in QUESTIONS[name].names] == [None] * len(QUESTIONS[name].names)


@pytest.mark.parametrize("name", QUESTIONS)
def test_visible_text_has_no_word_of_the_inside(name: str) -> None:
    visible = f"{QUESTIONS[name].text} {QUESTIONS[name].why}".lower()
    assert not re.search(
        r"_|\b(?:rule|gate|screening|risk of injury|waiver|liab|acknowledge|at your age|field)\b", visible
    )
