"""With a fever the plan keeps what the coach says: rest, then easy days, and nothing made up."""

import datetime as dt
from typing import Any

import pytest
from plans import with_sessions

from coach.plan.planner import CannotPlan, build_plan
from coach.plan.reading import placed
from coach.plan.validation import validate_plan
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.safety.gate import evaluate
from coach.safety.rules import healthy_profile

TODAY = dt.date(2026, 1, 5)
GOAL = Goal(text="I want to race a 10k in six weeks", event="10k")
RUNNER: dict[str, Any] = {
    **healthy_profile(), "current_weekly_volume_km": 40, "longest_run_last_30d_km": 14, "weeks_available": 6,
    "race_distance_km": 10, "training_days_per_week": 5, "recent_race_distance_km": 10, "recent_race_time_s": 2900,
    "running_experience_years": 3, "target_weekly_volume_km": None,
}  # fmt: skip
ILL: dict[str, Any] = {"temp_c": 38.6, "systemic_illness": True}


def built(**changes: Any) -> TrainingBlock:
    profile = {**RUNNER, **changes}
    safety = evaluate(profile)
    plan = build_plan(profile, (GOAL,), safety, today=TODAY)
    assert validate_plan(plan, profile, GOAL, safety, as_of=TODAY).valid
    return plan


def km_by_day(plan: TrainingBlock) -> list[float]:
    return [sum(session.km or 0.0 for session in day.sessions) for day in plan.weeks[0].days]


def offered(plan: TrainingBlock) -> list[str]:
    """What is said of days that are not used."""
    return [note for note in plan.note_texts if "You offered" in note]


@pytest.mark.parametrize("ill", [ILL, {"temp_c": 36.8, "hours_since_fever": 10}])
@pytest.mark.parametrize("days", [4, 5, 6])
def test_a_fever_brings_two_days_of_rest_an_easy_week_and_no_kilometre_more(ill: dict[str, Any], days: int) -> None:
    """Seen: 3 x 5 min at threshold and strength work on the day after 38.6 degrees, in runs longer than before."""
    plan, healthy = built(**ill, training_days_per_week=days), built(training_days_per_week=days)
    first = [at for at in placed(plan) if at.week.index == 1]
    assert {at.day.weekday for at in first}.isdisjoint({"mon", "tue"})
    assert {at.session.purpose for at in first} <= {"easy", "long"}
    assert {at.session.zone for at in first} == {"E"}
    assert all(now <= before for now, before in zip(km_by_day(plan), km_by_day(healthy), strict=True))
    assert any("a full day without fever" in note for note in plan.note_texts)
    assert offered(plan) == offered(healthy)


def test_no_strength_is_missed_in_the_week_of_an_illness() -> None:
    """Seen: "ten minutes at home on other days helps too", to somebody with a fever. The weeks after it keep theirs."""
    plan, safety = built(**ILL), evaluate({**RUNNER, **ILL})
    assert not any("Strength fits only" in note for note in plan.note_texts)
    without = with_sessions(plan, lambda old: None if old.type == "strength" else old)
    found = validate_plan(without, {**RUNNER, **ILL}, GOAL, safety, as_of=TODAY).findings
    assert [each.week for each in found if each.rule == "session_strength"] == [2, 3, 4]


def test_a_day_that_nothing_was_withheld_from_is_no_training_day() -> None:
    """Seen: "the plan trains on 4" where no week had more than 3, since two days of rest counted as used."""
    little = {"current_weekly_volume_km": 18, "longest_run_last_30d_km": 6, "weeks_available": 8}
    for days in (4, 6):
        ill, healthy = (built(**little, **fever, training_days_per_week=days) for fever in (ILL, {}))
        assert offered(ill) == offered(healthy) != []


def test_a_race_within_a_week_of_a_fever_is_easy_and_a_later_one_is_raced() -> None:
    for weeks, effort in ((1, 5), (6, 9)):
        assert placed(built(**ILL, weeks_available=weeks))[-1].session.rpe == effort


def test_another_day_withheld_is_not_made_up_either() -> None:
    """Heat on one day: the block stays as it is, without that day's session."""
    hot = {"expected_wbgt_c": 33, "heat_acclimatised": False}
    profile = {**RUNNER, **hot}
    assert "no_session_today" in evaluate(profile).contraindications
    monday, *others = zip(km_by_day(built(**hot)), km_by_day(built()), strict=True)
    assert monday[0] == 0 < monday[1]
    assert all(now == before for now, before in others)


@pytest.mark.parametrize("days", [0, 1])
def test_a_race_on_a_day_of_rest_is_left_out_and_a_plan_without_it_is_offered(days: int) -> None:
    profile = {**RUNNER, **ILL}
    with pytest.raises(CannotPlan, match="just been ill") as refused:
        build_plan(profile, (GOAL,), evaluate(profile), today=TODAY, race_date=TODAY + dt.timedelta(days))
    assert refused.value.nearest is not None
    assert refused.value.nearest.race_date is None
