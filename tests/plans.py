"""Plans for what a persona's file says, for a runner of the tests, and the same plans with something changed."""

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from coach.plan.planner import build_plan
from coach.plan.validation import DatedGoal, PastRun, PlanJudgement, validate_plan
from coach.profile.profile import Profile
from coach.records.block import TrainingBlock, TrainingSession
from coach.records.change import PlanChange
from coach.records.safety import SafetyResult
from evals.checks.plan_validity import labelled_safety
from personas.load import load
from personas.persona import TODAY, Persona

HEALTHY = load("healthy_10k")
MONDAY = dt.date(2026, 1, 5)
RUNNER: Profile = {
    "age_years": 34, "height_cm": 172, "weight_kg": 64, "training_days_per_week": 5, "current_weekly_volume_km": 42,
    "longest_run_last_30d_km": 13, "weeks_available": 12, "race_distance_km": 10.0, "running_experience_years": 4,
    "recent_race_distance_km": 5.0, "recent_race_time_s": 1320.0,
}  # fmt: skip


def planned(persona: Persona = HEALTHY, today: dt.date = TODAY) -> TrainingBlock:
    return build_plan(persona.truth, persona.goals, labelled_safety(persona), today=today)


def first_session(plan: TrainingBlock) -> TrainingSession:
    return next(session for day in plan.weeks[0].days for session in day.sessions)


def with_sessions(plan: TrainingBlock, change: Callable[[TrainingSession], TrainingSession | None]) -> TrainingBlock:
    """The plan with each session changed, or left out where `change` returns None, and the minutes of its weeks."""
    weeks = []
    for week in plan.weeks:
        changed = [tuple(new for old in day.sessions if (new := change(old))) for day in week.days]
        days = tuple(day.model_copy(update={"sessions": new}) for day, new in zip(week.days, changed, strict=True))
        minutes = sum(session.duration_min for sessions in changed for session in sessions)
        weeks.append(week.model_copy(update={"days": days, "minutes": minutes}))
    return plan.model_copy(update={"weeks": tuple(weeks)})


@dataclass(frozen=True, slots=True)
class Case:
    """A plan with everything it is judged against."""

    plan: TrainingBlock
    profile: Profile
    goal: DatedGoal
    safety: SafetyResult
    as_of: dt.date | None = None
    history: tuple[PastRun, ...] = ()

    def judged(self) -> PlanJudgement:
        return validate_plan(self.plan, self.profile, self.goal, self.safety, as_of=self.as_of, history=self.history)

    def severity_of(self, rule: str) -> str | None:
        """The worst severity that the rule found, None where it found nothing."""
        found = {finding.severity for finding in self.judged().findings if finding.rule == rule}
        return "error" if "error" in found else "warn" if found else None

    def knowing(self, **profile: Any) -> "Case":
        return replace(self, profile={**self.profile, **profile})

    def under(self, *contraindications: str, **safety: Any) -> "Case":
        """The same plan, judged under contraindications."""
        result = {"status": "approved_with_warnings", "contraindications": contraindications, **safety}
        return replace(self, safety=SafetyResult.model_validate(result))

    def edited(self, edit: Callable[[dict[str, Any]], object]) -> "Case":
        """The plan after `edit` changed it in place as plain data."""
        data = self.plan.model_dump(mode="json")
        edit(data)
        return replace(self, plan=TrainingBlock.model_validate_json(json.dumps(data)))


@dataclass(frozen=True, slots=True)
class Runner:
    """Builds cases: a healthy 10K runner of 34 unless a value is changed."""

    contraindications: tuple[str, ...] = ()

    def case(self, *changes: PlanChange | None, **profile: Any) -> Case:
        """The planner's own plan for this runner after these wishes, with these profile values changed."""
        known = {**RUNNER, **profile}
        status = "approved_with_warnings" if self.contraindications else "approved"
        safety = SafetyResult(status=status, contraindications=self.contraindications)
        goal = DatedGoal(text="I want to run a good 10K", event="10k")
        return Case(build_plan(known, (goal,), safety, today=MONDAY, changes=changes), known, goal, safety)
