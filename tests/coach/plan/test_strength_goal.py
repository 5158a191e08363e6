"""Who wants to get stronger gets strength work that fits the equipment, and no run where the goal says so."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.planner import build_plan
from coach.plan.reading import is_running, placed
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

NO_RUNNING = "I want to get stronger with weights, no running please"
PROFILE: dict[str, Any] = {
    "age_years": 31, "training_days_per_week": 3, "current_weekly_volume_km": 0, "longest_run_last_30d_km": 0,
    "weeks_available": 12, "running_experience_years": 0,
}  # fmt: skip


def plan_for(text: str, **profile: Any) -> TrainingBlock:
    goal = Goal(text=text, type="fitness", sport="strength")
    return build_plan({**PROFILE, **profile}, (goal,), SafetyResult(status="approved"), today=dt.date(2026, 1, 5))


def strength_texts(plan: TrainingBlock) -> str:
    return " ".join(dict.fromkeys(at.session.text for at in placed(plan) if at.session.type == "strength"))


@pytest.mark.parametrize("text", [NO_RUNNING, "Get stronger without running", "Lift more. I don't want to run."])
def test_a_goal_without_running_gets_none(text: str) -> None:
    plan = plan_for(text)
    assert not any(is_running(at.session) for at in placed(plan))
    assert {sum(s.type == "strength" for day in week.days for s in day.sessions) for week in plan.weeks} == {2, 3}
    assert [week.minutes for week in plan.weeks if week.is_cutback] == [140, 140, 140]
    assert "No running in this plan, as you asked" in plan.note_texts[0]


@pytest.mark.parametrize("text", ["Get stronger for my running", "Get stronger; I'm not running much now"])
def test_other_words_about_running_leave_it_in(text: str) -> None:
    assert any(is_running(at.session) for at in placed(plan_for(text)))


def test_a_race_is_run_whatever_else_the_words_say() -> None:
    goal = Goal(text="A 5K, with no running on Mondays", event="5k")
    plan = build_plan(PROFILE, (goal,), SafetyResult(status="approved"), today=dt.date(2026, 1, 5))
    assert any(is_running(at.session) for at in placed(plan))


@pytest.mark.parametrize("known", [{}, {"strength_equipment": False}, {"strength_equipment": None}])
def test_without_weights_there_are_none_in_the_plan(known: dict[str, Any]) -> None:
    plan = plan_for("Get stronger", **known)
    assert "body weight" in strength_texts(plan)
    assert not {"weights", "dumbbell"} & set(strength_texts(plan).split())
    assert any("no weights or gym" in note for note in plan.note_texts)


def test_weights_are_used_where_there_are_some() -> None:
    plan = plan_for("Get stronger", strength_equipment=True)
    assert "with weights you could lift five times more" in strength_texts(plan)
    assert not any("no weights or gym" in note for note in plan.note_texts)


def test_a_runner_without_equipment_is_given_no_bands() -> None:
    assert "band rows" in strength_texts(plan_for("Be fitter"))
    assert "band" not in strength_texts(plan_for("Be fitter", strength_equipment=False))
