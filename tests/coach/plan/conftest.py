"""A valid plan and ways to break it, shared by the tests of the plan rules."""

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from coach.plan.planner import build_plan
from coach.plan.validation import DatedGoal, PastRun, PlanJudgement, validate_plan
from coach.profile.profile import Profile
from coach.records.block import TrainingBlock
from coach.records.safety import SafetyResult

TODAY = dt.date(2026, 1, 5)


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
    """Builds cases: a healthy 10K runner of 35 unless a value is changed."""

    profile: Profile = field(
        default_factory=lambda: {
            "age_years": 34,
            "height_cm": 172,
            "weight_kg": 64,
            "training_days_per_week": 5,
            "current_weekly_volume_km": 42,
            "longest_run_last_30d_km": 13,
            "weeks_available": 12,
            "race_distance_km": 10.0,
            "running_experience_years": 4,
            "recent_race_distance_km": 5.0,
            "recent_race_time_s": 1320.0,
        }
    )
    contraindications: tuple[str, ...] = ()

    def case(self, **profile: Any) -> Case:
        """The planner's own plan for this runner, with these profile values changed."""
        known = {**self.profile, **profile}
        status = "approved_with_warnings" if self.contraindications else "approved"
        safety = SafetyResult(status=status, contraindications=self.contraindications)
        goal = DatedGoal(text="I want to run a good 10K", event="10k")
        return Case(build_plan(known, (goal,), safety, today=TODAY), known, goal, safety)


@pytest.fixture
def runner() -> Runner:
    return Runner()


@pytest.fixture
def case(runner: Runner) -> Case:
    return runner.case()


@pytest.fixture
def restricted() -> Callable[..., Case]:
    """A case planned under contraindications."""
    return lambda *names, **profile: Runner(contraindications=tuple(sorted(names))).case(**profile)
