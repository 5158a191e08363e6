"""No hard session where the athlete wants none, and nothing that grows in pregnancy."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.planner import build_plan
from coach.plan.reading import placed, read_plan
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.rules import healthy_profile

TODAY = dt.date(2026, 1, 5)
WISH = "No hard sessions, as you asked"


@pytest.mark.parametrize(
    "wish", [{"hard_sessions_requested_per_week": 0, "desired_intensity": "moderate"}, {"desired_intensity": "light"}]
)
def test_a_wish_for_no_hard_session_is_kept_and_said(runner: Any, wish: dict[str, Any]) -> None:
    """Seen: tempo or fast sessions in 10 of 12 weeks, as for "moderate, one hard session"."""
    case = runner.case(**wish)
    runs = read_plan(case.plan).runs
    assert {zone for at in runs for zone in at.zones} == {"E"}
    assert not any(at.session.tags for at in runs)
    assert [note for note in case.plan.note_texts if WISH in note]
    assert case.judged().valid


@pytest.mark.parametrize(("wished", "most"), [(1, 1), (2, 2), (5, 2), (None, 2)])
def test_the_number_of_hard_sessions_wished_is_an_upper_limit(runner: Any, wished: int | None, most: int) -> None:
    plan = runner.case(hard_sessions_requested_per_week=wished, desired_intensity="vigorous").plan
    assert max(len(week.hard) for week in read_plan(plan).weeks) == most
    assert not any(WISH in note for note in plan.note_texts)


CARDIAC = {"known_conditions": ("cardiomyopathy",), "desired_intensity": "moderate"}


@pytest.mark.parametrize(
    ("more", "easy"),
    [
        ({"hard_sessions_requested_per_week": 2}, True),
        ({}, True),
        ({"clearances": ("obstetric",)}, True),
        ({"clearances": ("medical",)}, False),
        ({"known_conditions": ("asthma",)}, False),
        ({"known_conditions": ()}, False),
    ],
)
def test_with_a_known_heart_condition_nothing_is_hard_before_a_clearance(
    runner: Any, more: dict[str, Any], *, easy: bool
) -> None:
    """acsm_2015: moderate may go on, vigorous needs a clearance of the last 12 months."""
    case = runner.case(**{**CARDIAC, **more})
    assert case.judged().valid
    assert (not any(week.hard for week in read_plan(case.plan).weeks)) == easy
    assert any("because of the condition" in note for note in case.plan.note_texts) == easy
    hard = runner.case(known_conditions=(), desired_intensity="moderate")
    assert (hard.knowing(**{**CARDIAC, **more}).severity_of("load_hard_count") == "error") == easy


PREGNANT: dict[str, Any] = {
    **healthy_profile(), "age_years": 31, "sex": "female", "pregnant": True, "pregnancy_contraindications": (),
    "current_weekly_volume_km": 32, "target_weekly_volume_km": 45, "longest_run_last_30d_km": 10,
    "training_days_per_week": 4, "weeks_available": 12, "race_distance_km": None, "running_experience_years": 5,
    "desired_intensity": "vigorous", "hard_sessions_requested_per_week": 2, "clearances": ("obstetric",),
}  # fmt: skip


def _plan(profile: dict[str, Any], safety: SafetyResult | None = None) -> Any:
    goal = Goal(text="keep running", type="fitness")
    return build_plan(profile, (goal,), safety or evaluate(profile, frozenset()), today=TODAY)


@pytest.mark.parametrize("sleep", [8, 5])
@pytest.mark.parametrize("active", [True, False])
def test_in_pregnancy_nothing_grows_and_nothing_is_hard(*, sleep: float, active: bool) -> None:
    """Seen: 31 to 40 km up to the 38th week, under "we keep what your body is used to"; intervals and hills."""
    plan = _plan({**PREGNANT, "sleep_hours_avg": sleep, "regular_exercise_3m": active})
    runs = read_plan(plan).runs
    assert max(week.km for week in plan.weeks) <= 32
    assert max(at.session.km or 0.0 for at in runs) <= 10
    assert {zone for at in runs for zone in at.zones} == {"E"}
    told = " ".join((*plan.note_texts, *(week.focus for week in plan.weeks)))
    assert "Nothing grows in this block and nothing is hard" in told
    for untrue in ("grows in small steps", "in small steps", "only ever grows", "goal is better taken in stages", WISH):
        assert untrue not in told


def test_in_pregnancy_there_is_no_pace_to_run() -> None:
    """Seen: 5:51-6:59 per km in every run, under "no clock in it" and "the watch gets a holiday"."""
    plan = _plan({**PREGNANT, "recent_race_distance_km": 10, "recent_race_time_s": 3000})
    assert not any(at.session.pace_s_per_km or any(s.pace_s_per_km for s in at.session.steps) for at in placed(plan))
    assert "per km" not in " ".join((*plan.note_texts, *(at.session.text for at in placed(plan))))
    assert "Paces are left open: go by effort." in plan.note_texts


def test_in_pregnancy_movement_instead_of_running_does_not_grow_either() -> None:
    safety = evaluate(PREGNANT, frozenset())
    every = tuple(sorted({*safety.contraindications, "no_running"}))
    plan = _plan(PREGNANT, safety.model_copy(update={"contraindications": every}))
    full = [week.minutes for week in plan.weeks if not week.is_cutback]
    assert max(full) == full[0]
