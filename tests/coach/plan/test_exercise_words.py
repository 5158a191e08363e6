"""An exercise that only the words of a session name is as forbidden as a tagged one."""

import datetime as dt
from typing import Any

import pytest

from coach.plan.exercise_words import named_in
from coach.plan.planner import build_plan
from coach.plan.validation import validate_plan
from coach.records.block import Purpose, TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult

PROFILE: dict[str, Any] = {
    "age_years": 58, "training_days_per_week": 4, "current_weekly_volume_km": 25, "longest_run_last_30d_km": 10,
    "weeks_available": 10, "running_experience_years": 4,
}  # fmt: skip
GOAL, TODAY = Goal(text="Run regularly"), dt.date(2026, 1, 5)


def with_words(plan: TrainingBlock, purpose: Purpose, text: str) -> TrainingBlock:
    """`plan` with `text` as the words of its first session of that purpose."""
    for week in plan.weeks:
        for day in week.days:
            for session in day.sessions:
                if session.purpose == purpose:
                    dump = plan.model_dump(mode="json")
                    place = day.sessions.index(session)
                    days = dump["weeks"][week.index - 1]["days"]
                    days[week.days.index(day)]["sessions"][place]["text"] = text
                    return TrainingBlock.model_validate(dump)
    raise AssertionError(purpose)


@pytest.mark.parametrize(
    ("forbidden", "purpose", "words"),
    [
        ("no_loaded_spinal_flexion", "strength", "Three rounds: weighted sit-ups, Russian twists, toe touches."),
        ("no_plyometrics", "strength", "Box jumps 5 x 10, bounding and drop jumps."),
        ("no_heavy_spinal_loading", "strength", "Then heavy deadlifts."),
        ("no_supine_exercise", "strength", "Two rounds of dead bugs and glute bridges."),
        ("no_high_intensity", "easy", "6 x 800 m all out, breathing as hard as you can. Rest 1 min between."),
        ("no_hills_or_sprints", "easy", "Easy, up the steepest hill you find."),
        ("walk_run_only", "walk_run", "Run 5 km without a break."),
    ],
)
def test_forbidden_words_make_a_plan_invalid(forbidden: str, purpose: Purpose, words: str) -> None:
    safety = SafetyResult(status="approved_with_warnings", contraindications=(forbidden,))
    plan = build_plan(PROFILE, (GOAL,), safety, today=TODAY)
    assert validate_plan(plan, PROFILE, GOAL, safety, as_of=TODAY).valid
    judged = validate_plan(with_words(plan, purpose, words), PROFILE, GOAL, safety, as_of=TODAY)
    assert {found.rule for found in judged.findings if found.severity == "error"} == {"safety_contraindications"}


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Situps and v ups", {"spinal_flexion", "supine"}),
        ("No jumps today, stay on the ground", set()),
        ("Step-ups instead of box jumps", set()),
        ("Skip the sprints if you are tired", set()),
        ("Squats to a chair, step-ups, calf raises, band rows, single-leg balance", set()),
        ("You are bound to feel it. Keep your stride short.", set()),
        ("Not all out", set()),
        ("Finish with 4 strides", {"stride"}),
    ],
)
def test_what_a_clause_leaves_out_is_not_asked_for(words: str, names: set[str]) -> None:
    assert named_in(words) == names
