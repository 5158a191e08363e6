"""Numbers that nobody asked for: the plan's own stay below what a safety rule would have a person look at."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.limits import limits
from coach.plan.planner import build_plan
from coach.plan.reading import read_plan
from coach.plan.validation import validate_plan
from coach.profile.profile import Profile
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.safety.gate import decide, fired_besides
from coach.safety.rules import healthy_profile

TODAY = dt.date(2026, 1, 5)
MARATHON, TEN_K = Goal(text="I want to run a marathon", event="marathon"), Goal(text="I want to run a 10k", event="10k")
HEALED: dict[str, Any] = {
    "bsi_status": "healed", "bsi_low_risk_count_24m": 1, "current_weekly_volume_km": 55, "longest_run_last_30d_km": 20,
    "weeks_available": 16, "race_distance_km": 42.195, "training_days_per_week": 5, "running_experience_years": 4,
}  # fmt: skip
MASTER: dict[str, Any] = {
    "age_years": 45, "current_weekly_volume_km": 75, "longest_run_last_30d_km": 24, "weeks_available": 16,
    "race_distance_km": 42.195, "training_days_per_week": 6, "running_experience_years": 10,
}  # fmt: skip
INACTIVE: dict[str, Any] = {
    "age_years": 62, "cv_risk_factors": ("smoker", "dyslipidaemia"), "regular_exercise_3m": False, "supervised": False,
    "desired_intensity": "moderate", "current_weekly_volume_km": 18, "longest_run_last_30d_km": 7,
    "weeks_available": 10, "race_distance_km": 10, "training_days_per_week": 4, "running_experience_years": 3,
}  # fmt: skip
FROM_NOTHING: dict[str, Any] = {
    "current_weekly_volume_km": 0, "longest_run_last_30d_km": 0, "running_experience_years": 0,
    "race_distance_km": 42.195, "hard_sessions_requested_per_week": 0, "desired_intensity": "moderate",
}  # fmt: skip


def _profile(changes: dict[str, Any]) -> Profile:
    """A healthy athlete with these values and no wish for a volume or for hard sessions."""
    unasked = {"target_weekly_volume_km": None, "hard_sessions_requested_per_week": None}
    return {**healthy_profile(), **unasked, **changes}


def _planned(profile: Profile, goal: Goal) -> tuple[SafetyResult, TrainingBlock]:
    safety = decide(profile)
    return safety, build_plan(profile, (goal,), safety, today=TODAY)


def _most_km(plan: TrainingBlock) -> float:
    return max(week.training_km for week in read_plan(plan).weeks)


@pytest.mark.parametrize(("changes", "most"), [(HEALED, 60), (MASTER, 80)], ids=["healed bone", "older than 40"])
def test_a_volume_that_nobody_named_grows_to_the_edge_of_the_rule_and_no_further(
    changes: dict[str, Any], most: float
) -> None:
    safety, plan = _planned(_profile(changes), MARATHON)
    assert safety.fired == ()
    assert most - 1 <= _most_km(plan) <= most


@pytest.mark.parametrize(
    "unknown",
    [(), ("supervised",), ("supervised", "cv_risk_factors"), ("supervised", "hard_sessions_requested_per_week")],
)
def test_an_inactive_athlete_at_risk_who_names_no_hard_session_gets_none_and_hears_why(
    unknown: tuple[str, ...],
) -> None:
    profile = _profile(INACTIVE)
    known = {name: value for name, value in profile.items() if name not in unknown}
    plan = build_plan(known, (TEN_K,), decide(profile), today=TODAY)
    assert max(len(week.hard) for week in read_plan(plan).weeks) == 0
    assert any("Every run stays easy" in note and "doctor" in note for note in plan.note_texts)


@pytest.mark.parametrize(
    ("changes", "goal", "what"),
    [
        (HEALED, MARATHON, "a person has to look at more than 60 km"),
        (MASTER, MARATHON, "a person has to look at more than 80 km"),
        (INACTIVE, TEN_K, "The plan has hard sessions"),
    ],
)
def test_a_plan_for_somebody_else_that_goes_beyond_it_is_not_valid(
    changes: dict[str, Any], goal: Goal, what: str
) -> None:
    harmless = {"bsi_status": "none", "age_years": 35, "cv_risk_factors": (), "regular_exercise_3m": True}
    _, plan = _planned(_profile({**changes, **harmless}), goal)
    profile = _profile(changes)
    judged = validate_plan(plan, profile, goal, decide(profile), as_of=TODAY)
    assert [found.rule for found in judged.findings if what in found.message] == ["safety_blocked_no_plan"]
    assert not judged.valid


def test_who_runs_more_already_is_not_cut_back_and_does_not_grow() -> None:
    profile = _profile({**MASTER, "current_weekly_volume_km": 95})
    safety, plan = _planned(profile, MARATHON)
    assert 90 <= _most_km(plan) <= 95
    assert validate_plan(plan, profile, MARATHON, safety, as_of=TODAY).valid
    assert not any("biggest week" in note for note in plan.note_texts)


def test_a_doctors_letter_leaves_no_promise_that_asks_for_it() -> None:
    _, plan = _planned(_profile({**INACTIVE, "clearances": ("medical",)}), TEN_K)
    assert not any("go-ahead" in note for note in plan.note_texts)


def test_a_disease_without_clearance_leaves_nothing_hard_whatever_else_is_wished() -> None:
    ill = {"known_conditions": ("coronary_artery_disease",), "parq_yes": ("q1",), "age_years": 60}
    wish = {"desired_intensity": "light", "hard_sessions_requested_per_week": 1}
    _, plan = _planned(_profile({**INACTIVE, **ill, "regular_exercise_3m": True, **wish}), TEN_K)
    assert not any(week.hard for week in read_plan(plan).weeks)
    assert [at.session.rpe for week in read_plan(plan).weeks for at in week.sessions if at.session.type == "race"] == [
        5
    ]


def test_a_volume_that_was_asked_for_is_the_gates_to_judge() -> None:
    assert decide(_profile({**HEALED, "target_weekly_volume_km": 61})).requires_human_review
    assert fired_besides(_profile({**HEALED, "target_weekly_volume_km": 61}), {"target_weekly_volume_km": 70}) == ()


def test_the_planning_model_is_told_of_the_edge() -> None:
    line = limits(_profile(HEALED), MARATHON, SafetyResult(status="approved"), today=TODAY)["safety_blocked_no_plan"]
    assert (
        line == "a plan is only made where the gate approves; no week above 60 km, which a person would have to look at"
    )


@pytest.mark.parametrize(
    ("race_km", "goal", "weeks", "most", "longest"),
    [(42.195, MARATHON, 24, 30, 12), (42.195, MARATHON, 30, 39, 16), (10, TEN_K, 24, 18, 7)],
)
def test_who_starts_from_nothing_gets_further_in_a_longer_block_most_of_all_to_a_long_race(
    race_km: float, goal: Goal, weeks: int, most: float, longest: float
) -> None:
    profile = _profile({**FROM_NOTHING, "race_distance_km": race_km, "weeks_available": weeks})
    safety, plan = _planned(profile, goal)
    assert _most_km(plan) == pytest.approx(most, abs=1)
    assert max(at.session.km or 0.0 for at in read_plan(plan).runs) >= longest
    assert validate_plan(plan, profile, goal, safety).valid
