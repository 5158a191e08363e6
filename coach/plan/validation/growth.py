"""Checks of how fast the load grows: weeks, single runs, cutbacks."""

import datetime as dt
import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from coach.plan.reading import is_running
from coach.plan.validation.context import REFERENCE_WEEKS, PlanContext
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_day

FIRST_WARN, FIRST_ERROR, STEP_KM = 1.10, 1.30, 3.0
WEEKLY_WARN = 0.10
TWO_WEEK_ERROR, TWO_WEEK_MIN_KM = 0.30, 20.0
SPIKE_WARN, SPIKE_ERROR, SPIKE_WINDOW_DAYS = 1.10, 1.30, 30
SHORT_RUN_KM, SHORT_RUN_STEP_KM = 5.0, 1.0
CUTBACK_EVERY, CUTBACK_EVERY_BONE = 4, 3
CUTBACK_LOW, CUTBACK_HIGH = 0.65, 0.85
DOUBLE_VOLUME, DOUBLE_HARD = 0.05, 0.25


def first_week(context: PlanContext) -> Iterator[Flaw]:
    present, week = context.present_km, context.weeks[0]
    if present is None:
        return
    km = week.training_km
    warn, error = (max(ratio * present, present + STEP_KM) for ratio in (FIRST_WARN, FIRST_ERROR))
    if km > warn + ROUNDING:
        message = f"{km:.1f} km in the first week from {present:g} km a week now; at most {warn:.1f} km"
        yield in_week(week, message, "error" if km > error + ROUNDING else "warn")


def weekly_growth(context: PlanContext) -> Iterator[Flaw]:
    for week, reference in zip(context.weeks, context.reference_km, strict=True):
        if reference is None:
            continue
        km, allowed = week.training_km, max((1 + WEEKLY_WARN) * reference, reference + STEP_KM)
        if km > allowed + ROUNDING:
            rise = f" ({100 * (km / reference - 1):.0f}%)" if reference else ""
            yield in_week(week, f"{km:.1f} km after {reference:.1f} km{rise}; at most {allowed:.1f} km")


def two_week_growth(context: PlanContext) -> Iterator[Flaw]:
    two_before = [context.present_km, context.present_km, *(week.training_km for week in context.weeks)]
    for week, reference, before in zip(context.weeks, context.reference_km, two_before, strict=False):
        known = [km for km in (reference, before) if km is not None]
        km = week.training_km
        if not known or km < TWO_WEEK_MIN_KM:
            continue
        allowed = (1 + TWO_WEEK_ERROR) * max(known)
        if km > allowed + ROUNDING:
            yield in_week(week, f"{km:.1f} km from {max(known):.1f} km two weeks before; at most {allowed:.1f} km")


def single_session_spike(context: PlanContext) -> Iterator[Flaw]:
    in_block = [(at.day.date, at.km) for at in context.sessions if is_running(at.session) and at.km]
    earlier = [(run.date, run.km) for run in context.history if run.date < context.plan.start_date]
    known = sorted([*earlier, *in_block])
    dates, distances = [date for date, _ in known], [km for _, km in known]
    for at in context.runs_that_load:
        window = at.day.date - dt.timedelta(days=SPIKE_WINDOW_DAYS)
        before = distances[bisect_left(dates, window) : bisect_left(dates, at.day.date)]
        longest = _longest(context, window, before) if at.km else None
        if not at.km or not longest:
            continue
        short = longest + SHORT_RUN_STEP_KM if longest <= SHORT_RUN_KM else 0.0
        warn, error = (max(ratio * longest, short) for ratio in (SPIKE_WARN, SPIKE_ERROR))
        if at.km > warn + ROUNDING:
            message = (
                f"a run of {at.km:.1f} km, the longest of the {SPIKE_WINDOW_DAYS} days before is "
                f"{longest:.1f} km; at most {warn:.1f} km"
            )
            yield on_day(at, message, "error" if at.km > error + ROUNDING else "warn")


def _longest(context: PlanContext, window: dt.date, before: Sequence[float]) -> float | None:
    """The longest km of the days from `window` on, in which the runs `before` lie; None where they cannot be judged:
    they reach before the block, and what was run then is unknown."""
    if window >= context.plan.start_date or context.history:
        return max(before, default=None)
    stated = context.number("longest_run_last_30d_km")
    if stated:
        return max([stated, *before])
    starts_from_nothing = stated == 0 and not context.present_km
    return max(before, default=None) if starts_from_nothing else None


def cutback(context: PlanContext) -> Iterator[Flaw]:
    bone = context.profile.get("bsi_status") in {"current", "returning", "healed"}
    yield from missing_cutbacks(context, CUTBACK_EVERY_BONE if bone else CUTBACK_EVERY)
    for before, week in itertools.pairwise(context.weeks):
        if week.is_cutback and week.phase in {"base", "build"} and before.training_km:
            ratio = week.training_km / before.training_km
            if not CUTBACK_LOW - ROUNDING <= ratio <= CUTBACK_HIGH + ROUNDING:
                low, high = (bound * before.training_km for bound in (CUTBACK_LOW, CUTBACK_HIGH))
                yield in_week(
                    week,
                    f"a cutback of {week.training_km:.1f} km, {100 * ratio:.0f}% of the week before; "
                    f"{low:.1f} to {high:.1f} km are asked for",
                )


def missing_cutbacks(context: PlanContext, every: int) -> Iterator[Flaw]:
    """A flaw at each base or build week that should have been a cutback at the latest."""
    since = 0
    for week in context.weeks:
        if week.phase not in {"base", "build"} or week.is_cutback or not week.training_km:
            since = 0
            continue
        since += 1
        if since >= every:
            yield in_week(week, f"{since} weeks in a row without a cutback; every {every}. week must be one")
            since = 0


def no_double_step(context: PlanContext) -> Iterator[Flaw]:
    weeks = context.weeks
    minutes = [sum(at.hard_minutes for at in week.hard) for week in weeks]
    for position, (week, reference) in enumerate(zip(weeks, context.reference_km, strict=True)):
        recent = range(max(0, position - REFERENCE_WEEKS), position)
        before = [minutes[i] for i in recent if not weeks[i].is_cutback] or [minutes[i] for i in recent]
        if not before or not reference:
            continue
        grown = week.training_km > (1 + DOUBLE_VOLUME) * reference + ROUNDING
        if grown and minutes[position] > (1 + DOUBLE_HARD) * max(before) + ROUNDING:
            yield in_week(
                week,
                f"{week.training_km:.1f} km after {reference:.1f} km and {minutes[position]:.0f} hard min after "
                f"{max(before):.0f}: let only one of the two grow in a week",
            )


def weeks_comparable(context: PlanContext) -> bool:
    """The first week needs the present volume; later weeks are compared with each other."""
    return context.distances_known and (context.present_km is not None or len(context.weeks) > 1)


def first_week_comparable(context: PlanContext) -> bool:
    return context.distances_known and context.present_km is not None


def runs_comparable(context: PlanContext) -> bool:
    """Without knowledge of the month before, runs are judged once the window lies inside the block."""
    known = bool(context.history) or context.number("longest_run_last_30d_km") is not None
    within = (context.plan.end_date - context.plan.start_date).days >= SPIKE_WINDOW_DAYS
    return context.distances_known and (known or within)
