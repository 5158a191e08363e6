"""What has been planned so far, and what the next week may therefore be. Knows no session and no words."""

import datetime as dt
from bisect import bisect_left
from dataclasses import dataclass, replace
from statistics import fmean

from coach.plan.athlete import PlanningAthlete

WEEKS_BACK, DAYS_BACK = 4, 30
GROWTH, LEAST_GROWTH, LEAST_STEP_KM = 0.07, 0.03, 1.5
REBOUND, REBOUND_KM = 1.25, 2.2
"""A week below present volume is followed by no more than this many times, or this much above, its distance."""
SMALL_WEEK_KM, SMALL_STEP_KM = 10.0, 2.2
CUTBACK, PEAK_KEPT = 0.76, 0.93
CALM_GROWTH, CALM_HARD = 1.03, 1.2
SPIKE, SHORT_RUN_KM, SHORT_STEP_KM = 1.10, 5.0, 1.0
FIRST_RUN_KM, FIRST_WEEK_KM = 0.95, 2.8


@dataclass(frozen=True, slots=True)
class PlannedWeek:
    """A planned week: its training km, whether it was a cutback, its hard minutes."""

    km: float
    is_cutback: bool
    hard_minutes: float


@dataclass(frozen=True, slots=True)
class PlanLedger:
    """Weeks and runs (date, km; by date) so far, and the day of the last hard session.

    `stretch_min`: the most minutes of running at a stretch, known once a week has been planned.
    """

    athlete: PlanningAthlete
    weeks: tuple[PlannedWeek, ...] = ()
    runs: tuple[tuple[dt.date, float], ...] = ()
    last_hard: dt.date | None = None
    last_intervals: dt.date | None = None
    stretch_min: float = 0.0

    def reference_km(self) -> float:
        """The largest non-cutback week of the last four; present volume stands before the block."""
        recent = [week.km for week in self.weeks[-WEEKS_BACK:] if not week.is_cutback]
        if len(self.weeks) < WEEKS_BACK:
            recent.append(self.athlete.current_km)
        return max(recent, default=0.0)

    def usual_km(self) -> float:
        """The mean of the last three full weeks."""
        full = [week.km for week in self.weeks if not week.is_cutback][-3:]
        return fmean(full) if full else self.athlete.current_km

    def next_km(self) -> float:
        """The next full week, a careful step up from the reference."""
        if not self.weeks:
            present = self.athlete.current_km or FIRST_WEEK_KM
            return self.athlete.volume_factor * min(present, max(self.athlete.most_km, FIRST_WEEK_KM))
        if self.athlete.volume_factor < 1:
            return self._kept_km()
        return self.grown_km()

    def _kept_km(self) -> float:
        """The next full week of a block with less distance: what it would have been, scaled."""
        full = replace(self, athlete=replace(self.athlete, volume_factor=1.0), weeks=self._unscaled())
        return self.athlete.volume_factor * full.grown_km()

    def _unscaled(self) -> "tuple[PlannedWeek, ...]":
        return tuple(replace(week, km=week.km / self.athlete.volume_factor) for week in self.weeks)

    def grown_km(self) -> float:
        """The next full week from the reference, whatever was asked to be kept of it."""
        reference = self.reference_km()
        least = SMALL_STEP_KM if reference < SMALL_WEEK_KM else LEAST_STEP_KM
        step = max(self.athlete.growth(LEAST_GROWTH, GROWTH) * reference, min(least, 0.6 * reference))
        planned = max([week.km for week in self.weeks if not week.is_cutback], default=reference)
        most = min(max(self.athlete.most_km, FIRST_WEEK_KM), max(REBOUND * planned, planned + REBOUND_KM))
        return min(reference + step, most)

    def cutback_km(self) -> float:
        return CUTBACK * self.weeks[-1].km if self.weeks else CUTBACK * self.athlete.current_km

    def peak_km(self) -> float:
        """A week of the peak of a shorter race: a little less distance than the largest of the weeks before."""
        return PEAK_KEPT * max((week.km for week in self.weeks), default=self.athlete.current_km)

    def recent_longest_km(self) -> float:
        """The longest run of the last two weeks; present longest before the block."""
        if not self.runs:
            return self.athlete.longest_km
        since = self.runs[-1][0] - dt.timedelta(days=14)
        return max(km for date, km in self.runs[-2 * 7 :] if date > since)

    def usual_hard_minutes(self) -> float | None:
        """The most hard minutes of the last four full weeks; None before the first week."""
        recent = self.weeks[-WEEKS_BACK:]
        full = [week.hard_minutes for week in recent if not week.is_cutback]
        return max(full or [week.hard_minutes for week in recent], default=None)

    def calmed(self, km: float, hard_minutes: float) -> float:
        """`km`, held back where the hard minutes already step up this week."""
        usual = self.usual_hard_minutes()
        if usual is None or hard_minutes <= CALM_HARD * usual:
            return km
        return min(km, CALM_GROWTH * self.reference_km())

    def longest_allowed(self, first: dt.date, last: dt.date) -> float:
        """The longest run anywhere in a week that is no jump from the month before it."""
        return min(self._allowed(first), self._allowed(last))

    def _allowed(self, date: dt.date) -> float:
        window = date - dt.timedelta(days=DAYS_BACK)
        known = [km for _, km in self.runs[bisect_left(self.runs, (window,)) : bisect_left(self.runs, (date,))]]
        if window < self.athlete.start:
            known.append(self.athlete.longest_km)
        longest = max(known, default=0.0)
        if not longest:
            return FIRST_RUN_KM
        short = min(longest + SHORT_STEP_KM, SPIKE * SHORT_RUN_KM)  # holds after any other run of the same week too
        allowed = SPIKE * longest if longest > SHORT_RUN_KM else max(SPIKE * longest, short)
        return int(allowed * 10 + 1e-6) / 10
