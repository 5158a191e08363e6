"""The room that one week has: how far, how long a run, walking or running. Places no session."""

import datetime as dt
import math
from dataclasses import dataclass
from functools import cached_property

from coach.plan import sessions as make
from coach.plan.athlete import LONG_RACE_KM, WEEKDAYS, PlanningAthlete
from coach.plan.ledger import PlanLedger
from coach.plan.outline import Slot
from coach.plan.placement import Pattern
from coach.plan.zones import ULTRA_KM

LONG_MINUTES, LONG_MINUTES_MARATHON = 145.0, 175.0
LONG_KM = ((2.4, 14.0), (8.0, 18.0), (15.0, 16.0), (30.0, 21.0), (math.inf, 32.0))
FREE_LONG_KM = 16.0
TAPER_LONG_SHARE, CUTBACK_LONG_SHARE, CUTBACK_LONG_FROM_KM = 0.7, 0.85, 5.0
SHARE, SHARE_RUNS, WALK_SHARE_RUNS, HIGH_KM, HIGH_SHARE = 0.295, 1.22, 1.15, 64.0, 0.245
FEW_RUNS = 1.35
SHARE_OF_LONG_RACES = ((30.0, 0.36, 0.32), (math.inf, 0.42, 0.4))
"""Half marathon and marathon plans give the long run more of the week, and say so."""
PEAK_FROM_KM = 20.0
"""A smaller week is not cut for the peak of a shorter race."""
WALK_RUN_BELOW_KM, NOVICE_WEEKS, NOVICE_HEAVY_KM = 10.0, 4, 3.0
STRETCH_GROWTH = 2.5
"""Running at a stretch grows by no more than this from week to week: the step of NHS Couch to 5K, from 8 to 20 min."""
RUNS_ALREADY_KM = 20.0
"""Who runs this much a week without walking, however new to it, is not sent back to walking (house)."""


@dataclass(frozen=True)
class Frame:
    """Everything that building one week reads. Without slots, so that its limits are reckoned once."""

    athlete: PlanningAthlete
    slot: Slot
    pattern: Pattern
    ledger: PlanLedger
    defaults: make.SessionDefaults

    @property
    def for_ultra(self) -> bool:
        return (self.athlete.focus_km or 0.0) >= ULTRA_KM

    @cached_property
    def wanted_km(self) -> float:
        return wanted_km(self)

    def date(self, day: int) -> dt.date:
        return self.slot.start + dt.timedelta(days=day)

    @cached_property
    def longest_km(self) -> float:
        """The longest run that the weeks before, the clock and the race allow."""
        focus = self.athlete.focus_km
        minutes = LONG_MINUTES_MARATHON if (focus or 0) > 42 else LONG_MINUTES  # noqa: PLR2004 (marathon, in km)
        by_race = next(km for below, km in LONG_KM if focus < below) if focus else FREE_LONG_KM
        by_race = max(by_race, self.athlete.longest_km)  # who runs further already is not sent back
        by_time = minutes * 60 / self.defaults.paces.easy_s_per_km * (0.85 if self.walks else 1.0)
        allowed = min(self.ledger.longest_allowed(self.date(0), self.date(6)), by_race, by_time)
        if self.athlete.all_easy and self.athlete.longest_km:
            allowed = min(allowed, self.athlete.longest_km)  # what is sore gets no new distance
        if self.slot.is_cutback and not self.walks:
            recent = self.ledger.recent_longest_km()
            allowed = min(allowed, CUTBACK_LONG_SHARE * recent) if recent >= CUTBACK_LONG_FROM_KM else allowed
        if self.slot.taper_share is not None:
            allowed = min(allowed, TAPER_LONG_SHARE * max((km for _, km in self.ledger.runs), default=allowed))
        return allowed

    def day_km(self, day: int) -> float:
        """The longest run without walking that fits the time on this weekday."""
        minutes = self.athlete.minutes.get(WEEKDAYS[day])
        if minutes is None:
            return math.inf
        return max(minutes, 1.0) * 60 / self.defaults.paces.easy_s_per_km

    @cached_property
    def walks(self) -> bool:
        """Is every run of this week walk-run?"""
        athlete = self.athlete
        if athlete.has("walk_run_only"):
            return True
        if athlete.novice and self.slot.index <= NOVICE_WEEKS and athlete.current_km < RUNS_ALREADY_KM:
            return True
        return self._is_small or self.outgrows_walks

    @property
    def _is_small(self) -> bool:
        return max(self.athlete.current_km, self.ledger.reference_km()) < WALK_RUN_BELOW_KM

    @cached_property
    def outgrows_walks(self) -> bool:
        """Is the week large enough to run through, and running at a stretch still too short for its longest run?"""
        longest_min = self.ledger.recent_longest_km() * self.defaults.paces.easy_s_per_km / 60
        return not self._is_small and 0 < STRETCH_GROWTH * self.ledger.stretch_min < longest_min


def wanted_km(frame: Frame) -> float:
    """The week's training volume before the sessions are cut to it."""
    athlete, slot, ledger = frame.athlete, frame.slot, frame.ledger
    km = ledger.next_km()
    if slot.taper_share is not None:
        km = slot.taper_share * ledger.usual_km()
    elif slot.is_cutback:
        km = ledger.cutback_km()
    elif slot.phase == "peak" and athlete.hard_cap and (athlete.focus_km or 0.0) < LONG_RACE_KM and km >= PEAK_FROM_KM:
        km = ledger.peak_km()
    if athlete.heavy and athlete.novice and slot.index == 1:
        km = min(km, NOVICE_HEAVY_KM)
    if athlete.has("cap_weekly_volume"):
        km = min(km, athlete.most_km)
    if athlete.week_minutes is not None:
        km = min(km, 0.8 * athlete.week_minutes * 60 / frame.defaults.paces.easy_s_per_km)
    runs = len(frame.pattern.runs)
    return min(km, HIGH_KM - 1) if runs <= 4 else km  # noqa: PLR2004 (at 64 km the share needs five runs)


def long_share(frame: Frame, week_km: float, runs: int) -> float:
    """The share of the week that one run may take."""
    high = week_km >= HIGH_KM
    usual = HIGH_SHARE if high else max(SHARE, (WALK_SHARE_RUNS if frame.walks else SHARE_RUNS) / max(runs, 1))
    focus = frame.athlete.focus_km or 0.0
    if focus < LONG_RACE_KM or frame.slot.taper_share is not None:
        return usual
    low_share, high_share = next(shares for below, *shares in SHARE_OF_LONG_RACES if focus < below)
    return max(usual, high_share if high else max(low_share, FEW_RUNS / max(runs, 1)))
