"""A plan, read once: what each session, week and block amounts to. Judges nothing and changes nothing."""

import datetime as dt
from dataclasses import dataclass, replace
from typing import NamedTuple

from coach.memoize import by_identity
from coach.plan.exercise_words import named_in
from coach.plan.step_order import in_order
from coach.plan.zones import ABOVE_EASY, AT_OR_ABOVE_THRESHOLD
from coach.records.block import Day, PaceRange, Phase, Step, Tag, TrainingBlock, TrainingSession, Week, Zone

HARD_MINUTES = 5.0
"""So many minutes at or above threshold make a session hard."""

QUALITY = frozenset({"threshold", "interval", "repetition", "race_pace", "hills"})
GENTLE_KINDS = frozenset({"warmup", "cooldown", "recover", "walk"})
HARD_EFFORT = 7
"""Where no zone above easy is named, a session counts as hard from this effort on."""
EASY_EFFORT = 4
"""The most effort of a rest day (house: an easy run is as hard)."""
LOADING: frozenset[Tag] = frozenset({"plyometric", "axial_load", "isometric_max", "hill", "stride", "sprint"})
"""Tags of what loads the body like strength work or running."""

STRIDE_MINUTES, STRIDES_MINUTES = 1.5, 10.0
"""No stride lasts longer (100 m for the slowest), and no session's strides together."""

DEFAULT_PACE = 360.0
"""Seconds per km where a step says neither how long it lasts nor how fast it is."""
SLOWEST_RUN = 720.0
"""Seconds per km that no run exceeds: minutes of running are at least so many km."""

ROUNDING = 1e-9


class Placed(NamedTuple):
    """A session, its place and its amounts.

    `km`: running distance, for a run that tells only its minutes the least they can be (`km_is_known` is false);
    `zones`: of its steps, else its own; `hard_minutes`, `easy_minutes`: minutes that count as such; `is_hard`: hard
    for the weekly count, which a race is not.
    """

    week: Week
    day: Day
    session: TrainingSession
    km: float | None
    zones: frozenset[Zone | None]
    hard_minutes: float
    easy_minutes: float
    is_hard: bool
    km_is_known: bool


@dataclass(frozen=True, slots=True)
class WeekReading:
    """A week and its amounts: `km` is running distance, `training_km` leaves out races, `minutes` is all sessions.

    `runs` are training runs, a race is none; `training_days` are days with more than a rest day may hold.
    """

    index: int
    start_date: dt.date
    phase: Phase
    is_cutback: bool
    days: tuple[Day, ...]
    km: float
    minutes: float
    training_km: float
    sessions: tuple[Placed, ...]
    runs: tuple[Placed, ...]
    hard: tuple[Placed, ...]
    has_race: bool
    training_days: tuple[Day, ...]
    rest_days: int


class PlanReading(NamedTuple):
    """All weeks; all sessions, training runs and races in the order of the block; hard sessions and races by date."""

    weeks: tuple[WeekReading, ...]
    sessions: tuple[Placed, ...]
    runs: tuple[Placed, ...]
    races: tuple[Placed, ...]
    hard_or_race: tuple[Placed, ...]


def read_plan(plan: TrainingBlock) -> PlanReading:
    weeks = tuple([read_week(week) for week in plan.weeks])
    sessions = tuple([at for week in weeks for at in week.sessions])
    races = tuple([at for at in sessions if at.session.type == "race"])
    demanding = [at for at in sessions if at.is_hard or at.session.type == "race"]
    demanding.sort(key=lambda at: at.day.date)
    return PlanReading(weeks, sessions, tuple([at for week in weeks for at in week.runs]), races, tuple(demanding))


def _read_week(week: Week) -> WeekReading:
    sessions = tuple([_placed(week, day, session) for day in week.days for session in day.sessions])
    runs = tuple([at for at in sessions if is_training_run(at.session)])
    race_km = sum(at.session.km or 0.0 for at in sessions if at.session.type == "race")
    least_km = 0.0 if all(at.km_is_known for at in runs) else sum(at.km or 0.0 for at in runs)
    training_days = tuple(day for day in week.days if not all(map(is_restful, day.sessions)))
    return WeekReading(
        index=week.index, start_date=week.start_date, phase=week.phase, is_cutback=week.is_cutback, days=week.days,
        km=week.km, minutes=week.minutes, training_km=max(week.km - race_km, least_km), sessions=sessions, runs=runs,
        hard=tuple([at for at in sessions if at.is_hard]),
        has_race=any(at.session.type == "race" for at in sessions),
        training_days=training_days, rest_days=len(week.days) - len(training_days),
    )  # fmt: skip


read_week = by_identity(_read_week, most=512)
"""The reading of a week, remembered for the last few hundred weeks."""


def with_other_races(week: WeekReading, race_date: dt.date | None) -> WeekReading:
    """The week whose `training_km` leaves out only the race on `race_date`; any other race is distance like a run."""
    others = [at for at in week.sessions if at.session.type == "race" and at.day.date != race_date]
    return replace(week, training_km=week.training_km + sum(at.km or 0.0 for at in others)) if others else week


def _placed(week: Week, day: Day, session: TrainingSession) -> Placed:
    zones = frozenset(zones_of(session) or (session.zone,))
    known, minutes, hard = running_km(session), session.duration_min, hard_minutes(session)
    above = hard if zones.isdisjoint(ABOVE_EASY) else max(minutes_in(session, ABOVE_EASY), hard)
    is_hard, km_is_known = hard >= HARD_MINUTES - ROUNDING, known is not None or not is_running(session)
    km = known if km_is_known else _least_km(session)
    return Placed(week, day, session, km, zones, hard, minutes - min(above, minutes), is_hard, km_is_known)


def placed(plan: TrainingBlock) -> tuple[Placed, ...]:
    """Every session in the order of the block."""
    return read_plan(plan).sessions


def is_running(session: TrainingSession) -> bool:
    """A run, a race, or whatever else holds a step of running."""
    return session.type in {"run", "race"} or any(step.kind == "run" for step in session.steps)


def is_training_run(session: TrainingSession) -> bool:
    return session.type != "race" and is_running(session)


def calls_itself_race(session: TrainingSession) -> bool:
    """A race, or a run whose purpose is one; a run stays a training run for the rules of load."""
    return "race" in {session.type, session.purpose}


def is_strength(session: TrainingSession) -> bool:
    return "strength" in {session.type, session.purpose}


def is_restful(session: TrainingSession) -> bool:
    """Mobility by what it holds: no distance, nothing above easy, and nothing that loads like strength or running."""
    gentle = session.rpe <= EASY_EFFORT and ABOVE_EASY.isdisjoint((session.zone, *zones_of(session)))
    named = session.type == "mobility" and session.purpose in {"mobility", "recovery"}
    parts: tuple[TrainingSession | Step, ...] = (session, *session.steps)
    covers = any(part.km or part.pace_s_per_km for part in parts)
    light = LOADING.isdisjoint((*session.tags, *named_in(session.text)))
    return named and gentle and not covers and light and not is_running(session)


def running_km(session: TrainingSession) -> float | None:
    """Running distance, from the steps or the pace where the session does not say; None where nobody can tell."""
    known = session.km if session.km is not None else steps_km(session)
    pace = middle(session.pace_s_per_km)
    return session.duration_min * 60 / pace if known is None and pace else known


def _least_km(session: TrainingSession) -> float:
    """What the minutes of a run are worth at the slowest."""
    walked = sum(step_minutes(step, session) for step in session.steps if step.kind == "walk")
    return max(session.duration_min - walked, 0.0) * 60 / SLOWEST_RUN


def steps_km(session: TrainingSession) -> float | None:
    """Kilometres of all steps but walks; None where one of them has no km, or there is none."""
    total: float | None = None
    for step in session.steps:
        if step.kind == "walk":
            continue
        if step.km is None:
            return None
        total = (total or 0.0) + step.repeat * step.km
    return total


def middle(pace: PaceRange | None) -> float | None:
    return (pace[0] + pace[1]) / 2 if pace else None


def session_pace(session: TrainingSession) -> float:
    """Seconds per km to reckon with where a step has no pace of its own."""
    stated = middle(session.pace_s_per_km)
    if stated:
        return stated
    if session.km and session.duration_min:
        return session.duration_min * 60 / session.km
    return DEFAULT_PACE


def step_minutes(step: Step, session: TrainingSession) -> float:
    """Minutes of all repetitions."""
    if step.duration_min is not None:
        return step.repeat * step.duration_min
    pace = middle(step.pace_s_per_km) or session_pace(session)
    return step.repeat * (step.km or 0.0) * pace / 60


def step_km(step: Step, session: TrainingSession) -> float:
    """Kilometres of all repetitions."""
    if step.km is not None:
        return step.repeat * step.km
    pace = middle(step.pace_s_per_km) or session_pace(session)
    return step.repeat * (step.duration_min or 0.0) * 60 / pace


def longest_stretch(session: TrainingSession) -> float:
    """Minutes without a walk break."""
    longest = stretch = 0.0
    for step in [step for group in in_order(session.steps) for step in group.steps * group.times]:
        stretch = 0.0 if step.kind == "walk" else stretch + step_minutes(step, session)
        longest = max(longest, stretch)
    return longest


def zones_of(session: TrainingSession) -> list[Zone | None]:
    """The zone of each step: its own; else gentle kinds are easy, and work inherits the session's."""
    inherited = session.zone
    return [step.zone or ("E" if step.kind in GENTLE_KINDS else inherited) for step in session.steps]


def minutes_in(session: TrainingSession, zones: frozenset[Zone]) -> float:
    if not session.steps:
        return session.duration_min if session.zone in zones else 0.0
    found = zip(session.steps, zones_of(session), strict=True)
    return sum([step_minutes(step, session) for step, zone in found if zone in zones])


def km_in(session: TrainingSession, zone: Zone) -> float:
    if not session.steps:
        return (session.km or session.duration_min * 60 / session_pace(session)) if session.zone == zone else 0.0
    found = zip(session.steps, zones_of(session), strict=True)
    return sum([step_km(step, session) for step, of_step in found if of_step == zone])


def _hard_minutes(session: TrainingSession) -> float:
    """Minutes that count towards hard, in any session but a race; race-pace work counts where the session is built
    on it. Strides are not hard, nor is the effort of strength work.
    """
    if session.type == "race":
        return 0.0
    if ABOVE_EASY.isdisjoint(zones_of(session) or (session.zone,)):
        minutes = _minutes_by_effort(session)
    else:
        minutes = minutes_in(session, ABOVE_EASY if session.purpose in {"long", "race_pace"} else AT_OR_ABOVE_THRESHOLD)
    return 0.0 if session.purpose == "strides" and _are_strides(session, minutes) else minutes


def _are_strides(session: TrainingSession, minutes: float) -> bool:
    """Is the fast running, `minutes` of it, as short as strides are?"""
    steps = zip(session.steps, zones_of(session), strict=True)
    fast = [step for step, zone in steps if step.kind == "work" or zone in AT_OR_ABOVE_THRESHOLD]
    longest = max((step_minutes(step, session) / step.repeat for step in fast), default=minutes)
    return longest <= STRIDE_MINUTES and minutes <= STRIDES_MINUTES


hard_minutes = by_identity(_hard_minutes, most=1024)
"""Minutes of a session that count towards hard, remembered for the last sessions."""


def _minutes_by_effort(session: TrainingSession) -> float:
    """Where no zone above easy is named, the work of a session whose purpose or effort says that it is hard."""
    lifts = is_strength(session) and not is_running(session)
    if lifts or (session.purpose not in QUALITY and session.rpe < HARD_EFFORT):
        return 0.0
    work = sum(step_minutes(step, session) for step in session.steps if step.kind == "work")
    return work or session.duration_min
