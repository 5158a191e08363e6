"""Checks of the shape of a block: weeks, days, totals, steps, phases."""

import datetime as dt
import math
from collections.abc import Collection, Iterator

from coach.plan import reading
from coach.plan.caps import race_km_cap
from coach.plan.validation.context import PlanContext
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_date, on_day
from coach.plan.zones import AT_OR_ABOVE_THRESHOLD
from coach.records.block import Purpose, TrainingSession

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PHASES = ("base", "build", "peak", "taper", "race")
DAY, WEEK = dt.timedelta(days=1), dt.timedelta(days=7)
MAX_DELAY_DAYS = 14
RACE_KM_TOLERANCE = 0.01
TIME_TOLERANCE_MIN = 5.0
KM_TOLERANCE, MINUTES_TOLERANCE, WEEK_TOLERANCE = 0.5, 5.0, 0.02
PACE_TOLERANCE = 0.05
STEPS_TOLERANCE = 0.02


def weeks_contiguous(context: PlanContext) -> Iterator[Flaw]:
    weeks = context.weeks
    for number, week in enumerate(weeks, start=1):
        if week.index != number:
            yield in_week(week, f"it is week number {number} of the block, so its index must be {number}")
        due = weeks[number - 2].start_date + WEEK if number > 1 else week.start_date
        if week.start_date != due:
            yield in_week(week, f"starts on {week.start_date}, must start on {due}, 7 days after the week before")


def one_entry_per_day(context: PlanContext) -> Iterator[Flaw]:
    due = context.plan.start_date
    for week in context.weeks:
        for day in week.days:
            date = day.date
            if date != due:
                yield on_date(week.index, date, f"the date {due} was due here: each day of the block once, in order")
            due = date + DAY
            if day.weekday != (right := WEEKDAYS[date.weekday()]):
                yield on_date(week.index, date, f"is named {day.weekday}, but that date is {right}")
            if not 0 <= (date - week.start_date).days < len(week.days):
                yield on_date(week.index, date, f"lies outside its week, which starts on {week.start_date}")
    if due - DAY != context.plan.end_date:
        yield Flaw(f"The block ends on {context.plan.end_date}, but its last day is {due - DAY}: make them the same")


def block_length(context: PlanContext) -> Iterator[Flaw]:
    if context.target_date is None:
        return
    weeks, start = len(context.weeks), context.plan.start_date
    needed = math.ceil(((context.target_date - start).days + 1) / 7)
    if weeks != needed:
        yield Flaw(
            f"The block has {weeks} weeks, but from {start} to the race on {context.target_date} it must have {needed}"
        )


def start_date(context: PlanContext) -> Iterator[Flaw]:
    delay = (context.plan.start_date - context.as_of).days
    if not 0 <= delay <= MAX_DELAY_DAYS:
        yield Flaw(
            f"The block starts on {context.plan.start_date}, {delay} days after {context.as_of}; "
            f"it must start 0 to {MAX_DELAY_DAYS} days after"
        )


def race_day(context: PlanContext) -> Iterator[Flaw]:
    target, races = context.target_date, context.reading.races
    if target is None or context.has("no_race_goal") or context.has("no_running"):
        return
    on_target = [at for at in races if at.day.date == target]
    if not on_target:
        where = f"the race stands on {races[0].day.date}" if races else "the block has no race session"
        yield Flaw(f"The race must stand on {target}; {where}", races[0].week.index if races else None)
    elif context.target_km and not any(_right_distance(at.session, context) for at in on_target):
        yield on_day(on_target[0], f"the race is {on_target[0].session.km} km, must be {context.target_km:g} km")
    for at in context.sessions:
        if at.day.date > target and reading.is_running(at.session):
            yield on_day(at, f"a run after the race on {target}: no running after it in the block")


def _right_distance(session: TrainingSession, context: PlanContext) -> bool:
    km, target = session.km, context.target_km
    if km is None or target is None:
        return False
    cap = race_km_cap(context.age) if context.age is not None or context.has("cap_race_distance") else None
    if cap is not None and km <= cap < target:
        return True  # a shorter race is what the cap asks for
    return abs(km - target) <= RACE_KM_TOLERANCE * target + ROUNDING


def training_days(context: PlanContext) -> Iterator[Flaw]:
    allowed, available = context.number("training_days_per_week"), context.available_days
    for week in context.weeks:
        closed = [day for day in week.training_days if available is not None and day.weekday not in available]
        races = [day for day in closed if any(s.type == "race" for s in day.sessions)]
        for day in closed:
            if day not in races:
                free = ", ".join(available or ())
                yield on_date(week.index, day.date, f"training on an unavailable day, {day.weekday}; available: {free}")
        count = len(week.training_days) - len(races)
        if allowed is not None and count > allowed:
            yield in_week(week, f"{count} training days; at most {allowed:g} were agreed")


def session_time_cap(context: PlanContext) -> Iterator[Flaw]:
    minutes = context.available_minutes
    for at in context.sessions if minutes else ():
        limit, took = minutes.get(at.day.weekday), at.session.duration_min
        if limit is not None and at.session.type != "race" and took > limit + TIME_TOLERANCE_MIN + ROUNDING:
            yield on_day(at, f"a session of {took:g} min; {limit:g} min are available that day")


def totals_consistent(context: PlanContext) -> Iterator[Flaw]:
    for week in context.weeks:
        yield from _week_totals(week)
    for at in context.sessions:
        km, minutes, pace = at.session.km, at.session.duration_min, reading.middle(at.session.pace_s_per_km)
        if pace is None or km is None:
            continue
        worth = km * pace / 60
        if abs(worth - minutes) > PACE_TOLERANCE * minutes + ROUNDING:
            yield on_day(
                at,
                f"{km:g} km at the middle of its pace range take {worth:.1f} min, "
                f"but duration_min is {minutes:g} (5% are allowed)",
            )


def _week_totals(week: reading.WeekReading) -> Iterator[Flaw]:
    known = [at.km if at.km_is_known else None for at in week.sessions if reading.is_running(at.session)]
    total, allowed = sum(km or 0.0 for km in known), max(KM_TOLERANCE, WEEK_TOLERANCE * week.km) + ROUNDING
    if total - week.km > allowed or (None not in known and week.km - total > allowed):
        yield in_week(week, f"km says {week.km:g}, its runs add up to {total:.2f}: make the total their sum")
    minutes = sum(at.session.duration_min for at in week.sessions)
    if abs(minutes - week.minutes) > max(MINUTES_TOLERANCE, WEEK_TOLERANCE * week.minutes) + ROUNDING:
        yield in_week(week, f"minutes says {week.minutes:g}, its sessions add up to {minutes:.1f}")


def session_complete(context: PlanContext) -> Iterator[Flaw]:
    """A run at one easy effort is a step by itself: plans may leave its steps out, but then for all of its purpose.

    Whatever is hard needs steps, for a warm-up cannot be seen without them.
    """
    with_steps = {at.session.purpose for at in context.sessions if at.session.steps}
    for at in context.sessions:
        for problem in _incomplete(at, with_steps):
            yield on_day(at, f"the {at.session.purpose} session {problem}")


def _incomplete(at: reading.Placed, with_steps: Collection[Purpose]) -> Iterator[str]:
    session = at.session
    if session.duration_min <= 0:
        yield "lasts 0 min: give it a duration"
    if session.type == "race" and session.km is None:
        yield "has no km"
    if session.type == "strength" and session.km:
        yield f"has {session.km:g} km: strength work covers no distance, so make it a run or leave the km out"
    if session.steps:
        if any(step.km is None and step.duration_min is None for step in session.steps):
            yield "has a step with neither km nor duration_min"
        if problem := _wrong_sum(session) or _too_long(session):
            yield problem
    elif reading.is_training_run(session):
        if at.is_hard or session.purpose in reading.QUALITY or session.zone in AT_OR_ABOVE_THRESHOLD:
            yield "has no steps: write warm-up, work and cool-down"
        elif session.purpose in with_steps:
            yield f"has no steps, other {session.purpose} sessions have them: write them here too"


def _wrong_sum(session: TrainingSession) -> str | None:
    """Steps are summed by km where every running step has km, walks left out or not; else by minutes."""
    km = session.km
    if km is not None and (run_km := reading.steps_km(session)) is not None:
        allowed = STEPS_TOLERANCE * km + ROUNDING
        if abs(run_km - km) <= allowed or abs(run_km + _walk_km(session) - km) <= allowed:
            return None
        return f"has {km:g} km, its steps add up to {run_km:.2f} km (2% are allowed)"
    timed = [step for step in session.steps if step.duration_min is not None or step.pace_s_per_km is not None]
    known, minutes = sum(reading.step_minutes(step, session) for step in timed), session.duration_min
    allowed = STEPS_TOLERANCE * minutes + ROUNDING
    if known - minutes > allowed or (len(timed) == len(session.steps) and minutes - known > allowed):
        return f"lasts {minutes:g} min, its steps add up to {known:.1f} min (2% are allowed)"
    return None


def _too_long(session: TrainingSession) -> str | None:
    """A step whose stated minutes are more than its session lasts, whatever the km add up to."""
    longest = max([step.repeat * (step.duration_min or 0.0) for step in session.steps])
    if longest <= (1 + STEPS_TOLERANCE) * session.duration_min + ROUNDING:
        return None
    return f"lasts {session.duration_min:g} min, but one step alone takes {longest:g} min (2% over is fine)"


def _walk_km(session: TrainingSession) -> float:
    return sum(step.repeat * (step.km or 0.0) for step in session.steps if step.kind == "walk")


def phase_order(context: PlanContext) -> Iterator[Flaw]:
    reached = 0
    for week in context.weeks:
        if week.phase == "recovery":  # may stand before, between or after: it is no step of the order
            continue
        place = PHASES.index(week.phase)
        if place < reached:
            yield in_week(week, f"phase {week.phase} after {PHASES[reached]}: phases go {', '.join(PHASES)}")
        reached = max(reached, place)
