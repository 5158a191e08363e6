"""Rules about the way into the race: taper, last and longest long run, marathon volume."""

import datetime as dt
from collections.abc import Iterator
from statistics import fmean
from typing import NamedTuple

from coach.plan.reading import QUALITY, Placed, minutes_in, placed, running_km, runs_of, training_km
from coach.plan.validation.context import Context
from coach.plan.validation.load import LONG_MINUTES, LONG_MINUTES_MARATHON
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD
from coach.records.block import Week

REDUCTION_WARN = (0.30, 0.70)
FREQUENCY, LAST_HARD_DAYS = 0.8, 3
LONG_SHARE_OF_PEAK = 0.75
MARATHON_WEEKS, MARATHON_KM = 8, 30.0
ROUNDING = 1e-6


class Distance(NamedTuple):
    """Races up to `below_km`: days of taper, days after the last long run, km of the longest run."""

    below_km: float
    taper_days: tuple[int, int] | None
    last_long_days: int
    peak_long_km: tuple[float, float] | None


DISTANCES = (
    Distance(4.5, None, 5, None),
    Distance(9.0, (5, 10), 5, None),
    Distance(15.0, (5, 10), 5, (10.0, 16.0)),
    Distance(30.0, (8, 14), 7, (15.0, 21.0)),
    Distance(float("inf"), (10, 21), 14, (25.0, 35.0)),
)
MARATHON = DISTANCES[-1]


def distance_of(km: float) -> Distance:
    return next(row for row in DISTANCES if km < row.below_km)


def taper_length(context: Context) -> Iterator[Flaw]:
    bounds = distance_of(context.target_km).taper_days if context.target_km else None
    if bounds is None or context.target_date is None:
        return
    days = (context.target_date - context.taper[0].start_date).days if context.taper else 0
    if not bounds[0] <= days <= bounds[1]:
        yield Flaw(f"The taper begins {days} days before the race; {bounds[0]} to {bounds[1]} days are asked for")


def _full_weeks(context: Context) -> list[Week]:
    return [week for week in context.before_taper if not week.is_cutback][-3:]


def taper_reduction(context: Context) -> Iterator[Flaw]:
    full = _full_weeks(context)
    before = fmean(training_km(week) for week in full) if full else 0.0
    if not context.taper or not before:
        return
    taper = fmean(training_km(week) for week in context.taper)
    cut, (low, high) = 1 - taper / before, REDUCTION_WARN
    if not low - ROUNDING <= cut <= high + ROUNDING:
        yield Flaw(
            f"The taper averages {taper:.1f} km after {before:.1f} km, a cut of {100 * cut:.0f} %; "
            f"{100 * low:.0f} to {100 * high:.0f} % are asked for",
            context.taper[0].index,
        )


def taper_keeps_intensity(context: Context) -> Iterator[Flaw]:
    """Frequency and a touch of quality, week by week, and calm before the race.

    The race counts as a run of its week, since a race week as often as a full one would leave no day to rest; days
    after it do not count. Race-pace sessions are quality at every distance. A week with fewer than three days to the
    race has no room for quality, and is asked for none.
    """
    race, full = context.target_date, _full_weeks(context)
    if race is None or not full:
        return
    usual = fmean(len(runs_of(week)) for week in full) / 7
    for week in context.taper:
        days = min((race - week.start_date).days + 1, 7)
        runs = len(runs_of(week)) + (1 if days < 7 or week.start_date + dt.timedelta(days=6) == race else 0)  # noqa: PLR2004 (days of a week)
        if days > 0 and runs / days < FREQUENCY * usual - ROUNDING:
            yield in_week(
                week, f"{runs} runs in {days} days; at least {FREQUENCY * usual * days:.1f}, as often as before"
            )
        room = (race - week.start_date).days >= LAST_HARD_DAYS
        if room and not any(_is_quality(at) for at in runs_of(week)):
            yield in_week(week, "no short quality session in the taper; at least 1 is asked for")
    for at in placed(context.plan):
        if at.session.type == "run" and _is_quality(at) and 0 < (race - at.day.date).days < LAST_HARD_DAYS:
            left = (race - at.day.date).days
            yield on_day(at.week, at.day.date, f"quality {left} days before the race; at least {LAST_HARD_DAYS} days")


def _is_quality(at: Placed) -> bool:
    if at.session.purpose == "strides":
        return False
    return at.session.purpose in QUALITY or minutes_in(at.session, AT_OR_ABOVE_THRESHOLD) > 1


def last_long_run(context: Context) -> Iterator[Flaw]:
    race, km = context.target_date, context.target_km
    runs = [(at, running_km(at.session) or 0.0) for at in placed(context.plan) if at.session.type == "run"]
    if race is None or not km or not runs:
        return
    peak, needed = max(run for _, run in runs), distance_of(km).last_long_days
    at, last = next((at, run) for at, run in reversed(runs) if run > LONG_SHARE_OF_PEAK * peak)
    days = (race - at.day.date).days
    if 0 <= days < needed:
        yield on_day(
            at.week,
            at.day.date,
            f"a run of {last:.1f} km (longest {peak:.1f} km) {days} days before the race; at least {needed}",
        )


def peak_long_run(context: Context) -> Iterator[Flaw]:
    bounds = distance_of(context.target_km).peak_long_km if context.target_km else None
    runs = [at for at in placed(context.plan) if at.session.type == "run" and running_km(at.session)]
    if bounds is None or context.target_date is None or not runs or not context.target_km:
        return
    at = max(runs, key=lambda run: running_km(run.session) or 0.0)
    km = running_km(at.session) or 0.0
    cap = LONG_MINUTES_MARATHON if distance_of(context.target_km) is MARATHON else LONG_MINUTES
    held_by_time = km < bounds[0] and at.session.duration_min >= 0.95 * cap
    if not bounds[0] - ROUNDING <= km <= bounds[1] + ROUNDING and not held_by_time:
        yield on_day(
            at.week, at.day.date, f"the longest run is {km:.1f} km; {bounds[0]:g} to {bounds[1]:g} km suit the race"
        )


def marathon_min_volume(context: Context) -> Iterator[Flaw]:
    weeks = context.before_taper[-MARATHON_WEEKS:]
    if not context.target_km or distance_of(context.target_km) is not MARATHON or not weeks:
        return
    mean = fmean(training_km(week) for week in weeks)
    if context.target_date is not None and mean < MARATHON_KM - ROUNDING:
        yield Flaw(f"The {len(weeks)} weeks before the taper average {mean:.1f} km; at least {MARATHON_KM:g} km")


def _distance_known(context: Context) -> bool:
    return context.target_date is None or context.target_km is not None


RULES = (
    Rule("taper_length", "warn", "bosquet_2007, wang_2023; by distance house", taper_length, _distance_known),
    Rule("taper_reduction", "warn", "bosquet_2007, wang_2023", taper_reduction),
    Rule("taper_keeps_intensity", "warn", "bosquet_2007; day counts house", taper_keeps_intensity),
    Rule("race_last_long_run", "warn", "house: convention", last_long_run, _distance_known),
    Rule("race_peak_long_run", "warn", "fokkema_2020; ranges house", peak_long_run, _distance_known),
    Rule("race_marathon_min_volume", "warn", "rasmussen_2013, fokkema_2020", marathon_min_volume, _distance_known),
)
__all__ = ["DISTANCES", "RULES", "Distance", "distance_of"]
