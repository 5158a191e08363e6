"""The faster sessions of one week: as many as phase, volume and limits allow, on the days kept for them."""

import math

from coach.plan import sessions as make
from coach.plan.athlete import WEEKDAYS, PlanningAthlete
from coach.plan.placement import gap_between_hard, may_be_hard
from coach.plan.quality import MARATHON_KM, instead_of, reps_for, words_for, works_for
from coach.plan.week_frame import NOVICE_WEEKS, Frame, long_share
from coach.plan.zones import ULTRA_KM
from coach.records.block import TrainingSession

FROM_KM, TWO_FROM_KM, SPARED_BELOW_KM, TWO_FROM_RUNS = 14.0, 30.0, 29.0, 5
WEEKS_FOR_AN_EASY_ONE = 6
RACE_LONG = "race_long"
RACE_LONG_FROM_KM, RACE_PART, RACE_PART_MOST_KM = 16.0, 0.4, 14


def faster_sessions(frame: Frame, week_km: float) -> dict[int, TrainingSession]:
    """Sessions by day, those on the day of the long run left out."""
    names, days = list(_works(frame, week_km)), list(frame.pattern.hard)
    if not names:
        return {}
    if frame.pattern.long is not None and has_race_pace(frame):
        names = [name for name in names if name != RACE_LONG]
        gap = gap_between_hard(frame.athlete)
        days = [day for day in days if abs(day - frame.pattern.long) >= gap][: frame.athlete.hard_cap - 1]
    placed: dict[int, TrainingSession] = {}
    for name, day in zip(names, days, strict=False):
        if session := _session(frame, name, week_km, day):
            placed[day] = session
    return placed


def _works(frame: Frame, week_km: float) -> tuple[str, ...]:
    slot, athlete = frame.slot, frame.athlete
    novice = athlete.novice and slot.index <= NOVICE_WEEKS
    full = frame.ledger.usual_km() if slot.taper_share is not None else max(week_km, frame.wanted_km)
    if frame.walks or novice or not athlete.hard_cap or full < FROM_KM or slot.index <= easy_weeks(athlete):
        return ()
    two = slot.phase in {"build", "peak"} and not slot.is_cutback and full >= TWO_FROM_KM
    count = min(athlete.hard_cap, 2 if two and len(frame.pattern.runs) >= TWO_FROM_RUNS else 1)
    return works_for(athlete.focus_km, slot.phase, slot.index, count, kinds=athlete.first_weeks.kinds_of_hard_work)


def easy_weeks(athlete: PlanningAthlete) -> int:
    """Weeks without hard work at the start: a share of a long block, none of a short one."""
    return min(athlete.first_weeks.easy_weeks, athlete.weeks // WEEKS_FOR_AN_EASY_ONE)


def _session(frame: Frame, name: str, week_km: float, day: int) -> TrainingSession | None:
    """The work of this name or, where the week carries too little of it, a simpler one."""
    flat = frame.athlete.has("no_hills_or_sprints")
    limit = frame.athlete.minutes.get(WEEKDAYS[day], math.inf)
    most_km = min(long_share(frame, week_km, len(frame.pattern.runs)) * week_km, frame.longest_km)
    if frame.pattern.long is not None and frame.slot.taper_share is None:
        most_km -= make.GRID_KM  # the long run is longer than any other
    for work in instead_of(name):
        if work.purpose == "long" or (flat and work.purpose == "hills"):
            continue
        reps = reps_for(frame.defaults, work, week_km, spared=week_km < SPARED_BELOW_KM)
        session = make.quality(frame.defaults, reps, words_for(frame.defaults, reps)) if reps else None
        if session and session.duration_min <= limit and (session.km or 0.0) <= most_km:
            return session
    return None


def has_race_pace(frame: Frame) -> bool:
    """Does the long run of this week end at marathon pace?"""
    long = frame.pattern.long
    for_marathon = MARATHON_KM <= (frame.athlete.focus_km or 0.0) < ULTRA_KM
    if long is None or not for_marathon or frame.slot.is_cutback or frame.slot.taper_share is not None:
        return False
    km = min(frame.longest_km, frame.day_km(long))
    asked = RACE_LONG in _works(frame, frame.wanted_km)
    return asked and km >= RACE_LONG_FROM_KM and may_be_hard(frame.athlete, frame.slot, long, frame.ledger)


def long_with_race_pace(frame: Frame, km: float) -> TrainingSession | None:
    """The long run with its last part at marathon pace; None where this week has none."""
    if km < RACE_LONG_FROM_KM or not has_race_pace(frame):
        return None
    return make.long_at_race_pace(frame.defaults, km, min(math.floor(RACE_PART * km), RACE_PART_MOST_KM))
