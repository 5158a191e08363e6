"""What every plan rule may read, gathered once. Knows no rule."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from coach.plan.reading import training_km
from coach.plan.zones import present_vdot
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.base import Record
from coach.records.block import TrainingBlock, Week
from coach.records.goal import Goal
from coach.records.safety import SafetyResult


class DatedGoal(Goal):
    """A goal with the day of its race, as `coach check-plan` takes it."""

    race_date: dt.date | None = None


class Run(Record):
    """A run before the block."""

    date: dt.date
    km: float


@dataclass(frozen=True, slots=True)
class Context:
    """The plan and everything it is judged against. Profile values come back as numbers or not at all."""

    plan: TrainingBlock
    profile: Profile
    goal: Goal
    safety: SafetyResult
    as_of: dt.date
    history: tuple[Run, ...]

    def has(self, contraindication: str) -> bool:
        return contraindication in self.safety.contraindications

    def number(self, field: str) -> float | None:
        value = self.profile.get(field)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def words(self, field: str) -> tuple[str, ...] | None:
        value = self.profile.get(field)
        return tuple(value) if isinstance(value, tuple | list) else None

    @property
    def age(self) -> float | None:
        return self.number("age_years")

    @property
    def is_novice(self) -> bool:
        years = self.number("running_experience_years")
        return years is not None and years < 0.5  # noqa: PLR2004 (half a year, as the rule data has it)

    @property
    def available_minutes(self) -> Mapping[str, float]:
        value = self.profile.get("available_minutes")
        return value if isinstance(value, dict) else {}

    @property
    def target_date(self) -> dt.date | None:
        stated = self.goal.race_date if isinstance(self.goal, DatedGoal) else None
        return stated or self.plan.race_date

    @property
    def target_km(self) -> float | None:
        return self.number("race_distance_km") or self.plan.race_km or self.event_km

    @property
    def event_km(self) -> float | None:
        return distance_km(self.goal.event)

    @property
    def goal_time_s(self) -> float | None:
        return self.number("goal_time_s") or target_seconds(self.goal.target, self.target_km)

    @property
    def vdot(self) -> float | None:
        return present_vdot(self.number("recent_race_distance_km"), self.number("recent_race_time_s"))

    @property
    def taper(self) -> tuple[Week, ...]:
        """Weeks of phase taper or race; none without a race."""
        if self.target_date is None:
            return ()
        return tuple(week for week in self.plan.weeks if week.phase in {"taper", "race"})

    @property
    def before_taper(self) -> tuple[Week, ...]:
        first = self.taper[0].index if self.taper else None
        return tuple(week for week in self.plan.weeks if first is None or week.index < first)


def reference_km(context: Context, position: int) -> float | None:
    """The largest non-cutback week of the four before `position` (0-based); before the block: present volume."""
    weeks = context.plan.weeks
    earlier = [training_km(week) for week in weeks[max(0, position - 4) : position] if not week.is_cutback]
    present = context.number("current_weekly_volume_km")
    if position < 4 and present is not None:  # noqa: PLR2004 (four weeks, as in the rule)
        earlier.append(present)
    return max(earlier, default=None)
