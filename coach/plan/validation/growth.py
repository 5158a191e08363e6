"""Rules about how fast the load grows: weeks, single runs, cutbacks."""

import datetime as dt
from bisect import bisect_left
from collections.abc import Iterator

from coach.plan.reading import hard_minutes, hard_of, placed, run_history, running_km, training_km
from coach.plan.validation.context import Context, reference_km
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day
from coach.records.block import Week

FIRST_WARN, FIRST_ERROR, STEP_KM = 1.10, 1.30, 3.0
WEEKLY_WARN = 0.10
TWO_WEEK_ERROR, TWO_WEEK_MIN_KM = 0.30, 20.0
SPIKE_WARN, SPIKE_ERROR, SPIKE_WINDOW_DAYS = 1.10, 1.30, 30
SHORT_RUN_KM, SHORT_RUN_STEP_KM = 5.0, 1.0
CUTBACK_EVERY, CUTBACK_EVERY_BONE = 4, 3
CUTBACK_LOW, CUTBACK_HIGH = 0.65, 0.85
DOUBLE_VOLUME, DOUBLE_HARD = 0.05, 0.25
ROUNDING = 1e-6


def first_week(context: Context) -> Iterator[Flaw]:
    present = context.number("current_weekly_volume_km")
    if present is None:
        return
    week = context.plan.weeks[0]
    km = training_km(week)
    warn, error = (max(ratio * present, present + STEP_KM) for ratio in (FIRST_WARN, FIRST_ERROR))
    if km > warn + ROUNDING:
        severity = "error" if km > error + ROUNDING else "warn"
        message = f"{km:.1f} km in the first week from {present:g} km a week now; at most {warn:.1f} km"
        yield in_week(week, message, "error" if severity == "error" else "warn")


def weekly_growth(context: Context) -> Iterator[Flaw]:
    for position, week in enumerate(context.plan.weeks):
        reference = reference_km(context, position)
        if reference is None:
            continue
        km, allowed = training_km(week), max((1 + WEEKLY_WARN) * reference, reference + STEP_KM)
        if km > allowed + ROUNDING:
            rise = f" ({100 * (km / reference - 1):.0f} %)" if reference else ""
            yield in_week(week, f"{km:.1f} km after {reference:.1f} km{rise}; at most {allowed:.1f} km")


def two_week_growth(context: Context) -> Iterator[Flaw]:
    weeks, present = context.plan.weeks, context.number("current_weekly_volume_km")
    for position, week in enumerate(weeks):
        two_before = training_km(weeks[position - 2]) if position > 1 else present
        known = [km for km in (reference_km(context, position), two_before) if km is not None]
        km = training_km(week)
        if not known or km < TWO_WEEK_MIN_KM:
            continue
        allowed = max((1 + TWO_WEEK_ERROR) * max(known), 0.0)
        if km > allowed + ROUNDING:
            yield in_week(week, f"{km:.1f} km from {max(known):.1f} km two weeks before; at most {allowed:.1f} km")


def single_session_spike(context: Context) -> Iterator[Flaw]:
    before = [(run.date, run.km) for run in context.history]
    known = sorted([*before, *run_history(context.plan)])
    for week, day, session in placed(context.plan):
        km = running_km(session)
        longest = _longest_before(context, day.date, known) if session.type == "run" and km else None
        if not km or not longest:
            continue
        short = longest + SHORT_RUN_STEP_KM if longest <= SHORT_RUN_KM else 0.0
        warn, error = (max(ratio * longest, short) for ratio in (SPIKE_WARN, SPIKE_ERROR))
        if km > warn + ROUNDING:
            message = (
                f"a run of {km:.1f} km, the longest of the {SPIKE_WINDOW_DAYS} days before is "
                f"{longest:.1f} km; at most {warn:.1f} km"
            )
            yield on_day(week, day.date, message, "error" if km > error + ROUNDING else "warn")


def _longest_before(context: Context, date: dt.date, runs: list[tuple[dt.date, float]]) -> float | None:
    """The longest of `runs`, sorted by date, in the window before `date`; None where those days cannot be judged:
    they reach before the block and nobody said what was run."""
    window = date - dt.timedelta(days=SPIKE_WINDOW_DAYS)
    found = [km for _, km in runs[bisect_left(runs, (window,)) : bisect_left(runs, (date,))]]
    if window >= context.plan.start_date or context.history:
        return max(found, default=None)
    stated = context.number("longest_run_last_30d_km")
    if stated:
        return max([stated, *found])
    starts_from_nothing = stated == 0 and not context.number("current_weekly_volume_km")
    return max(found, default=None) if starts_from_nothing else None


def cutback(context: Context) -> Iterator[Flaw]:
    bone = context.profile.get("bsi_status") in {"current", "returning", "healed"}
    every = CUTBACK_EVERY_BONE if bone else CUTBACK_EVERY
    yield from missing_cutbacks(context, every)
    previous: Week | None = None
    for week in context.plan.weeks:
        if week.is_cutback and week.phase in {"base", "build"} and previous and training_km(previous):
            ratio = training_km(week) / training_km(previous)
            if not CUTBACK_LOW - ROUNDING <= ratio <= CUTBACK_HIGH + ROUNDING:
                low, high = (bound * training_km(previous) for bound in (CUTBACK_LOW, CUTBACK_HIGH))
                yield in_week(
                    week,
                    f"a cutback of {training_km(week):.1f} km, {100 * ratio:.0f} % of the week before; "
                    f"{low:.1f} to {high:.1f} km are asked for",
                )
        previous = week


def missing_cutbacks(context: Context, every: int) -> Iterator[Flaw]:
    """A flaw at each base or build week that should have been a cutback at the latest."""
    since = 0
    for week in context.plan.weeks:
        if week.phase not in {"base", "build"} or week.is_cutback or not training_km(week):
            since = 0
            continue
        since += 1
        if since >= every:
            yield in_week(week, f"{since} weeks in a row without a cutback; every {every}. week must be one")
            since = 0


def no_double_step(context: Context) -> Iterator[Flaw]:
    weeks = context.plan.weeks
    minutes = [sum(hard_minutes(at.session) for at in hard_of(week)) for week in weeks]
    for position, week in enumerate(weeks):
        reference = reference_km(context, position)
        recent = range(max(0, position - 4), position)
        before = [minutes[i] for i in recent if not weeks[i].is_cutback] or [minutes[i] for i in recent]
        if not before or not reference:
            continue
        grown = training_km(week) > (1 + DOUBLE_VOLUME) * reference + ROUNDING
        if grown and minutes[position] > (1 + DOUBLE_HARD) * max(before) + ROUNDING:
            yield in_week(
                week,
                f"{training_km(week):.1f} km after {reference:.1f} km and {minutes[position]:.0f} hard min after "
                f"{max(before):.0f}: let only one of the two grow in a week",
            )


def _volume_known(context: Context) -> bool:
    return context.number("current_weekly_volume_km") is not None


def _weeks_comparable(context: Context) -> bool:
    """The first week needs the present volume; later weeks are compared with each other."""
    return _volume_known(context) or len(context.plan.weeks) > 1


def _runs_comparable(context: Context) -> bool:
    """Without knowledge of the month before, runs are judged once the window lies inside the block."""
    known = bool(context.history) or context.number("longest_run_last_30d_km") is not None
    return known or (context.plan.end_date - context.plan.start_date).days >= SPIKE_WINDOW_DAYS


GROWTH = frozenset({"cap_volume_growth"})

RULES = (
    Rule("load_first_week", "warn", "house; direction nielsen_2014_jospt", first_week, _volume_known),
    Rule("load_weekly_growth", "warn", "buist_2008, frandsen_2025", weekly_growth, _weeks_comparable, GROWTH),
    Rule("load_two_week_growth", "error", "nielsen_2014_jospt; error level house", two_week_growth, _weeks_comparable),
    Rule(
        "load_single_session_spike",
        "warn",
        "frandsen_2025; error level house",
        single_session_spike,
        _runs_comparable,
        frozenset({"cap_long_run"}),
    ),
    Rule("load_cutback", "warn", "house: coaching convention", cutback, escalated_by=GROWTH),
    Rule("load_no_double_step", "warn", "house: coaching convention", no_double_step, _weeks_comparable),
)
