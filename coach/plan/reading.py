"""How a plan is read: minutes, kilometres, what is hard, what is rest. Judges nothing and changes nothing."""

import datetime as dt
from typing import NamedTuple

from coach.plan.zones import ABOVE_EASY, AT_OR_ABOVE_THRESHOLD
from coach.records.block import Day, PaceRange, Session, Step, TrainingBlock, Week, Zone
from coach.remembered import by_identity

HARD_MINUTES = 5.0
"""So many minutes at or above threshold make a session hard."""

QUALITY = frozenset({"threshold", "interval", "repetition", "race_pace", "hills"})
GENTLE_KINDS = frozenset({"warmup", "cooldown", "recover", "walk"})
HARD_EFFORT = 7
"""A run without any zone counts as hard from this effort on."""

DEFAULT_PACE = 360.0
"""Seconds per km where a step says neither how long it lasts nor how fast it is."""


class Placed(NamedTuple):
    """A session with where it stands."""

    week: Week
    day: Day
    session: Session


@by_identity
def placed(plan: TrainingBlock) -> tuple[Placed, ...]:
    """Every session in the order of the block."""
    return tuple(Placed(week, day, s) for week in plan.weeks for day in week.days for s in day.sessions)


def is_running(session: Session) -> bool:
    return session.type in {"run", "race"}


@by_identity
def runs_of(week: Week) -> tuple[Placed, ...]:
    """Training runs of the week; a race is none."""
    return tuple(Placed(week, day, s) for day in week.days for s in day.sessions if s.type == "run")


@by_identity
def running_km(session: Session) -> float | None:
    """Running distance, from the steps where the session does not say; None where nobody can tell."""
    if session.km is not None:
        return session.km
    running = [step for step in session.steps if step.kind != "walk"]
    if not running or any(step.km is None for step in running):
        return None
    return sum(step.repeat * (step.km or 0.0) for step in running)


@by_identity
def training_km(week: Week) -> float:
    """The week's running distance without the race's own."""
    races = sum(s.km or 0.0 for day in week.days for s in day.sessions if s.type == "race")
    return max(week.km - races, 0.0)


def middle(pace: PaceRange | None) -> float | None:
    return (pace[0] + pace[1]) / 2 if pace else None


def session_pace(session: Session) -> float:
    """Seconds per km to reckon with where a step has no pace of its own."""
    stated = middle(session.pace_s_per_km)
    if stated:
        return stated
    if session.km and session.duration_min:
        return session.duration_min * 60 / session.km
    return DEFAULT_PACE


def step_minutes(step: Step, session: Session) -> float:
    """Minutes of all repetitions."""
    if step.duration_min is not None:
        return step.repeat * step.duration_min
    pace = middle(step.pace_s_per_km) or session_pace(session)
    return step.repeat * (step.km or 0.0) * pace / 60


def step_km(step: Step, session: Session) -> float:
    """Kilometres of all repetitions."""
    if step.km is not None:
        return step.repeat * step.km
    pace = middle(step.pace_s_per_km) or session_pace(session)
    return step.repeat * (step.duration_min or 0.0) * 60 / pace


def zone_of(step: Step, session: Session) -> Zone | None:
    """The step's zone; gentle kinds are easy, work inherits the session's."""
    if step.zone:
        return step.zone
    if step.kind in GENTLE_KINDS:
        return "E"
    return session.zone


def minutes_in(session: Session, zones: frozenset[Zone]) -> float:
    if not session.steps:
        return session.duration_min if session.zone in zones else 0.0
    return sum(step_minutes(step, session) for step in session.steps if zone_of(step, session) in zones)


def km_in(session: Session, zone: Zone) -> float:
    if not session.steps:
        return (session.km or session.duration_min * 60 / session_pace(session)) if session.zone == zone else 0.0
    return sum(step_km(step, session) for step in session.steps if zone_of(step, session) == zone)


@by_identity
def hard_minutes(session: Session) -> float:
    """Minutes that count towards hard; race-pace work counts where the session is built on it."""
    if session.purpose == "strides" or session.type in {"strength", "mobility", "race"}:
        return 0.0
    if session.zone is None and not any(s.zone for s in session.steps if s.kind not in GENTLE_KINDS):
        return _minutes_without_zones(session)
    zones = ABOVE_EASY if session.purpose in {"long", "race_pace"} else AT_OR_ABOVE_THRESHOLD
    return minutes_in(session, zones)


def _minutes_without_zones(session: Session) -> float:
    if session.purpose not in QUALITY and session.rpe < HARD_EFFORT:
        return 0.0
    work = sum(step_minutes(step, session) for step in session.steps if step.kind == "work")
    return work or session.duration_min


def is_hard(session: Session) -> bool:
    """Hard for the weekly count; a race is not."""
    return hard_minutes(session) >= HARD_MINUTES - 1e-9


@by_identity
def hard_of(week: Week) -> tuple[Placed, ...]:
    return tuple(Placed(week, day, s) for day in week.days for s in day.sessions if is_hard(s))


@by_identity
def easy_minutes(session: Session) -> float:
    above = max(minutes_in(session, ABOVE_EASY), hard_minutes(session))
    return session.duration_min - min(above, session.duration_min)


@by_identity
def is_training_day(day: Day) -> bool:
    """A day with nothing, or mobility only, is rest."""
    return any(session.type != "mobility" for session in day.sessions)


@by_identity
def rest_days(week: Week) -> int:
    return sum(not is_training_day(day) for day in week.days)


def race_of(plan: TrainingBlock) -> Placed | None:
    return next((at for at in placed(plan) if at.session.type == "race"), None)


def run_history(plan: TrainingBlock) -> list[tuple[dt.date, float]]:
    """Every training run and race of the block with a known distance."""
    found = ((at.day.date, running_km(at.session)) for at in placed(plan) if is_running(at.session))
    return [(date, km) for date, km in found if km]
