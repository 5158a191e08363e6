"""Obvious examples of the structural rules: the planner's plan passes, one change breaks it."""

from collections.abc import Callable
from typing import Any

import pytest

Edit = Callable[[dict[str, Any]], object]


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


def _run_on(plan: dict[str, Any], day: int) -> None:
    _day(plan, 0, day)["sessions"].append(_run_of(plan, 0, "long"))


BROKEN: list[tuple[str, Edit]] = [
    ("struct_weeks_contiguous", lambda plan: plan["weeks"][3].update(index=5)),
    ("struct_weeks_contiguous", lambda plan: plan["weeks"][3].update(start_date="2026-01-27")),
    ("struct_one_entry_per_day", lambda plan: _day(plan, 2, 1).update(date="2026-01-19")),
    ("struct_one_entry_per_day", lambda plan: _day(plan, 2, 1).update(weekday="fri")),
    ("struct_one_entry_per_day", lambda plan: plan.update(end_date="2026-04-01")),
    ("struct_block_length", lambda plan: plan["weeks"].pop(4)),
    ("struct_race_day", _move_race),
    ("struct_race_day", lambda plan: _run_of(plan, -1, "race").update(km=9.0)),
    ("struct_totals_consistent", lambda plan: plan["weeks"][1].update(km=plan["weeks"][1]["km"] + 5)),
    ("struct_totals_consistent", lambda plan: plan["weeks"][1].update(minutes=plan["weeks"][1]["minutes"] + 60)),
    ("struct_totals_consistent", lambda plan: _run_of(plan, 1, "long").update(duration_min=60)),
    ("struct_session_complete", lambda plan: _run_of(plan, 0, "long")["steps"][0].update(km=5.0)),
    ("struct_session_complete", lambda plan: _run_of(plan, 0, "threshold").update(steps=[])),
    ("struct_phase_order", lambda plan: plan["weeks"][1].update(phase="peak")),
]


@pytest.mark.parametrize(("rule", "edit"), BROKEN)
def test_a_broken_shape_is_found_by_its_rule(case: Any, rule: str, edit: Edit) -> None:
    assert case.severity_of(rule) is None
    broken = case.edited(edit)
    assert broken.severity_of(rule) == "error"
    assert not broken.judged().valid


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


def test_more_days_than_agreed_are_found(case: Any) -> None:
    assert case.severity_of("struct_training_days") is None
    assert case.knowing(training_days_per_week=4).severity_of("struct_training_days") == "error"


def test_a_weekday_that_is_not_free_is_found(case: Any) -> None:
    assert case.knowing(available_days=("mon", "tue")).severity_of("struct_training_days") == "error"


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
    import datetime as dt
    from dataclasses import replace

    day = case.plan.start_date
    wanted = {-1: "error", 0: None, 14: None, 15: "error"}
    found = {n: replace(case, as_of=day - dt.timedelta(days=n)).severity_of("struct_start_date") for n in wanted}
    assert found == wanted


def test_a_rule_without_its_input_is_named_and_silent(case: Any) -> None:
    from dataclasses import replace

    judged = replace(case, profile={}).judged()
    assert "struct_training_days" in judged.not_judged
    assert "load_first_week" in judged.not_judged
    assert "load_weekly_growth" not in judged.not_judged  # the weeks of the block can be compared
    assert not {found.rule for found in judged.findings} & set(judged.not_judged)
