"""Rules about the shape of a block: weeks, days, totals, steps, phases."""

import datetime as dt
import math
from collections.abc import Collection, Iterator

from coach.plan.caps import race_km_cap
from coach.plan.reading import (
    QUALITY,
    is_hard,
    is_running,
    is_training_day,
    middle,
    placed,
    race_of,
    running_km,
    step_minutes,
)
from coach.plan.validation.context import Context
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD
from coach.records.block import Purpose, Session, Week

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PHASES = ("base", "build", "peak", "taper", "race")
WEEK = dt.timedelta(days=7)
MAX_DELAY_DAYS = 14
RACE_KM_TOLERANCE = 0.01
TIME_TOLERANCE_MIN = 5.0
KM_TOLERANCE, MINUTES_TOLERANCE, WEEK_TOLERANCE = 0.5, 5.0, 0.02
PACE_TOLERANCE = 0.05
STEPS_TOLERANCE = 0.02
ROUNDING = 1e-6


def weeks_contiguous(context: Context) -> Iterator[Flaw]:
    weeks = context.plan.weeks
    for position, week in enumerate(weeks):
        if week.index != position + 1:
            yield in_week(week, f"it is week number {position + 1} of the block, so its index must be {position + 1}")
        if position and week.start_date != weeks[position - 1].start_date + WEEK:
            due = weeks[position - 1].start_date + WEEK
            yield in_week(week, f"starts on {week.start_date}, must start on {due}, 7 days after the week before")


def one_entry_per_day(context: Context) -> Iterator[Flaw]:
    plan = context.plan
    due = plan.start_date
    for week in plan.weeks:
        for day in week.days:
            if day.date != due:
                yield on_day(week, day.date, f"the date {due} was due here: each day of the block once, in order")
                due = day.date
            due += dt.timedelta(days=1)
            if day.weekday != WEEKDAYS[day.date.weekday()]:
                right = WEEKDAYS[day.date.weekday()]
                yield on_day(week, day.date, f"is named {day.weekday}, but that date is a {right}")
            if not 0 <= (day.date - week.start_date).days < len(week.days):
                yield on_day(week, day.date, f"lies outside its week, which starts on {week.start_date}")
    if due - dt.timedelta(days=1) != plan.end_date:
        last = due - dt.timedelta(days=1)
        yield Flaw(f"The block ends on {plan.end_date}, but its last day is {last}: make them the same")


def block_length(context: Context) -> Iterator[Flaw]:
    if context.target_date is None:
        return
    needed = math.ceil(((context.target_date - context.plan.start_date).days + 1) / 7)
    if len(context.plan.weeks) != needed:
        yield Flaw(
            f"The block has {len(context.plan.weeks)} weeks, but from {context.plan.start_date} "
            f"to the race on {context.target_date} it must have {needed}"
        )


def start_date(context: Context) -> Iterator[Flaw]:
    delay = (context.plan.start_date - context.as_of).days
    if not 0 <= delay <= MAX_DELAY_DAYS:
        yield Flaw(
            f"The block starts on {context.plan.start_date}, {delay} days after {context.as_of}; "
            f"it must start 0 to {MAX_DELAY_DAYS} days after"
        )


def race_day(context: Context) -> Iterator[Flaw]:
    target = context.target_date
    if target is None or context.has("no_race_goal") or context.has("no_running"):
        return
    races = [at for at in placed(context.plan) if at.session.type == "race" and at.day.date == target]
    if not races:
        found = race_of(context.plan)
        where = f"the race stands on {found.day.date}" if found else "the block has no race session"
        yield Flaw(f"The race must stand on {target}; {where}", found.week.index if found else None)
    elif context.target_km and not any(_right_distance(at.session, context) for at in races):
        at = races[0]
        yield on_day(at.week, target, f"the race is {at.session.km} km, must be {context.target_km:g} km")
    for at in placed(context.plan):
        if at.day.date > target and is_running(at.session):
            yield on_day(at.week, at.day.date, f"a run after the race on {target}: no running after it in the block")


def _right_distance(session: Session, context: Context) -> bool:
    km, target = session.km, context.target_km
    if km is None or target is None:
        return False
    cap = race_km_cap(context.age) if context.age is not None or context.has("cap_race_distance") else None
    if cap is not None and km <= cap < target:
        return True  # a shorter race is what the cap asks for
    return abs(km - target) <= RACE_KM_TOLERANCE * target + ROUNDING


def training_days(context: Context) -> Iterator[Flaw]:
    allowed, available = context.number("training_days_per_week"), context.words("available_days")
    for week in context.plan.weeks:
        days = [day for day in week.days if is_training_day(day)]
        closed = [day for day in days if available is not None and day.weekday not in available]
        race = [day for day in closed if any(s.type == "race" for s in day.sessions)]
        for day in closed:
            if day not in race:
                free = ", ".join(available or ())
                yield on_day(week, day.date, f"training on a {day.weekday}; the days available are {free}")
        if allowed is not None and len(days) - len(race) > allowed:
            yield in_week(week, f"{len(days) - len(race)} training days; at most {allowed:g} were agreed")


def session_time_cap(context: Context) -> Iterator[Flaw]:
    for week, day, session in placed(context.plan):
        limit = context.available_minutes.get(day.weekday)
        if limit is None or session.type == "race":
            continue
        if session.duration_min > limit + TIME_TOLERANCE_MIN + ROUNDING:
            yield on_day(
                week, day.date, f"a session of {session.duration_min:g} min; there are {limit:g} min on a {day.weekday}"
            )


def totals_consistent(context: Context) -> Iterator[Flaw]:
    for week in context.plan.weeks:
        yield from _week_totals(week)
    for week, day, session in placed(context.plan):
        pace = middle(session.pace_s_per_km)
        if pace is None or session.km is None:
            continue
        worth = session.km * pace / 60
        if abs(worth - session.duration_min) > PACE_TOLERANCE * session.duration_min + ROUNDING:
            yield on_day(
                week,
                day.date,
                f"{session.km:g} km at the middle of its pace range take {worth:.1f} min, "
                f"but duration_min is {session.duration_min:g} (5 % are allowed)",
            )


def _week_totals(week: Week) -> Iterator[Flaw]:
    sessions = [s for day in week.days for s in day.sessions]
    known = [running_km(s) for s in sessions if is_running(s)]
    total, allowed = sum(km or 0.0 for km in known), max(KM_TOLERANCE, WEEK_TOLERANCE * week.km) + ROUNDING
    if total - week.km > allowed or (None not in known and week.km - total > allowed):
        yield in_week(week, f"km says {week.km:g}, its runs add up to {total:.2f}: make the total their sum")
    minutes = sum(s.duration_min for s in sessions)
    if abs(minutes - week.minutes) > max(MINUTES_TOLERANCE, WEEK_TOLERANCE * week.minutes) + ROUNDING:
        yield in_week(week, f"minutes says {week.minutes:g}, its sessions add up to {minutes:.1f}")


def session_complete(context: Context) -> Iterator[Flaw]:
    """A run at one easy effort is a step by itself: plans may leave its steps out, but then for all of its purpose.

    Whatever is hard needs steps, for a warm-up cannot be seen without them.
    """
    spelled_out = {at.session.purpose for at in placed(context.plan) if at.session.steps}
    for week, day, session in placed(context.plan):
        without = _without_steps(session, spelled_out) if not session.steps else ()
        for what in (*_missing_parts(session), *without, *_steps_that_do_not_sum(session)):
            yield on_day(week, day.date, f"the {session.purpose} session {what}")


def _without_steps(session: Session, spelled_out: Collection[Purpose]) -> Iterator[str]:
    if session.type != "run":
        return
    if is_hard(session) or session.purpose in QUALITY or session.zone in AT_OR_ABOVE_THRESHOLD:
        yield "has no steps: write warm-up, work and cool-down"
    elif session.purpose in spelled_out:
        yield f"has no steps, other {session.purpose} sessions have them: write them here too"


def _missing_parts(session: Session) -> Iterator[str]:
    if session.duration_min <= 0:
        yield "lasts 0 min: give it a duration"
    if session.type == "race" and session.km is None:
        yield "has no km"
    if any(step.km is None and step.duration_min is None for step in session.steps):
        yield "has a step with neither km nor duration_min"


def _steps_that_do_not_sum(session: Session) -> Iterator[str]:
    if not session.steps:
        return
    running = [step for step in session.steps if step.kind != "walk"]
    if session.km is not None and running and all(step.km is not None for step in running):
        total = sum(step.repeat * (step.km or 0.0) for step in running)
        with_walks = total + sum(s.repeat * (s.km or 0.0) for s in session.steps if s.kind == "walk")
        allowed = STEPS_TOLERANCE * session.km + ROUNDING
        if min(abs(total - session.km), abs(with_walks - session.km)) > allowed:
            yield f"has {session.km:g} km, its steps add up to {total:.2f} km (2 % are allowed)"
        return
    untimed = [step for step in session.steps if step.duration_min is None and step.pace_s_per_km is None]
    known = sum(step_minutes(step, session) for step in session.steps if step not in untimed)
    allowed = STEPS_TOLERANCE * session.duration_min + ROUNDING
    if known - session.duration_min > allowed or (not untimed and session.duration_min - known > allowed):
        yield f"lasts {session.duration_min:g} min, its steps add up to {known:.1f} min (2 % are allowed)"


def phase_order(context: Context) -> Iterator[Flaw]:
    reached = 0
    for week in context.plan.weeks:
        if week.phase == "recovery":  # may stand before, between or after: it is no step of the order
            continue
        place = PHASES.index(week.phase)
        if place < reached:
            yield in_week(week, f"phase {week.phase} after {PHASES[reached]}: phases go {', '.join(PHASES)}")
        reached = max(reached, place)


def _days_known(context: Context) -> bool:
    known = context.number("training_days_per_week") is not None
    return known or context.words("available_days") is not None


RULES = (
    Rule("struct_weeks_contiguous", "error", "house: schema integrity", weeks_contiguous),
    Rule("struct_one_entry_per_day", "error", "house: schema integrity", one_entry_per_day),
    Rule("struct_block_length", "error", "house: schema integrity", block_length),
    Rule("struct_start_date", "error", "house: convention", start_date),
    Rule("struct_race_day", "error", "house: schema integrity", race_day),
    Rule("struct_training_days", "error", "house: respect the athlete's life", training_days, _days_known),
    Rule("struct_session_time_cap", "error", "house: convention", session_time_cap),
    Rule("struct_totals_consistent", "error", "house: arithmetic", totals_consistent),
    Rule("struct_session_complete", "error", "house: schema integrity", session_complete),
    Rule("struct_phase_order", "error", "house: convention", phase_order),
)
