"""The plan rules as the planning model is told of them."""

import datetime as dt
from typing import Any

from coach.plan.limits import limits, present_paces, rules_for_all
from coach.plan.validation import RULES
from coach.plan.zones import FRACTIONS
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

TODAY = dt.date(2026, 1, 5)
GOAL = Goal(text="A good 10K", event="10k")
BEGINNER = {"race_distance_km": 42.195, "running_experience_years": 0.2}
KNOWN: dict[str, Any] = {
    "age_years": 16, "training_days_per_week": 4, "current_weekly_volume_km": 30, "longest_run_last_30d_km": 9,
    "weeks_available": 12, "race_distance_km": 10.0, "available_minutes": {"tue": 45},
    "recent_race_distance_km": 5.0, "recent_race_time_s": 1320.0,
}  # fmt: skip


def told(safety: SafetyResult, **profile: Any) -> dict[str, str]:
    return limits({**KNOWN, **profile}, GOAL, safety, today=TODAY)


def test_every_rule_has_its_line() -> None:
    own = {rule for age in (16, 60) for rule in told(SafetyResult(status="approved"), **BEGINNER, age_years=age)}
    general = set(rules_for_all())
    assert own | general == {rule.id for rule in RULES}
    assert not own & general


def test_the_lines_hold_this_athletes_numbers() -> None:
    lines = told(SafetyResult(status="approved_with_warnings", contraindications=("no_hills_or_sprints",)))
    expected = {
        "load_first_week": "33.0 km", "struct_session_time_cap": "tue 45", "load_single_session_spike": "9 km",
        "load_rest_days": "2", "safety_minor_limits": "16 h", "safety_contraindications": "no_hills_or_sprints",
        "struct_race_day": "10 km on 2026-03-29",
    }  # fmt: skip
    assert {rule: part for rule, part in expected.items() if part not in lines[rule]} == {}


def test_somebody_nobody_knows_has_lines_without_numbers() -> None:
    lines = limits({}, Goal(text="Run"), SafetyResult(status="approved"), today=TODAY)
    assert not [line for line in lines.values() if "None" in line or "{" in line]


def test_paces_are_those_of_present_fitness() -> None:
    paces = present_paces(KNOWN, GOAL, SafetyResult(status="approved"), today=TODAY)
    assert set(paces) == {*FRACTIONS, "race"}
    unmeasured = {**KNOWN, "recent_race_time_s": None}
    assert present_paces(unmeasured, GOAL, SafetyResult(status="approved"), today=TODAY) == {}


def test_a_model_is_told_what_pregnancy_and_a_wish_for_nothing_hard_ask_of_its_plan() -> None:
    fired = SafetyResult(
        status="approved_with_warnings", fired=("pregnancy_uncomplicated",), contraindications=("no_race_goal",)
    )
    pregnant = told(fired)
    assert "no week and no run above present ones" in pregnant["safety_contraindications"]
    assert pregnant["load_hard_count"].endswith("at most 0")
    wish = {**KNOWN, "hard_sessions_requested_per_week": 0}
    assert limits(wish, GOAL, SafetyResult(status="approved"), today=TODAY)["load_hard_count"].endswith("at most 0")


def test_a_model_is_told_that_the_goal_leaves_running_out() -> None:
    goal = Goal(text="Get stronger, no running please", type="fitness")
    said = limits(KNOWN, goal, SafetyResult(status="approved"), today=TODAY)["safety_contraindications"]
    assert said == "in every session: no running, as the goal says"
