"""Obvious examples of load, taper, pace, session and safety rules; the corpus of cases lives in datasets."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from coach.plan.validation import RULES, Run

Edit = Callable[[dict[str, Any]], object]


def _sessions(plan: dict[str, Any], week: int) -> list[dict[str, Any]]:
    return [s for day in plan["weeks"][week]["days"] for s in day["sessions"]]


def _all(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [s for week in range(len(plan["weeks"])) for s in _sessions(plan, week)]


def _grow(plan: dict[str, Any], week: int, factor: float) -> None:
    """Lengthen the easy runs of a week so that its km are `factor` times as many."""
    found = plan["weeks"][week]
    easy = [s for s in _sessions(plan, week) if s["purpose"] in {"easy", "strides"}]
    more = found["km"] * (factor - 1)
    for session in easy:
        session["km"] += more / len(easy)
    found["km"] *= factor


def _hard_everywhere(plan: dict[str, Any]) -> None:
    for session in _sessions(plan, 0):
        if session["type"] == "run":
            session.update(zone="T", steps=[])


def _all_days(plan: dict[str, Any]) -> None:
    busy = next(day["sessions"] for day in plan["weeks"][0]["days"] if day["sessions"])
    for day in plan["weeks"][0]["days"]:
        day["sessions"] = day["sessions"] or busy


def _stretch_long(plan: dict[str, Any], factor: float) -> None:
    for session in _sessions(plan, 0):
        if session["purpose"] == "long":
            session["km"] *= factor


BROKEN: list[tuple[str, str, Edit]] = [
    ("load_first_week", "warn", lambda plan: _grow(plan, 0, 1.2)),
    ("load_first_week", "error", lambda plan: _grow(plan, 0, 1.4)),
    ("load_weekly_growth", "warn", lambda plan: _grow(plan, 4, 1.2)),
    ("load_two_week_growth", "error", lambda plan: _grow(plan, 4, 1.5)),
    ("load_single_session_spike", "warn", lambda plan: _stretch_long(plan, 1.25)),
    ("load_single_session_spike", "error", lambda plan: _stretch_long(plan, 1.6)),
    ("load_cutback", "warn", lambda plan: plan["weeks"][3].update(is_cutback=False)),
    ("load_long_run_share", "warn", lambda plan: _stretch_long(plan, 1.6)),
    ("load_long_run_duration", "warn", lambda plan: _sessions(plan, 0)[0].update(duration_min=170)),
    ("load_hard_count", "error", _hard_everywhere),
    ("load_hard_spacing", "error", _hard_everywhere),
    ("load_intensity_distribution", "error", _hard_everywhere),
    ("load_quality_volume", "warn", _hard_everywhere),
    ("load_rest_days", "error", _all_days),
    ("taper_reduction", "warn", lambda plan: _grow(plan, -1, 2.2)),
    ("race_peak_long_run", "warn", lambda plan: _stretch_long(plan, 1.6)),
    ("pace_hr_valid", "error", lambda plan: _sessions(plan, 0)[0].update(hr_bpm=[150, 200])),
    ("session_strength", "warn", lambda plan: [s.update(type="cross") for s in _all(plan) if s["type"] == "strength"]),
]


@pytest.mark.parametrize(("rule", "severity", "edit"), BROKEN)
def test_a_broken_load_is_found_by_its_rule(case: Any, rule: str, severity: str, edit: Edit) -> None:
    assert case.severity_of(rule) is None
    assert case.edited(edit).severity_of(rule) == severity


def test_the_table_has_forty_rules_each_once() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES) == 40
    assert all(rule.source for rule in RULES)


def test_the_history_before_the_block_counts_for_the_first_long_run(case: Any) -> None:
    short = replace(case, history=(Run(date=case.plan.start_date - dt.timedelta(days=3), km=6.0),))
    assert short.severity_of("load_single_session_spike") == "error"


@pytest.mark.parametrize(
    ("rule", "contraindication", "edit"),
    [
        ("load_weekly_growth", "cap_volume_growth", lambda plan: _grow(plan, 4, 1.2)),
        ("load_cutback", "cap_volume_growth", lambda plan: plan["weeks"][3].update(is_cutback=False)),
        ("load_single_session_spike", "cap_long_run", lambda plan: _stretch_long(plan, 1.25)),
    ],
)
def test_a_contraindication_turns_the_warning_it_tightens_into_an_error(
    case: Any, rule: str, contraindication: str, edit: Edit
) -> None:
    assert case.under(contraindication).severity_of(rule) is None
    assert case.edited(edit).severity_of(rule) == "warn"
    assert case.edited(edit).under(contraindication).severity_of(rule) == "error"


def test_one_hard_session_is_all_for_the_restricted(case: Any) -> None:
    assert case.severity_of("load_hard_count") is None
    assert {case.under("cap_hard_sessions_1").severity_of("load_hard_count"),
            case.knowing(age_years=61).severity_of("load_hard_count")} == {"error"}  # fmt: skip


def test_paces_of_the_goal_instead_of_today_are_found(case: Any) -> None:
    slower = case.knowing(recent_race_time_s=1500.0)
    assert case.severity_of("pace_matches_current_vdot") is None
    assert slower.severity_of("pace_matches_current_vdot") == "error"


def test_a_goal_far_beyond_reach_is_an_error_until_the_notes_set_a_nearer_target(case: Any) -> None:
    far = case.knowing(goal_time_s=1900.0)
    assert far.severity_of("pace_goal_plausible") == "error"
    answered = far.edited(lambda plan: plan["notes"].append("First target: 45:00, the rest in later blocks."))
    assert answered.severity_of("pace_goal_plausible") == "warn"


def test_hard_sessions_need_an_easy_start_and_end(case: Any) -> None:
    def cold(plan: dict[str, Any]) -> None:
        session = next(s for s in _sessions(plan, 0) if s["purpose"] == "threshold")
        session["steps"] = session["steps"][1:]

    assert case.severity_of("session_warmup_cooldown") is None
    assert case.edited(cold).severity_of("session_warmup_cooldown") == "error"
    assert case.under("extended_warmup_required").severity_of("session_warmup_cooldown") == "error"


def test_a_beginner_walks_between_runs(case: Any) -> None:
    assert case.knowing(running_experience_years=0.2).severity_of("session_novice_start") == "warn"


@pytest.mark.parametrize("status", ["blocked", "unresolved"])
def test_no_plan_stands_while_the_gate_is_shut(case: Any, status: str) -> None:
    shut = case.under(status=status)
    assert shut.severity_of("safety_blocked_no_plan") == "error"
    assert not shut.judged().valid


def test_minors_have_two_rest_days_and_short_races(case: Any) -> None:
    assert case.knowing(age_years=16).severity_of("safety_minor_limits") == "warn"  # months off are not mentioned
    assert case.knowing(age_years=14).severity_of("safety_minor_limits") == "error"  # 10 km is too long


def test_over_fifty_the_third_week_is_a_cutback(case: Any) -> None:
    assert case.knowing(age_years=50).severity_of("safety_masters_limits") is None
    assert case.knowing(age_years=51).severity_of("safety_masters_limits") == "warn"


BREAKS = [
    "walk_run_only", "no_running", "no_high_intensity", "no_hills_or_sprints", "no_hot_environment",
    "no_unaccompanied_sessions", "no_race_goal", "carry_fast_carbohydrate", "carry_reliever",
    "extended_warmup_required", "reset_goal_date", "two_rest_days_required", "no_exercise_until_cleared",
]  # fmt: skip


@pytest.mark.parametrize("contraindication", BREAKS)
def test_an_ordinary_plan_breaks_a_contraindication_it_was_not_made_for(runner: Any, contraindication: str) -> None:
    ordinary = runner.case(training_days_per_week=6, current_weekly_volume_km=60, longest_run_last_30d_km=16)
    assert ordinary.severity_of("safety_contraindications") is None
    assert ordinary.under(contraindication).severity_of("safety_contraindications") == "error"


@pytest.mark.parametrize(
    ("contraindication", "edit"),
    [
        ("no_plyometrics", lambda plan: _all(plan)[0].update(tags=["plyometric"])),
        ("no_heavy_spinal_loading", lambda plan: _all(plan)[0].update(tags=["axial_load"])),
        ("no_loaded_spinal_flexion", lambda plan: _all(plan)[0].update(tags=["spinal_flexion"])),
        ("no_supine_exercise", lambda plan: _all(plan)[0].update(tags=["supine"])),
        ("no_heavy_isometric", lambda plan: [s.update(rpe=8) for s in _all(plan) if s["type"] == "strength"]),
        ("hr_zones_unreliable", lambda plan: _all(plan)[0].update(hr_bpm=[120, 140])),
        ("no_weight_loss_target", lambda plan: plan["notes"].append("Aim to lose 3 kg by June.")),
        ("no_weight_or_calorie_tracking", lambda plan: plan["notes"].append("Weigh yourself on Mondays.")),
        ("cap_weight_loss_rate", lambda plan: plan["notes"].append("Aim for 1.5 kg per week.")),
        ("no_session_today", lambda plan: plan["weeks"][0]["days"][0].update(sessions=_sessions(plan, 1)[:1])),
    ],
)
def test_one_change_breaks_what_the_plan_respected(case: Any, contraindication: str, edit: Edit) -> None:
    kept = case.edited(lambda plan: plan["weeks"][0]["days"][0].update(sessions=[])).under(contraindication)
    assert kept.severity_of("safety_contraindications") is None
    assert case.edited(edit).under(contraindication).severity_of("safety_contraindications") == "error"


def test_the_weekly_cap_is_the_fired_rules_own(runner: Any) -> None:
    plan = runner.case(training_days_per_week=6, current_weekly_volume_km=70, longest_run_last_30d_km=18)
    capped = plan.under("cap_weekly_volume", fired=("bsi_history_high_volume",))
    loose = plan.under("cap_weekly_volume", fired=("masters_high_volume",))
    assert capped.severity_of("safety_contraindications") == "error"
    assert loose.severity_of("safety_contraindications") is None


def test_an_unknown_contraindication_fails_closed(case: Any) -> None:
    assert case.under("no_such_thing").severity_of("safety_contraindications") == "error"


def test_a_written_clearance_lets_a_plan_stand(case: Any) -> None:
    cleared = case.knowing(clearances=("cardiac",)).under("no_exercise_until_cleared")
    assert cleared.severity_of("safety_contraindications") is None
