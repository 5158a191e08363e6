"""Rules about how the load is spread: hard sessions, rest, long runs, quality, easy share."""

import itertools
import math
from collections.abc import Iterator
from math import dist, sqrt
from statistics import fmean

from coach.plan.reading import (
    easy_minutes,
    is_hard,
    km_in,
    minutes_in,
    placed,
    rest_days,
    running_km,
    runs_of,
    training_km,
)
from coach.plan.validation.context import Context
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day
from coach.records.block import Week, Zone

HARD_DEFAULT, HARD_RESTRICTED, HARD_ADVANCED = 2, 1, 3
HARD_OLD, HARD_YOUNG, ADVANCED_YEARS, ADVANCED_KM = 60, 15, 5, 70
HARD_GAP_DAYS = 2
MINOR_AGE, MINOR_REST, ADULT_REST = 18, 2, 1
SHARE, SHARE_HIGH, SHARE_HIGH_FROM_KM, SHARE_RUNS = 0.30, 0.25, 64.0, 1.25
LONG_MINUTES, LONG_MINUTES_MARATHON, MARATHON_KM = 150, 180, 42
QUALITY_SHARE: dict[Zone, tuple[float, float]] = {"T": (0.10, math.inf), "I": (0.08, 10.0), "R": (0.05, 8.0)}
LOW_WEEK_KM, LOW_WEEK_MINUTES = 30.0, {"T": 15.0, "I": 8.0}
EASY_WARN, EASY_ERROR = 0.75, 0.65
MONOTONY_WARN = 2.0
ROUNDING = 1e-6


def hard_cap(context: Context, week: Week) -> int:
    """How many hard sessions this athlete may have in `week`."""
    age, years = context.age, context.number("running_experience_years")
    restricted = age is not None and (age > HARD_OLD or age < HARD_YOUNG)
    if restricted or context.is_novice or context.has("cap_hard_sessions_1"):
        return HARD_RESTRICTED
    advanced = years is not None and years > ADVANCED_YEARS and training_km(week) > ADVANCED_KM
    return HARD_ADVANCED if advanced else HARD_DEFAULT


def hard_count(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        hard = [day.weekday for day in week.days for s in day.sessions if is_hard(s)]
        allowed = hard_cap(context, week)
        if len(hard) > allowed:
            yield in_week(week, f"{len(hard)} hard sessions ({', '.join(hard)}); at most {allowed}")


def hard_spacing(context: Context) -> Iterator[Flaw]:
    hard = [at for at in placed(context.plan) if is_hard(at.session) or at.session.type == "race"]
    hard.sort(key=lambda at: at.day.date)
    for before, after in itertools.pairwise(hard):
        days = (after.day.date - before.day.date).days
        if days < HARD_GAP_DAYS:
            yield on_day(
                after.week,
                after.day.date,
                f"a hard session {24 * days} h after the one on {before.day.date:%a} {before.day.date}; "
                f"at least {24 * HARD_GAP_DAYS} h",
            )


def rest_needed(context: Context) -> int:
    minor = context.age is not None and context.age < MINOR_AGE
    return MINOR_REST if minor or context.has("two_rest_days_required") else ADULT_REST


def rest(context: Context) -> Iterator[Flaw]:
    needed = rest_needed(context)
    for week in context.plan.weeks:
        if rest_days(week) < needed:
            yield in_week(week, f"{rest_days(week)} full rest days; at least {needed}")


def long_run_share(context: Context) -> Iterator[Flaw]:
    """A week with a race has no long run but the race, which this rule leaves out."""
    for week in context.plan.weeks:
        runs = [(at, running_km(at.session) or 0.0) for at in runs_of(week)]
        total = training_km(week)
        races = any(session.type == "race" for day in week.days for session in day.sessions)
        if races or not runs or not total:
            continue
        at, longest = max(runs, key=lambda run: run[1])
        allowed = max(SHARE, SHARE_RUNS / len(runs)) if total < SHARE_HIGH_FROM_KM else SHARE_HIGH
        if longest / total > allowed + ROUNDING:
            yield on_day(
                week,
                at.day.date,
                f"the longest run is {longest:.1f} of {total:.1f} km, {100 * longest / total:.0f} %; "
                f"at most {100 * allowed:.0f} %, {allowed * total:.1f} km",
            )


def long_run_duration(context: Context) -> Iterator[Flaw]:
    marathon = (context.target_km or 0) >= MARATHON_KM
    allowed = LONG_MINUTES_MARATHON if marathon else LONG_MINUTES
    for week, day, session in placed(context.plan):
        if session.type == "run" and session.duration_min > allowed + ROUNDING:
            yield on_day(week, day.date, f"a run of {session.duration_min:g} min; at most {allowed} min")


def quality_volume(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        spared = training_km(week) < LOW_WEEK_KM
        for at in runs_of(week):
            if at.session.purpose == "strides":
                continue
            for zone, (share, most) in QUALITY_SHARE.items():
                km, allowed = km_in(at.session, zone), min(share * training_km(week), most)
                if km <= allowed + ROUNDING:
                    continue
                low = LOW_WEEK_MINUTES.get(zone, 0.0)
                if spared and minutes_in(at.session, frozenset({zone})) <= low + ROUNDING:
                    spared = False  # one such session a week
                    continue
                message = (
                    f"{km:.1f} km in zone {zone} in a week of {training_km(week):.1f} km; at most {allowed:.1f} km"
                )
                yield on_day(week, at.day.date, message)


def intensity_distribution(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        runs = [at.session for at in runs_of(week)]
        total = sum(s.duration_min for s in runs)
        if week.phase not in {"base", "build"} or not total:
            continue
        share = sum(easy_minutes(s) for s in runs) / total
        if share < EASY_WARN - ROUNDING:
            message = f"{100 * share:.0f} % of the running time is easy; at least {100 * EASY_WARN:.0f} %"
            yield in_week(week, message, "error" if share < EASY_ERROR - ROUNDING else "warn")


def monotony(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        loads = [sum(s.duration_min * s.rpe for s in day.sessions) for day in week.days]
        mean = fmean(loads)
        spread = dist(loads, [mean] * len(loads)) / sqrt(len(loads))  # the standard deviation of the population
        if mean > MONOTONY_WARN * spread + ROUNDING:
            found = f"{mean / spread:.1f}" if spread else "no variation at all"
            yield in_week(week, f"the days are too alike: monotony {found}; at most {MONOTONY_WARN:g}")


RULES = (
    Rule(
        "load_hard_count", "error", "house: coaching convention", hard_count,
        escalated_by=frozenset({"cap_hard_sessions_1"}),
    ),
    Rule("load_hard_spacing", "error", "house: coaching convention", hard_spacing),
    Rule("load_rest_days", "error", "aap_2024, nata_2019; adults house", rest),
    Rule("load_long_run_share", "warn", "daniels_2014; 1.25/n house", long_run_share),
    Rule("load_long_run_duration", "warn", "daniels_2014; 180 min house", long_run_duration),
    Rule("load_quality_volume", "warn", "daniels_2014", quality_volume),
    Rule("load_intensity_distribution", "warn", "festa_2020, rosenblat_2019; levels house", intensity_distribution),
    Rule("load_monotony", "warn", "foster_1998", monotony),
)  # fmt: skip
