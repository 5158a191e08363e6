"""What every plan rule may read, worked out once. Knows no rule."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from coach.plan.profile_values import NOVICE_YEARS, number
from coach.plan.reading import (
    Placed,
    PlanReading,
    WeekReading,
    calls_itself_race,
    is_running,
    read_plan,
    with_other_races,
)
from coach.plan.zones import present_vdot
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.profile.target_time import target_seconds
from coach.records.base import Record
from coach.records.block import Km, TrainingBlock
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.vdot import plausible_gain_pct, race_time_s, required_gain_pct

REFERENCE_WEEKS = 4


class DatedGoal(Goal):
    """A goal with the day of its race, as `coach check-plan` takes it."""

    race_date: dt.date | None = None


class PastRun(Record):
    """A run before the block."""

    date: dt.date
    km: Km


@dataclass(frozen=True)
class PlanContext:
    """The plan and everything it is judged against. Profile values come back as numbers or not at all.

    Without slots, so that every quantity is worked out once.
    """

    plan: TrainingBlock
    profile: Profile
    goal: Goal
    safety: SafetyResult
    as_of: dt.date
    history: tuple[PastRun, ...]

    def has(self, contraindication: str) -> bool:
        return contraindication in self.safety.contraindications

    def number(self, field: str) -> float | None:
        return number(self.profile, field)

    @cached_property
    def reading(self) -> PlanReading:
        return read_plan(self.plan)

    @cached_property
    def weeks(self) -> tuple[WeekReading, ...]:
        """The race leaves no distance in them; any other race does."""
        return tuple([with_other_races(week, self.target_date) for week in self.reading.weeks])

    @cached_property
    def sessions(self) -> tuple[Placed, ...]:
        return self.reading.sessions

    @cached_property
    def runs(self) -> tuple[Placed, ...]:
        """Training runs; a race is none."""
        return self.reading.runs

    @cached_property
    def runs_that_load(self) -> tuple[Placed, ...]:
        """All running but the race itself."""
        sessions = [at for at in self.sessions if is_running(at.session)]
        return tuple([at for at in sessions if at.session.type != "race" or at.day.date != self.target_date])

    @cached_property
    def distances_known(self) -> bool:
        return all(at.km_is_known for at in self.sessions)

    @cached_property
    def age(self) -> float | None:
        return self.number("age_years")

    @cached_property
    def years_of_running(self) -> float | None:
        return self.number("running_experience_years")

    @cached_property
    def present_km(self) -> float | None:
        """Weekly km before the block."""
        return self.number("current_weekly_volume_km")

    @property
    def longest_race_km(self) -> float:
        """Of the race that the block names and all races in it."""
        raced = [at.session.km or 0.0 for at in self.sessions if calls_itself_race(at.session)]
        return max([self.plan.race_km or 0.0, *raced])

    @property
    def is_novice(self) -> bool:
        return self.years_of_running is not None and self.years_of_running < NOVICE_YEARS

    @property
    def available_days(self) -> tuple[str, ...] | None:
        value = self.profile.get("available_days")
        return tuple(value) if isinstance(value, tuple | list) else None

    @property
    def available_minutes(self) -> Mapping[str, float]:
        value = self.profile.get("available_minutes")
        return value if isinstance(value, dict) else {}

    @cached_property
    def target_date(self) -> dt.date | None:
        stated = self.goal.race_date if isinstance(self.goal, DatedGoal) else None
        return stated or self.plan.race_date

    @cached_property
    def target_km(self) -> float | None:
        return self.number("race_distance_km") or self.plan.race_km or distance_km(self.goal.event)

    @cached_property
    def vdot(self) -> float | None:
        return present_vdot(self.number("recent_race_distance_km"), self.number("recent_race_time_s"))

    def gain_pct(self, km: float, seconds: float) -> float | None:
        """How many per cent faster than present fitness `km` in `seconds` is; None where fitness is unknown."""
        return None if self.vdot is None else required_gain_pct(race_time_s(self.vdot, km * 1000), seconds)

    @cached_property
    def required_gain_pct(self) -> float | None:
        """What the goal time asks for; None without a goal time, its distance, or present fitness."""
        km = self.target_km
        seconds = self.number("goal_time_s") or target_seconds(self.goal.target, km)
        return self.gain_pct(km, seconds) if km and seconds else None

    @cached_property
    def plausible_gain_pct(self) -> float | None:
        weeks, years = self.number("weeks_available"), self.years_of_running
        if years is None:
            return None
        return plausible_gain_pct(weeks if weeks is not None else len(self.weeks), years)

    @cached_property
    def taper(self) -> tuple[WeekReading, ...]:
        """Weeks of phase taper or race; none without a race."""
        return tuple(week for week in self.weeks if week.phase in {"taper", "race"}) if self.target_date else ()

    @cached_property
    def before_taper(self) -> tuple[WeekReading, ...]:
        return tuple(week for week in self.weeks if not self.taper or week.index < self.taper[0].index)

    @cached_property
    def reference_km(self) -> tuple[float | None, ...]:
        """For each week the largest training km of the non-cutback weeks among the four before it.

        Present volume stands before the block; None where nothing is known.
        """
        found: list[float | None] = []
        for position in range(len(self.weeks)):
            recent = self.weeks[max(0, position - REFERENCE_WEEKS) : position]
            earlier = [week.training_km for week in recent if not week.is_cutback]
            if position < REFERENCE_WEEKS and self.present_km is not None:
                earlier.append(self.present_km)
            found.append(max(earlier, default=None))
        return tuple(found)
