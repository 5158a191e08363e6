"""What the planner needs to know of a runner, with the careful default for everything that is unknown."""

import datetime as dt
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from coach.life_stages import FirstWeeks, stage_of
from coach.plan import caps
from coach.plan.profile_values import NOVICE_YEARS, bmi, number
from coach.plan.zones import Paces, paces_of
from coach.profile.profile import Profile
from coach.profile.race_events import distance_km
from coach.records.block import Weekday
from coach.records.goal import Goal
from coach.records.safety import SafetyResult
from coach.schemas import table

WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

DEFAULT_DAYS, DEFAULT_WEEKS = 3, 12
"""Training days and block length where the profile has none: few days, a usual block."""
ASSUMED_LONGEST_SHARE = 0.30
"""The longest recent run as a share of weekly volume, where only the volume is known."""
LEAST_MINUTES = 20.0
"""A day with less time than this is no training day."""
ADULT, OLDER, OLD = 18, 50, 60
NO_STAGE = FirstWeeks()
NOVICE_BMI = 30.0
HALF_KM = 21.0975
NO_MAIN_STRENGTH = frozenset({"no_heavy_isometric", "no_heavy_spinal_loading"})
MOST_HARD = 2
MORE_KM, LATER_KM, LATER_KM_LONG, LONG_RACE_KM = 12.0, 0.5, 1.5, 15.0
"""What a usual block may add to the week beside a third of it, and each further week of a longer one, more of it for a
race from 15 km on (house)."""
RECOVERY_DAYS = 7
"""Easy days from the day an illness is told (house): one for each sick day, and nobody asks how many there were."""
GROWING = 0.45
"""Weeks that add distance, as a share of a block."""


class Swap(NamedTuple):
    """Two weekdays (0 is Monday) that change places, in the week with this number or in all of them."""

    first: int
    second: int
    week: int | None = None


@dataclass(frozen=True, slots=True)
class PlanningAthlete:
    """`longest_km` 0 means starting from nothing; `race_date` None means a block without a race.

    `volume_factor` scales the volume of the whole block; `swaps` exchange weekdays, in turn; `long_day`:
    the weekday that the long run was asked for; `promises` are what safety hints told the athlete, and the wish for no
    hard session; `kind`: the id of the goal in `schemas.yaml`; `equipment`: are there weights or a gym?
    """

    start: dt.date
    today: dt.date
    weeks: int
    race_date: dt.date | None
    race_km: float | None
    focus_km: float | None
    days: int
    weekdays: tuple[Weekday, ...]
    minutes: Mapping[str, float]
    current_km: float
    longest_km: float
    most_km: float
    paces: Paces
    age: float | None
    novice: bool
    heavy: bool
    hard_cap: int
    cutback_every: int
    contraindications: frozenset[str]
    volume_factor: float = 1.0
    swaps: tuple[Swap, ...] = ()
    long_day: int | None = None
    promises: frozenset[str] = frozenset()
    kind: str = ""
    first_weeks: FirstWeeks = NO_STAGE
    equipment: bool | None = None

    def racing_on(self, day: dt.date) -> "PlanningAthlete":
        """The same runner with the race on `day`."""
        return replace(self, race_date=day, weeks=_weeks_to(day, self.start))

    def has(self, contraindication: str) -> bool:
        return contraindication in self.contraindications

    @property
    def every_other_day(self) -> bool:
        """Is there a day without running between any two runs?"""
        return caps.EVERY_OTHER_DAY in self.promises and not self.has("no_running")

    def growth(self, least: float, most: float) -> float:
        """The share by which a full week exceeds the one before it, so that volume grows until the last third."""
        growing = max(GROWING * self.weeks, 1.0)
        return min(max(math.log(max(self.most_km, 1.0) / max(self.current_km, 1.0)) / growing, least), most)

    @property
    def all_easy(self) -> bool:
        return bool(self.promises & {caps.ALL_EASY, caps.MAINTAIN})

    def rests_on(self, day: dt.date) -> bool:
        """Is the training of `day` withheld? After an illness that of tomorrow, too: a full day without fever."""
        days = 2 if caps.EASY_AFTER_ILLNESS in self.promises else 1 if self.has("no_session_today") else 0
        return 0 <= (day - self.today).days < days

    def recovers_on(self, day: dt.date) -> bool:
        """Is `day` so soon after an illness that only easy running is right?"""
        return caps.EASY_AFTER_ILLNESS in self.promises and (day - self.today).days < RECOVERY_DAYS

    @property
    def keeps_level(self) -> bool:
        """Is nothing to grow: no week, no run, no session?"""
        return caps.MAINTAIN in self.promises

    @property
    def for_strength(self) -> bool:
        """Is strength the goal, and is nothing that lifting asks for forbidden?"""
        return self.kind == "strength" and not self.contraindications & NO_MAIN_STRENGTH

    @property
    def for_weight(self) -> bool:
        return self.kind == "weight_loss"

    @property
    def week_minutes(self) -> float | None:
        """Minutes of sport in a week that age allows."""
        return 60 * self.age if self.age is not None and self.age < ADULT else None


def read_athlete(profile: Profile, goal: Goal, safety: SafetyResult, *, today: dt.date) -> PlanningAthlete:
    """The runner as the planner sees one: limits of age, time and contraindications already applied."""
    restrictions, age = frozenset(safety.contraindications), number(profile, "age_years")
    wished, promises = caps.hard_sessions_wished(profile), caps.promised(safety.fired)
    if caps.wants_no_running(goal) and "no_running" not in restrictions:
        promises, restrictions = promises | {caps.NO_RUNNING}, restrictions | {"no_running"}
    if not promises & {caps.ALL_EASY, caps.MAINTAIN} and (easy := _why_easy(profile, wished)):
        promises |= {easy}
    stage = stage_of(age)
    start = today + dt.timedelta(days=(-today.weekday()) % 7)
    focus = _focus_km(profile, goal, age)
    race_date = _race_date(profile, today) if focus and not restrictions & {"no_race_goal", "no_running"} else None
    weekdays, minutes = _weekdays(profile)
    weeks = _weeks(profile, start, race_date)
    current = number(profile, "current_weekly_volume_km") or 0.0
    return PlanningAthlete(
        start=start,
        today=today,
        weeks=weeks,
        race_date=race_date,
        race_km=focus if race_date else None,
        focus_km=focus,
        days=min(_days(profile, restrictions, age), len(weekdays)),
        weekdays=weekdays,
        minutes=minutes,
        current_km=current,
        longest_km=number(profile, "longest_run_last_30d_km") or ASSUMED_LONGEST_SHARE * current,
        most_km=min(
            _most_km(profile, restrictions, safety, focus, weeks), current if caps.MAINTAIN in promises else math.inf
        ),
        paces=_paces(profile, current, shown="no_race_goal" not in restrictions),
        age=age,
        novice=_is_novice(profile, current),
        heavy=(bmi(profile) or 0.0) > NOVICE_BMI,
        hard_cap=0
        if promises & {caps.ALL_EASY, caps.MAINTAIN, caps.EASY_UNTIL_CLEARED, caps.EASY_UNREVIEWED}
        else min(_hard_cap(profile, restrictions, age), MOST_HARD if wished is None else wished),
        cutback_every=3 if (age or 0) > OLDER or profile.get("bsi_status") not in {"none", None} else 4,
        contraindications=restrictions,
        promises=promises,
        kind=next(entry.id for entry in table() if entry.fits(goal)),
        first_weeks=stage.first_weeks if stage else NO_STAGE,
        equipment=bool(profile["strength_equipment"]) if "strength_equipment" in profile else None,
    )


def _why_easy(profile: Profile, wished: int | None) -> str | None:
    """The promise that says why nothing is hard, beside what the fired rules promise; None where something may be."""
    if caps.moderate_at_most(profile):
        return caps.EASY_UNTIL_CLEARED
    if wished == 0:
        return caps.NO_HARD
    return caps.EASY_UNREVIEWED if wished is None and caps.hard_needs_review(profile) else None


def _paces(profile: Profile, current: float, *, shown: bool) -> Paces:
    """By present fitness; not `shown` by effort alone, as a block without a clock is told."""
    paces = paces_of(number(profile, "recent_race_distance_km"), number(profile, "recent_race_time_s"), current)
    return paces if shown else replace(paces, vdot=None)


def _focus_km(profile: Profile, goal: Goal, age: float | None) -> float | None:
    wanted = number(profile, "race_distance_km") or distance_km(goal.event)
    cap = caps.race_km_cap(age) if age is not None else None
    if wanted and cap and wanted > cap:
        return 5.0 if cap < HALF_KM else HALF_KM
    return wanted


def _race_date(profile: Profile, today: dt.date) -> dt.date | None:
    weeks = number(profile, "weeks_available")
    return today + dt.timedelta(days=7 * int(weeks) - 1) if weeks is not None else None


def _weeks(profile: Profile, start: dt.date, race_date: dt.date | None) -> int:
    if race_date is not None:
        return _weeks_to(race_date, start)
    stated = number(profile, "weeks_available")
    return int(stated) if stated is not None else DEFAULT_WEEKS


def _weeks_to(race_date: dt.date, start: dt.date) -> int:
    return (race_date - start).days // 7 + 1


def _weekdays(profile: Profile) -> tuple[tuple[Weekday, ...], Mapping[str, float]]:
    listed, minutes = profile.get("available_days"), profile.get("available_minutes")
    limits = minutes if isinstance(minutes, dict) else {}
    free = listed if isinstance(listed, tuple | list) else WEEKDAYS
    days = tuple(day for day in WEEKDAYS if day in free and limits.get(day, LEAST_MINUTES) >= LEAST_MINUTES)
    return days, limits


def _days(profile: Profile, restrictions: frozenset[str], age: float | None) -> int:
    stated = number(profile, "training_days_per_week")
    two_rest = "two_rest_days_required" in restrictions or (age is not None and age < ADULT)
    return min(int(stated) if stated is not None else DEFAULT_DAYS, 5 if two_rest else 6)


def _most_km(
    profile: Profile, restrictions: frozenset[str], safety: SafetyResult, focus: float | None, weeks: int
) -> float:
    current, target = (number(profile, f"{when}_weekly_volume_km") or 0.0 for when in ("current", "target"))
    usual = next(km for below, km in _PEAK_WEEK if (focus or 0.0) < below)
    later = LATER_KM_LONG if (focus or 0.0) >= LONG_RACE_KM else LATER_KM
    more = MORE_KM + later * max(weeks - DEFAULT_WEEKS, 0)
    most = target or caps.unreviewed_km(profile, max(current, min(usual, 1.3 * current + more)))
    return min(most, caps.weekly_km_cap(safety.fired) - 1) if "cap_weekly_volume" in restrictions else most


_PEAK_WEEK = ((0.1, 40.0), (2.4, 55.0), (8.0, 60.0), (15.0, 70.0), (30.0, 80.0), (float("inf"), 95.0))
"""Weekly km to grow towards, by race distance: house numbers; the first row is for no race at all."""


def _is_novice(profile: Profile, current: float) -> bool:
    years = number(profile, "running_experience_years")
    return years < NOVICE_YEARS if years is not None else current == 0


def _hard_cap(profile: Profile, restrictions: frozenset[str], age: float | None) -> int:
    if restrictions & {"no_high_intensity", "walk_run_only", "no_running"}:
        return 0
    restricted = "cap_hard_sessions_1" in restrictions or (age is not None and age > OLD)
    stage = stage_of(age)
    return 1 if restricted or _is_novice(profile, 1.0) else stage.first_weeks.most_hard if stage else MOST_HARD
