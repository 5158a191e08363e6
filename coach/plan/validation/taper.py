"""Checks of the way into the race: taper, last and longest long run, marathon volume."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from coach.plan.reading import QUALITY, Placed, WeekReading, minutes_in
from coach.plan.validation.context import PlanContext
from coach.plan.validation.load import LONG_MINUTES, LONG_MINUTES_MARATHON
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_day
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD

REDUCTION_WARN = (0.30, 0.70)
FREQUENCY, LAST_HARD_DAYS = 0.8, 3
LONG_SHARE_OF_PEAK = 0.75
MARATHON_WEEKS, MARATHON_KM = 8, 30.0
FULL_WEEKS, WEEK_DAYS = 3, 7
CAPPED_BY_TIME = 0.95


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


def _target(context: PlanContext) -> Distance | None:
    """The row of the target distance; None without a race."""
    return distance_of(context.target_km) if context.target_date and context.target_km else None


def distance_known(context: PlanContext) -> bool:
    return context.target_date is None or context.target_km is not None


def length(context: PlanContext) -> Iterator[Flaw]:
    target = _target(context)
    if target is None or target.taper_days is None or context.target_date is None:
        return
    least, most = target.taper_days
    days = (context.target_date - context.taper[0].start_date).days if context.taper else 0
    if not least <= days <= most:
        yield Flaw(f"The taper begins {days} days before the race; {least} to {most} days are asked for")


def _mean_km(weeks: Sequence[WeekReading]) -> float:
    return fmean(week.training_km for week in weeks) if weeks else 0.0


def _full_weeks(context: PlanContext) -> list[WeekReading]:
    return [week for week in context.before_taper if not week.is_cutback][-FULL_WEEKS:]


def reduction(context: PlanContext) -> Iterator[Flaw]:
    before = _mean_km(_full_weeks(context))
    if not context.taper or not before:
        return
    taper = _mean_km(context.taper)
    cut, (low, high) = 1 - taper / before, REDUCTION_WARN
    if not low - ROUNDING <= cut <= high + ROUNDING:
        yield Flaw(
            f"The taper averages {taper:.1f} km after {before:.1f} km, a cut of {100 * cut:.0f}%; "
            f"{100 * low:.0f} to {100 * high:.0f}% are asked for",
            context.taper[0].index,
        )


def keeps_intensity(context: PlanContext) -> Iterator[Flaw]:
    """Frequency and a touch of quality, week by week, and calm before the race.

    The race counts as a run of its week, since a race week as often as a full one would leave no day to rest; days
    after it do not count. Race-pace sessions are quality at every distance. A week with fewer than three days to the
    race has no room for quality, and is asked for none.
    """
    race, full = context.target_date, _full_weeks(context)
    if race is None or not full:
        return
    usual = fmean(len(week.runs) for week in full) / WEEK_DAYS
    for week in context.taper:
        to_race = (race - week.start_date).days
        days = min(to_race + 1, WEEK_DAYS)
        runs = len(week.runs) + (to_race < WEEK_DAYS)
        if days > 0 and runs / days < FREQUENCY * usual - ROUNDING:
            yield in_week(
                week, f"{runs} runs in {days} days; at least {FREQUENCY * usual * days:.1f}, as often as before"
            )
        if to_race >= LAST_HARD_DAYS and not any(_is_quality(at) for at in week.runs):
            yield in_week(week, "no short quality session in the taper; at least 1 is asked for")
    for at in context.runs:
        left = (race - at.day.date).days
        if 0 < left < LAST_HARD_DAYS and _is_quality(at):
            yield on_day(at, f"quality {left} days before the race; at least {LAST_HARD_DAYS} days")


def _is_quality(at: Placed) -> bool:
    if at.session.purpose == "strides":
        return False
    return at.session.purpose in QUALITY or minutes_in(at.session, AT_OR_ABOVE_THRESHOLD) > 1


def last_long_run(context: PlanContext) -> Iterator[Flaw]:
    target, peak = _target(context), max((at.km or 0.0 for at in context.runs), default=0.0)
    if target is None or context.target_date is None or not peak:
        return
    at = next(at for at in reversed(context.runs) if (at.km or 0.0) > LONG_SHARE_OF_PEAK * peak)
    days = (context.target_date - at.day.date).days
    if 0 <= days < target.last_long_days:
        yield on_day(
            at,
            f"a run of {at.km or 0.0:.1f} km (longest {peak:.1f} km) {days} days before the race; "
            f"at least {target.last_long_days}",
        )


def peak_long_run(context: PlanContext) -> Iterator[Flaw]:
    target, runs = _target(context), [at for at in context.runs if at.km]
    if target is None or target.peak_long_km is None or not runs:
        return
    at = max(runs, key=lambda run: run.km or 0.0)
    km, (low, high) = at.km or 0.0, target.peak_long_km
    most_minutes = LONG_MINUTES_MARATHON if target is MARATHON else LONG_MINUTES
    capped_by_time = km < low and at.session.duration_min >= CAPPED_BY_TIME * most_minutes
    if not low - ROUNDING <= km <= high + ROUNDING and not capped_by_time:
        yield on_day(at, f"the longest run is {km:.1f} km; {low:g} to {high:g} km suit the race")


def marathon_min_volume(context: PlanContext) -> Iterator[Flaw]:
    weeks = context.before_taper[-MARATHON_WEEKS:]
    mean = _mean_km(weeks)
    if _target(context) is MARATHON and weeks and mean < MARATHON_KM - ROUNDING:
        yield Flaw(f"The {len(weeks)} weeks before the taper average {mean:.1f} km; at least {MARATHON_KM:g} km")
