"""Who may not go hard, or is not ready to, gets an easy race and hears of no time to aim at."""

import datetime as dt
from typing import Any

import pytest
from plans import with_sessions

from coach.plan.planner import build_plan
from coach.plan.reading import placed
from coach.plan.validation import validate_plan
from coach.records.block import Note, TrainingBlock, TrainingSession
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.rules import healthy_profile

TODAY = dt.date(2026, 1, 5)
Changes = dict[str, Any]
RUNS: Changes = {
    "current_weekly_volume_km": 30, "longest_run_last_30d_km": 10, "weeks_available": 10, "race_distance_km": 10,
    "training_days_per_week": 4, "target_weekly_volume_km": None,
}  # fmt: skip
FROM_NOTHING: Changes = {
    **RUNS, "current_weekly_volume_km": 0, "longest_run_last_30d_km": 0, "running_experience_years": 0,
    "desired_intensity": "moderate", "hard_sessions_requested_per_week": 0, "training_days_per_week": 3,
}  # fmt: skip
WITH_DISEASE: Changes = {**RUNS, "age_years": 60, "desired_intensity": "moderate", "parq_yes": ("q1",)}
DISEASES = ("coronary_artery_disease", "heart_failure", "cardiomyopathy", "aortic_disease", "stroke_tia")
HALF_KM, MARATHON_KM = 21.0975, 42.195


def built(changes: Changes) -> tuple[TrainingBlock, SafetyResult, Changes]:
    profile = {**healthy_profile(), **changes}
    safety = evaluate(profile)
    return build_plan(profile, (Goal(text="I want to race"),), safety, today=TODAY), safety, profile


def race_of(plan: TrainingBlock) -> TrainingSession:
    (race,) = (at.session for at in placed(plan) if at.session.type == "race")
    return race


def raced_all_out(plan: TrainingBlock) -> TrainingBlock:
    hard = {"rpe": 9, "zone": None}
    return with_sessions(plan, lambda old: old.model_copy(update=hard if old.type == "race" else {}))


@pytest.mark.parametrize(
    "changes",
    [
        *({**WITH_DISEASE, "known_conditions": (disease,)} for disease in DISEASES),
        {**WITH_DISEASE, "known_conditions": ("coronary_artery_disease",), "race_distance_km": HALF_KM},
        {**RUNS, "hard_sessions_requested_per_week": 0, "desired_intensity": "light"},
        {**FROM_NOTHING, "weeks_available": 4, "race_distance_km": 5},
        {**FROM_NOTHING, "weeks_available": 16, "age_years": 70},
        {**FROM_NOTHING, "weeks_available": 16, "age_years": 68, "weight_kg": 105, "height_cm": 170},
        {**RUNS, "current_weekly_volume_km": 45, "longest_run_last_30d_km": 14, "weeks_available": 6,
         "race_distance_km": MARATHON_KM},
    ],
)  # fmt: skip
def test_a_race_is_easy_for_whoever_may_not_go_hard_or_is_not_ready(changes: Changes) -> None:
    """Seen: 10 km at effort 9 beside "every run stays easy", and 42 km on a longest run of 18 km."""
    plan, _, _ = built(changes)
    race = race_of(plan)
    assert (race.zone, race.rpe, race.pace_s_per_km) == ("E", 5, None)
    assert "what is left" not in race.text


@pytest.mark.parametrize(
    "changes",
    [
        {**WITH_DISEASE, "known_conditions": ("coronary_artery_disease",)},
        {**FROM_NOTHING, "weeks_available": 4, "race_distance_km": 5},
        {**RUNS, "weeks_postpartum": 13, "pelvic_symptoms": (), "weeks_available": 8},
    ],
)
def test_a_plan_that_races_all_out_against_the_gate_is_invalid(changes: Changes) -> None:
    plan, safety, profile = built(changes)

    def rules(block: TrainingBlock) -> set[str]:
        judged = validate_plan(block, profile, Goal(text="I want to race"), safety, as_of=TODAY)
        return {found.rule for found in judged.findings if found.severity == "error"}

    assert rules(plan) == set()
    assert rules(raced_all_out(plan)) == {"safety_contraindications"}


TEN_IN_50: Changes = {**RUNS, "recent_race_distance_km": 10, "recent_race_time_s": 3000}


@pytest.mark.parametrize(
    "changes",
    [
        {"age_years": 58, "known_conditions": ("hypertension",), "resting_sbp_mmhg": 165, "resting_dbp_mmhg": 98,
         "goal_time_s": 2850},
        {"weeks_postpartum": 13, "pelvic_symptoms": (), "weeks_available": 8, "goal_time_s": 2850},
        {"tendon_pain_nrs": 4, "goal_time_s": 2880},
        {"known_conditions": ("chronic_kidney_disease",), "age_years": 52, "goal_time_s": 2880},
        {**FROM_NOTHING, "weeks_available": 4, "race_distance_km": 5, "goal_time_s": 1500},
    ],
)  # fmt: skip
def test_no_time_is_named_as_a_target_where_the_race_is_easy(changes: Changes) -> None:
    """Seen: "around 54:58 is the first target" beside a race planned in 71 easy minutes."""
    plan, _, _ = built({**TEN_IN_50, **changes})
    assert race_of(plan).zone == "E"
    assert not any("target" in note for note in plan.note_texts)
    assert any("no finishing time" in note and "later race" in note for note in plan.note_texts)


def test_the_nearer_target_asks_for_no_more_than_is_plausible() -> None:
    """Seen: 49:00, 2% faster, where 0.9% are plausible."""
    experienced = {"running_experience_years": 6, "weeks_available": 8, "goal_time_s": 2400}
    plan, _, _ = built({**TEN_IN_50, **experienced, "current_weekly_volume_km": 40})
    (note,) = (note.text for note in plan.notes if isinstance(note, Note))
    assert "around 49:35 is the first target" in note


def test_a_goal_within_the_plausible_gain_is_not_put_off() -> None:
    """Seen: "the rest comes in later blocks" of 4:17:39 to 4:15."""
    plan, _, _ = built({
        **RUNS, "age_years": 45, "weeks_available": 16, "race_distance_km": MARATHON_KM, "goal_time_s": 15300,
        "current_weekly_volume_km": 45, "longest_run_last_30d_km": 18, "training_days_per_week": 5,
        "running_experience_years": 20, "recent_race_distance_km": HALF_KM, "recent_race_time_s": 7500,
    })  # fmt: skip
    assert race_of(plan).rpe == 9
    assert not any("later blocks" in note for note in plan.note_texts)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weeks_available": 6, "race_distance_km": HALF_KM}, 1),
        ({"weeks_available": 4, "race_distance_km": HALF_KM, "pregnant": True}, 0),
        ({"weeks_available": 8, "race_distance_km": MARATHON_KM, "longest_run_last_30d_km": 8}, 0),
    ],
)
def test_finishing_well_is_spoken_of_once_and_only_before_a_race(changes: Changes, said: int) -> None:
    """Seen: beside "with no race and no clock in it", and beside "race day is run and walk at an easy effort"."""
    plan, safety, _ = built({**RUNS, **changes})
    assert "race_too_soon_warn" in safety.fired
    assert sum("finishing well" in note for note in plan.note_texts) == said


def test_whoever_trained_hard_in_the_block_races_however_new_to_it_they_began() -> None:
    """Seen: 3 km "as a celebration" after half a year that grew from 15 to 36 km a week with weekly hard sessions."""
    novice = {"current_weekly_volume_km": 15, "longest_run_last_30d_km": 5, "running_experience_years": 0.3}
    plan, _, _ = built({**RUNS, **novice, "weeks_available": 26, "race_distance_km": 5})
    assert race_of(plan).rpe == 9
    plan, _, _ = built({**RUNS, **novice, "weeks_available": 5, "race_distance_km": 5})
    assert race_of(plan).rpe == 5


ULTRA: Changes = {
    **RUNS, "current_weekly_volume_km": 70, "longest_run_last_30d_km": 32, "training_days_per_week": 6,
    "weeks_available": 16, "race_distance_km": 50, "goal_time_s": 15600, "running_experience_years": 8,
    "recent_race_distance_km": MARATHON_KM, "recent_race_time_s": 12000,
}  # fmt: skip


def test_an_ultra_has_a_time_to_aim_at_unless_its_runner_takes_it_gently() -> None:
    """Seen: "no finishing time to aim at" for everybody, since the effort of every ultra is easy."""
    for wishes, aims in (({}, True), ({"hard_sessions_requested_per_week": 0}, False)):
        plan, _, _ = built({**ULTRA, **wishes})
        assert race_of(plan).zone == "E"
        assert any("is the first target" in note for note in plan.note_texts) is aims
        assert any("no finishing time" in note for note in plan.note_texts) is not aims


def test_no_lighter_weeks_are_spoken_of_where_there_are_none() -> None:
    plan, _, _ = built({**FROM_NOTHING, "weeks_available": 4, "race_distance_km": 5})
    assert not any(week.is_cutback for week in plan.weeks)
    assert not any("lighter week" in note for note in plan.note_texts)
