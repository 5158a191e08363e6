"""What the labelled plans (datasets/plan_cases.jsonl), which hold every rule to faults and twins, leave open."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest

from coach.plan.validation import RULES, PastRun
from coach.plan.validation.owed_notes import TOPICS
from coach.records.block import NoteTopic

CONTRAINDICATIONS = "safety_contraindications"
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


def _stretch_long(plan: dict[str, Any], factor: float) -> None:
    for session in _sessions(plan, 0):
        if session["purpose"] == "long":
            session["km"] *= factor


def _run_of(plan: dict[str, Any], week: int, purpose: str) -> dict[str, Any]:
    sessions = (s for day in plan["weeks"][week]["days"] for s in day["sessions"] if s["purpose"] == purpose)
    found: dict[str, Any] = next(sessions)
    return found


def test_the_table_has_forty_rules_each_once() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES) == 40
    assert all(rule.source for rule in RULES)


def test_the_history_before_the_block_counts_for_the_first_long_run(case: Any) -> None:
    short = replace(case, history=(PastRun(date=case.plan.start_date - dt.timedelta(days=3), km=6.0),))
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


def test_a_minors_plan_without_a_note_on_months_off_is_an_error(runner: Any) -> None:
    young = runner.case(age_years=16, training_days_per_week=4)
    assert young.severity_of("safety_minor_limits") is None
    assert young.edited(lambda plan: plan.update(notes=["Have fun."])).severity_of("safety_minor_limits") == "error"


def test_a_note_may_name_what_it_answers_in_any_words(case: Any) -> None:
    owed = case.under("carry_fast_carbohydrate")
    assert owed.severity_of("safety_contraindications") == "error"

    def noted(text: str, topic: str) -> Any:
        return owed.edited(lambda plan: plan["notes"].append({"topic": topic, "text": text}))

    assert noted("Keep a little something sweet in your pocket.", "carbohydrate").severity_of(CONTRAINDICATIONS) is None
    assert noted("Keep a little something sweet in your pocket.", "company").severity_of(CONTRAINDICATIONS) == "error"
    assert noted("Fine.", "carbohydrate").severity_of(CONTRAINDICATIONS) == "error"
    assert noted("Do not carry any glucose with you.", "carbohydrate").severity_of(CONTRAINDICATIONS) == "error"


def test_the_topics_of_notes_are_what_the_rules_ask_notes_for() -> None:
    assert set(get_args(NoteTopic)) == set(TOPICS)


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


def test_race_day_may_be_a_weekday_that_is_not_free(runner: Any) -> None:
    assert runner.case(available_days=("mon", "tue", "wed", "thu", "fri")).judged().valid


def test_a_rule_without_its_input_is_named_and_silent(case: Any) -> None:
    judged = replace(case, profile={}).judged()
    assert "struct_training_days" in judged.not_judged
    assert "load_first_week" in judged.not_judged
    assert "load_weekly_growth" not in judged.not_judged  # the weeks of the block can be compared
    assert not {found.rule for found in judged.findings} & set(judged.not_judged)
