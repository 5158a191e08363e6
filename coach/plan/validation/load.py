"""Checks of how the load is spread: hard sessions, rest, long runs, quality, easy share."""

import itertools
import math
from collections.abc import Iterator
from math import dist, sqrt
from statistics import fmean

from coach.plan.caps import moderate_at_most
from coach.plan.reading import km_in, minutes_in
from coach.plan.validation.context import PlanContext
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_day
from coach.records.block import Zone

HARD_DEFAULT, HARD_RESTRICTED, HARD_ADVANCED = 2, 1, 3
HARD_OLD, HARD_YOUNG, ADVANCED_YEARS, ADVANCED_KM = 60, 15, 5, 70
HARD_GAP_DAYS = 2
MINOR_AGE, MINOR_REST, ADULT_REST = 18, 2, 1
SHARE, SHARE_HIGH, SHARE_HIGH_FROM_KM, SHARE_RUNS = 0.30, 0.25, 64.0, 1.25
LONG_MINUTES, LONG_MINUTES_MARATHON, MARATHON_KM = 150, 180, 42
QUALITY_SHARE: dict[Zone, tuple[float, float]] = {"T": (0.10, math.inf), "I": (0.08, 10.0), "R": (0.05, 8.0)}
"""For one session in a zone: the share of the week's km, and the most km."""
LOW_WEEK_KM, LOW_WEEK_MINUTES = 30.0, {"T": 15.0, "I": 8.0}
EASY_WARN, EASY_ERROR = 0.75, 0.65
MONOTONY_WARN = 2.0


def hard_cap(context: PlanContext, week_km: float) -> int:
    """How many hard sessions this athlete may have in a week of so many km."""
    if moderate_at_most(context.profile):
        return 0
    age, years = context.age, context.years_of_running
    restricted = age is not None and (age > HARD_OLD or age < HARD_YOUNG)
    if restricted or context.is_novice or context.has("cap_hard_sessions_1"):
        return HARD_RESTRICTED
    advanced = years is not None and years > ADVANCED_YEARS and week_km > ADVANCED_KM
    return HARD_ADVANCED if advanced else HARD_DEFAULT


def hard_cap_known(context: PlanContext) -> bool:
    """Who they are says how many hard sessions; a plan with no more than anybody may have needs no such knowledge."""
    restricted = all(len(week.hard) <= HARD_RESTRICTED for week in context.weeks)
    return (
        restricted
        or moderate_at_most(context.profile)
        or (context.age is not None and context.years_of_running is not None)
    )


def hard_count(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        allowed = hard_cap(context, week.training_km)
        if len(week.hard) > allowed:
            days = ", ".join(at.day.weekday for at in week.hard)
            yield in_week(week, f"{len(week.hard)} hard sessions ({days}); at most {allowed}")


def hard_spacing(context: PlanContext) -> Iterator[Flaw]:
    for before, after in itertools.pairwise(context.reading.hard_or_race):
        days = (after.day.date - before.day.date).days
        if days < HARD_GAP_DAYS:
            yield on_day(
                after,
                f"a hard session {24 * days} h after the one on {before.day.date:%a} {before.day.date}; "
                f"at least {24 * HARD_GAP_DAYS} h",
            )


def rest(context: PlanContext) -> Iterator[Flaw]:
    minor = context.age is not None and context.age < MINOR_AGE
    return rest_days(context, MINOR_REST if minor or context.has("two_rest_days_required") else ADULT_REST)


def rest_known(context: PlanContext) -> bool:
    return context.age is not None or all(week.rest_days >= MINOR_REST for week in context.weeks)


def rest_days(context: PlanContext, needed: int) -> Iterator[Flaw]:
    for week in context.weeks:
        if week.rest_days < needed:
            yield in_week(week, f"{week.rest_days} full rest days; at least {needed}")


def long_run_share(context: PlanContext) -> Iterator[Flaw]:
    """A week with a race has no long run but the race, which this rule leaves out."""
    for week in context.weeks:
        total = week.training_km
        if week.has_race or not week.runs or not total:
            continue
        at = max(week.runs, key=lambda run: run.km or 0.0)
        longest = at.km or 0.0
        allowed = max(SHARE, SHARE_RUNS / len(week.runs)) if total < SHARE_HIGH_FROM_KM else SHARE_HIGH
        if longest / total > allowed + ROUNDING:
            yield on_day(
                at,
                f"the longest run is {longest:.1f} of {total:.1f} km, {100 * longest / total:.0f}%; "
                f"at most {100 * allowed:.0f}%, {allowed * total:.1f} km",
            )


def long_run_duration(context: PlanContext) -> Iterator[Flaw]:
    allowed = LONG_MINUTES_MARATHON if (context.target_km or 0) >= MARATHON_KM else LONG_MINUTES
    for at in context.runs:
        if at.session.duration_min > allowed + ROUNDING:
            yield on_day(at, f"a run of {at.session.duration_min:g} min; at most {allowed} min")


def quality_volume(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        spared = week.training_km < LOW_WEEK_KM
        fast = [at for at in week.runs if not at.zones.isdisjoint(QUALITY_SHARE)]
        quality = [at for at in fast if at.session.purpose != "strides" or at.is_hard]
        for at, (zone, (share, most)) in itertools.product(quality, QUALITY_SHARE.items()):
            km, allowed = km_in(at.session, zone), min(share * week.training_km, most)
            if km <= allowed + ROUNDING:
                continue
            low = LOW_WEEK_MINUTES.get(zone, 0.0)
            if spared and minutes_in(at.session, frozenset({zone})) <= low + ROUNDING:
                spared = False  # one such session a week
                continue
            yield on_day(
                at, f"{km:.1f} km in zone {zone} in a week of {week.training_km:.1f} km; at most {allowed:.1f} km"
            )


def intensity_distribution(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        total = sum(at.session.duration_min for at in week.runs)
        if week.phase not in {"base", "build"} or not total:
            continue
        share = sum(at.easy_minutes for at in week.runs) / total
        if share < EASY_WARN - ROUNDING:
            message = f"{100 * share:.0f}% of the running time is easy; at least {100 * EASY_WARN:.0f}%"
            yield in_week(week, message, "error" if share < EASY_ERROR - ROUNDING else "warn")


def monotony(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        loads = [sum([s.duration_min * s.rpe for s in day.sessions]) for day in week.days]
        mean = fmean(loads)
        spread = dist(loads, [mean] * len(loads)) / sqrt(len(loads))  # the standard deviation of the population
        if mean > MONOTONY_WARN * spread + ROUNDING:
            found = f"{mean / spread:.1f}" if spread else "no variation at all"
            yield in_week(week, f"the days are too alike: monotony {found}; at most {MONOTONY_WARN:g}")
