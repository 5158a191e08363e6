"""Obvious examples of the plan rules; the corpus of cases lives in datasets."""

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


def _day(plan: dict[str, Any], week: int, day: int) -> dict[str, Any]:
    found: dict[str, Any] = plan["weeks"][week]["days"][day]
    return found


def _run_of(plan: dict[str, Any], week: int, purpose: str) -> dict[str, Any]:
    sessions = (s for day in plan["weeks"][week]["days"] for s in day["sessions"] if s["purpose"] == purpose)
    found: dict[str, Any] = next(sessions)
    return found


def _move_race(plan: dict[str, Any]) -> None:
    days = plan["weeks"][-1]["days"]
    days[5]["sessions"], days[6]["sessions"] = days[6]["sessions"], []


BROKEN: list[tuple[str, str, Edit]] = [
    ("struct_weeks_contiguous", "error", lambda plan: plan["weeks"][3].update(index=5)),
    ("struct_weeks_contiguous", "error", lambda plan: plan["weeks"][3].update(start_date="2026-01-27")),
    ("struct_one_entry_per_day", "error", lambda plan: _day(plan, 2, 1).update(date="2026-01-19")),
    ("struct_one_entry_per_day", "error", lambda plan: _day(plan, 2, 1).update(weekday="fri")),
    ("struct_one_entry_per_day", "error", lambda plan: plan.update(end_date="2026-04-01")),
    ("struct_block_length", "error", lambda plan: plan["weeks"].pop(4)),
    ("struct_race_day", "error", _move_race),
    ("struct_race_day", "error", lambda plan: _run_of(plan, -1, "race").update(km=9.0)),
    ("struct_totals_consistent", "error", lambda plan: plan["weeks"][1].update(km=plan["weeks"][1]["km"] + 5)),
    (
        "struct_totals_consistent",
        "error",
        lambda plan: plan["weeks"][1].update(minutes=plan["weeks"][1]["minutes"] + 60),
    ),
    ("struct_totals_consistent", "error", lambda plan: _run_of(plan, 1, "long").update(duration_min=60)),
    ("struct_session_complete", "error", lambda plan: _run_of(plan, 0, "long")["steps"][0].update(km=5.0)),
    ("struct_session_complete", "error", lambda plan: _run_of(plan, 0, "threshold").update(steps=[])),
    ("struct_phase_order", "error", lambda plan: plan["weeks"][1].update(phase="peak")),
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
def test_one_change_breaks_the_rule_that_the_planners_plan_keeps(
    case: Any, rule: str, severity: str, edit: Edit
) -> None:
    assert case.severity_of(rule) is None
    broken = case.edited(edit)
    assert broken.severity_of(rule) == severity
    assert severity == "warn" or not broken.judged().valid


KNOWN: list[tuple[str, dict[str, Any], str | None]] = [
    ("struct_training_days", {}, None),
    ("struct_training_days", {"training_days_per_week": 4}, "error"),
    ("struct_training_days", {"available_days": ("mon", "tue")}, "error"),
    ("load_hard_count", {"age_years": 61}, "error"),
    ("pace_matches_current_vdot", {}, None),
    ("pace_matches_current_vdot", {"recent_race_time_s": 1500.0}, "error"),
    ("session_novice_start", {"running_experience_years": 0.2}, "warn"),
    ("safety_minor_limits", {"age_years": 16}, "warn"),  # months off are not mentioned
    ("safety_minor_limits", {"age_years": 14}, "error"),  # 10 km is too long
    ("safety_masters_limits", {"age_years": 50}, None),
    ("safety_masters_limits", {"age_years": 51}, "warn"),  # the third week is no cutback
]


@pytest.mark.parametrize(("rule", "known", "severity"), KNOWN)
def test_the_same_plan_is_judged_by_whose_it_is(
    case: Any, rule: str, known: dict[str, Any], severity: str | None
) -> None:
    assert case.knowing(**known).severity_of(rule) == severity


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


@pytest.mark.parametrize("status", ["blocked", "unresolved"])
def test_no_plan_stands_while_the_gate_is_shut(case: Any, status: str) -> None:
    shut = case.under(status=status)
    assert shut.severity_of("safety_blocked_no_plan") == "error"
    assert not shut.judged().valid


def test_one_hard_session_is_all_under_its_cap(case: Any) -> None:
    assert case.under("cap_hard_sessions_1").severity_of("load_hard_count") == "error"


def test_a_block_of_runs_without_distance_is_judged(case: Any) -> None:
    still = case.edited(lambda plan: [s.update(km=0) for s in _all(plan) if s["type"] == "run"])
    assert still.severity_of("struct_totals_consistent") == "error"


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


def test_a_finding_names_week_day_and_both_numbers(case: Any) -> None:
    broken = case.edited(lambda plan: _run_of(plan, -1, "race").update(km=9.0))
    found = next(f for f in broken.judged().findings if f.rule == "struct_race_day")
    assert (found.week, found.date) == (12, broken.plan.race_date)
    assert "9.0 km" in found.message
    assert "10 km" in found.message


def test_running_after_the_race_is_found(case: Any) -> None:
    def run_on_monday_after(plan: dict[str, Any]) -> None:
        plan["race_date"] = "2026-03-28"
        _move_race(plan)
        plan["weeks"][-1]["days"][6]["sessions"] = [_run_of(plan, 0, "easy")]

    assert case.edited(run_on_monday_after).severity_of("struct_race_day") == "error"


def test_race_day_may_be_a_weekday_that_is_not_free(runner: Any) -> None:
    assert runner.case(available_days=("mon", "tue", "wed", "thu", "fri")).judged().valid


def test_mobility_makes_no_training_day(case: Any) -> None:
    def stretch(plan: dict[str, Any]) -> None:
        rest = next(day for day in plan["weeks"][0]["days"] if not day["sessions"])
        rest["sessions"] = [
            {"type": "mobility", "purpose": "mobility", "duration_min": 4, "rpe": 1, "text": "Stretch a little."}
        ]

    assert case.edited(stretch).severity_of("struct_training_days") is None


def test_a_session_longer_than_the_day_has_room_for_is_found(case: Any) -> None:
    weekday = next(d.weekday for d in case.plan.weeks[0].days if any(s.purpose == "long" for s in d.sessions))
    assert case.knowing(available_minutes={weekday: 30.0}).severity_of("struct_session_time_cap") == "error"


def test_a_start_before_the_day_of_judgement_or_too_long_after_it_is_found(case: Any) -> None:
    day = case.plan.start_date
    wanted = {-1: "error", 0: None, 14: None, 15: "error"}
    found = {n: replace(case, as_of=day - dt.timedelta(days=n)).severity_of("struct_start_date") for n in wanted}
    assert found == wanted


def test_a_rule_without_its_input_is_named_and_silent(case: Any) -> None:
    judged = replace(case, profile={}).judged()
    assert "struct_training_days" in judged.not_judged
    assert "load_first_week" in judged.not_judged
    assert "load_weekly_growth" not in judged.not_judged  # the weeks of the block can be compared
    assert not {found.rule for found in judged.findings} & set(judged.not_judged)
