"""ANALYST and PLAN as the offline coach does them: the static schema, and the deterministic planner."""

import datetime as dt

from coach.plan.planner import CannotPlan, build_plan
from coach.records.block import TrainingBlock
from coach.records.change import PlanChange
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.schemas import schema_for
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from personas.acts import ChangeGoal, RequestChange


def analyze(seen: Seen) -> Said:
    """Hand over the static schema for the goals."""
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    schema = schema_for(goals).model_dump(mode="json", exclude={"safety_flags"}, exclude_defaults=True)
    return Said(calls=(Call("analyze_goal", schema),))


def plan(seen: Seen) -> Said:
    """Hand over the planner's plan; where that is impossible, why, with the nearest plan where there is one."""
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    profile = {name: tuple(v) if isinstance(v, list) else v for name, v in seen.get("profile", {}).items()}
    safety = SafetyResult.model_validate(seen.get("safety"))
    today = dt.date.fromisoformat(seen.get("today"))
    previous = seen.get("previous_plan")
    version = previous["version"] + 1 if previous else 1
    try:
        block = build_plan(profile, goals, safety, today=today, changes=_changes(seen))
    except CannotPlan as problem:
        if problem.nearest is None:
            return Said(calls=(Call("generate_plan", {"cannot": str(problem)}),))
        return _handed_over(problem.nearest, version, cannot=str(problem))
    return _handed_over(block, version)


def _handed_over(block: TrainingBlock, version: int, **more: str) -> Said:
    whole = {**block.model_dump(mode="json", exclude_defaults=True), "version": version}
    return Said(calls=(Call("generate_plan", {"plan": whole, **more}),))


def _changes(seen: Seen) -> tuple[PlanChange | None, ...]:
    """Every change that the athlete asked for since the goal was named, oldest first; the newest is the one to make."""
    asked: list[PlanChange | None] = []
    newest: list[PlanChange | None] = []
    for turn in seen.turns:
        if turn.role != "user" or not turn.texts:
            continue
        acts = turn.acts or ()
        if any(isinstance(act, ChangeGoal) and not act.keeps for act in acts):
            asked = []
        newest = [act.change for act in acts if isinstance(act, RequestChange)]
        asked += newest
    return tuple(asked if newest or not seen.get("change_asked") else [*asked, None])
