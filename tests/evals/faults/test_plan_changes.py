"""A plan that was altered still adds up, so that nothing is wrong with it but the fault."""

import datetime as dt

from coach.plan.planner import build_plan
from coach.records.block import TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from evals.faults.plan import dated, scaled, with_sessions, with_weeks
from personas.load import load

PERSONA = load("healthy_10k")
PLAN = build_plan(
    PERSONA.truth,
    tuple(Goal.model_validate(goal) for goal in PERSONA.goals),
    SafetyResult(status="approved"),
    today=dt.date(2026, 1, 5),
).model_dump(mode="json")


def test_a_plan_that_loses_a_week_is_numbered_anew() -> None:
    shorter = with_weeks(PLAN, lambda weeks: weeks[:3] + weeks[4:])
    assert [week["index"] for week in shorter["weeks"]] == list(range(1, len(PLAN["weeks"])))
    TrainingBlock.model_validate(shorter)


def test_the_sums_of_a_week_follow_its_sessions() -> None:
    longer = with_sessions(PLAN, lambda session: scaled(session, 2))
    first, was = longer["weeks"][0], PLAN["weeks"][0]
    assert abs(first["km"] - 2 * was["km"]) < 0.2
    TrainingBlock.model_validate(longer)


def test_a_week_moves_with_all_its_days() -> None:
    moved = dated(PLAN["weeks"][0], "2026-02-02")
    assert [day["date"] for day in moved["days"]] == [f"2026-02-{day:02d}" for day in range(2, 9)]
