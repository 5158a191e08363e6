"""ANALYST and PLAN as the offline coach does them: the static schema, and the deterministic planner."""

import datetime as dt

from coach.plan.planner import CannotPlan, build_plan
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.schemas import schema_for
from evals.offline.said import Call, Said
from evals.offline.seen import Seen


def analyze(seen: Seen) -> Said:
    """Hand over the static schema for the goals."""
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    schema = schema_for(goals).model_dump(mode="json", exclude={"safety_flags"})
    return Said(calls=(Call("analyze_goal", schema),))


def plan(seen: Seen) -> Said:
    """Hand over the planner's plan; where none is possible, the nearest one, or an empty call that says so."""
    goals = tuple(Goal.model_validate(goal) for goal in seen.get("goals"))
    profile = {name: tuple(v) if isinstance(v, list) else v for name, v in seen.get("profile", {}).items()}
    safety = SafetyResult.model_validate(seen.get("safety"))
    today = dt.date.fromisoformat(seen.get("today"))
    try:
        block = build_plan(profile, goals, safety, today=today, request=seen.get("request"))
    except CannotPlan as problem:
        if problem.nearest is None:
            return Said(calls=(Call("generate_plan", {"cannot": str(problem)}),))
        block = problem.nearest
    previous = seen.get("previous_plan")
    version = previous["version"] + 1 if previous else 1
    return Said(calls=(Call("generate_plan", {"plan": {**block.model_dump(mode="json"), "version": version}}),))
