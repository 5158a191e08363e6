"""One week: how far, on which days, in which sessions. Builds on what the ledger allows."""

import math
from collections.abc import Iterator, Mapping

from coach.plan import sessions as make
from coach.plan.athlete import WEEKDAYS
from coach.plan.daily_distances import SECOND_OF_LONG, below_long, spread
from coach.plan.faster_sessions import faster_sessions, long_with_race_pace
from coach.plan.notes import focus_of
from coach.plan.placement import strength_days
from coach.plan.race_day import race_session
from coach.plan.reading import HARD_MINUTES, hard_minutes
from coach.plan.strength_sessions import strength
from coach.plan.week_frame import NOVICE_WEEKS, STRETCH_GROWTH, Frame
from coach.records.block import Day, Purpose, TrainingSession, Week

REFITS, FITS, FITS_KM, WALKS_FIT = 4, 0.995, 0.5, 0.85
LEAST_WALK_RUN_KM, LEAST_WALK_RUN_DAY_KM = 0.3, 0.5
LEAST_RUN_KM, STRIDES_FROM_KM, STRIDES_RUN_KM = 1.5, 20.0, 4.0
STRETCH_AT_FIRST, STRETCH_WEEKS = 8.0, 2
MORE_WARMUP_KM = 4.0
MOVING_MINUTES = 40.0
"""A walk or ride on a free day, where the goal is to move more."""
WARM_MINUTES = 20.0
"""Easy movement beside the strength work, where strength is the goal and nobody runs."""


def build_week(frame: Frame) -> Week:
    """Fill one week: faster work first, then the long run, then easy running up to the volume."""
    if frame.athlete.has("no_running"):
        return _assemble(frame, {day: make.cross(_cross_minutes(frame, day)) for day in frame.pattern.runs})
    wanted, found = frame.wanted_km, 0.0
    placed: dict[int, TrainingSession] = {}
    for _ in range(REFITS):
        placed = _filled(frame, wanted)
        hard = sum(hard_minutes(session) for session in placed.values())
        calm = frame.ledger.calmed(wanted, hard) if frame.slot.taper_share is None else wanted
        placed = _filled(frame, calm) if calm < wanted else placed
        found = sum(session.km or 0.0 for session in placed.values())
        if found >= (WALKS_FIT * wanted if frame.walks else min(FITS * wanted, wanted - FITS_KM)):
            break
        wanted = found  # the days hold less: size the shares by what they hold
    return _assemble(frame, placed)


def _filled(frame: Frame, week_km: float) -> dict[int, TrainingSession]:
    faster = faster_sessions(frame, week_km)
    easy = _easy(frame, week_km, faster)
    return {**easy, **_filled_up(frame, faster, easy, week_km)}


def _filled_up(
    frame: Frame, faster: dict[int, TrainingSession], easy: Mapping[int, TrainingSession], week_km: float
) -> dict[int, TrainingSession]:
    """The faster sessions with longer warm-ups, where the other days do not hold the week."""
    left = week_km - sum(session.km or 0.0 for session in (*faster.values(), *easy.values()))
    long = easy.get(frame.pattern.long) if frame.pattern.long is not None else None
    longest = long.km if long and long.km else max((session.km or 0.0 for session in easy.values()), default=0.0)
    most = below_long(SECOND_OF_LONG, longest, frame) if long else longest
    found = dict(faster)
    for place, (day, session) in enumerate(faster.items()):
        room = min(
            left / (len(faster) - place), most - (session.km or 0.0), MORE_WARMUP_KM, _spare_km(frame, day, session)
        )
        more = math.floor(room / make.GRID_KM + 1e-6) * make.GRID_KM
        if more > 0:
            found[day], left = make.with_longer_warmup(frame.defaults, session, more), left - more
    return found


def _spare_km(frame: Frame, day: int, session: TrainingSession) -> float:
    """The km that the time on this weekday leaves beside the session."""
    minutes = frame.athlete.minutes.get(WEEKDAYS[day], math.inf) - session.duration_min
    return minutes * 60 / frame.defaults.paces.easy_s_per_km


def _cross_minutes(frame: Frame, day: int) -> float:
    if frame.athlete.for_strength:
        return min(WARM_MINUTES, frame.athlete.minutes.get(WEEKDAYS[day], WARM_MINUTES))
    grown = 30.0 + (0.0 if frame.athlete.keeps_level else 2.5 * min(frame.slot.index - 1, 8))
    minutes = float(round(0.75 * grown) if frame.slot.is_cutback else round(grown))
    return min(minutes, frame.athlete.minutes.get(WEEKDAYS[day], minutes))


def _easy(frame: Frame, week_km: float, placed: Mapping[int, TrainingSession]) -> dict[int, TrainingSession]:
    """The long run and the easy runs: what is left of the week, spread over the days that are left."""
    days = [day for day in frame.pattern.runs if day not in placed]
    left = week_km - sum(session.km or 0.0 for session in placed.values())
    if not days or left < (LEAST_WALK_RUN_KM / 3 if frame.walks else LEAST_RUN_KM / 2):
        return {}
    least = LEAST_WALK_RUN_DAY_KM if frame.walks else LEAST_RUN_KM
    while len(days) > 1 and left / len(days) < least:
        days.remove(max(day for day in days if day != frame.pattern.long))
    rooms = {day: _room_km(frame, day) for day in days}
    shares = spread(frame, rooms, left, week_km, runs=len(days) + len(placed))
    return {day: _run(frame, day, km, week_km) for day, km in shares.items() if km > 0}


def _room_km(frame: Frame, day: int) -> float:
    """The longest run that the weeks before and the time on this weekday leave room for."""
    if frame.walks and WEEKDAYS[day] in frame.athlete.minutes:
        return _walk_run(frame, day, frame.longest_km).km or 0.0
    return min(frame.longest_km, frame.day_km(day))


def _run(frame: Frame, day: int, km: float, week_km: float) -> TrainingSession:
    is_long = day == frame.pattern.long and frame.slot.taper_share is None
    if frame.walks:
        return _walk_run(frame, day, km)
    if is_long:
        return long_with_race_pace(frame, km) or make.easy_run(frame.defaults, km, "long", _long_words(frame))
    if _wants_strides(frame, day, km, week_km):
        return make.strides(frame.defaults, km)
    return make.easy_run(frame.defaults, km, "easy", _easy_words(frame, day))


def _long_words(frame: Frame) -> str:
    if frame.for_ultra:
        return "Long, on ground like the race's where you can: walk the climbs, eat and drink every half hour."
    return "Long and unhurried: finish feeling you could go on a little."


def _easy_words(frame: Frame, day: int) -> str:
    if frame.for_ultra and day + 1 == frame.pattern.long:
        return "Easy, so that tomorrow's long run starts on tired legs, as the last hours of the race will."
    return "Easy and conversational. Slower is fine."


def _walk_run(frame: Frame, day: int, km: float) -> TrainingSession:
    """Running with walk breaks, as much of `km` as the time on that weekday holds."""
    outgrown = max(make.OUTGROWN_STRETCHES, STRETCH_GROWTH * frame.ledger.stretch_min)
    stretch = make.WALK_STRETCHES if frame.athlete.has("walk_run_only") else outgrown
    stretch = STRETCH_AT_FIRST if frame.slot.index <= STRETCH_WEEKS else stretch
    limit = frame.athlete.minutes.get(WEEKDAYS[day], math.inf)
    while True:
        text, halved = "Keep the running slow enough to talk.", frame.outgrows_walks and stretch > make.WALK_STRETCHES
        session = make.walk_run(frame.defaults, km, stretch, text, halved=halved)
        if session.duration_min <= limit or km < LEAST_WALK_RUN_KM:
            return session
        km *= 0.95


def _wants_strides(frame: Frame, day: int, km: float, week_km: float) -> bool:
    athlete = frame.athlete
    forbidden = athlete.contraindications & {"no_hills_or_sprints", "no_high_intensity", "walk_run_only"}
    pattern = frame.pattern
    others = sorted(
        (run for run in pattern.runs if run != pattern.long and run not in pattern.hard), key=pattern.origin
    )
    early = athlete.novice and frame.slot.index <= 2 * NOVICE_WEEKS
    big_enough = week_km >= STRIDES_FROM_KM and km >= STRIDES_RUN_KM and athlete.hard_cap > 0
    return not forbidden and not early and big_enough and day in others[-_strides_days(frame) :]


def _strides_days(frame: Frame) -> int:
    return frame.athlete.first_weeks.strides_days if frame.slot.taper_share is None else 1


def _assemble(frame: Frame, placed: Mapping[int, TrainingSession]) -> Week:
    by_day = {day: [session] for day, session in _held_back(frame, placed)}
    race = _race_day(frame)
    if race is not None:
        by_day[race] = [race_session(frame)]
    for day in (each for each in _strength(frame, by_day, race) if not frame.athlete.recovers_on(frame.date(each))):
        by_day.setdefault(day, []).append(_strength_session(frame))
    if frame.athlete.for_weight and race is None and (free := _free_days(frame, by_day, MOVING_MINUTES)):
        by_day[free[-1]] = [make.cross(MOVING_MINUTES)]
    days = tuple(
        [Day(date=frame.date(day), weekday=WEEKDAYS[day], sessions=tuple(by_day.get(day, ()))) for day in range(7)]
    )
    flat = [session for day in days for session in day.sessions]
    return Week(
        index=frame.slot.index, start_date=frame.slot.start, phase=frame.slot.phase,
        is_cutback=frame.slot.is_cutback, minutes=make.total_minutes(flat), days=days,
        km=round(sum(s.km or 0.0 for s in flat if s.type in {"run", "race"}), 2),
        focus=focus_of(frame.slot, days, frame.ledger.weeks[-1].km if frame.ledger.weeks else 0.0),
    )  # fmt: skip


def _held_back(frame: Frame, placed: Mapping[int, TrainingSession]) -> Iterator[tuple[int, TrainingSession]]:
    """The sessions as the athlete may do them, none moved or made up: nothing on a day of rest, and after an illness an
    easy run as long as the faster one would have been."""
    for day, session in placed.items():
        date, faster = frame.date(day), hard_minutes(session) > 0 or session.purpose == "strides"
        if frame.athlete.rests_on(date):
            continue
        if faster and frame.athlete.recovers_on(date):
            km = session.duration_min * 60 / frame.defaults.paces.middle("E")
            km = min(math.floor(km / make.GRID_KM) * make.GRID_KM, session.km or km)
            purpose: Purpose = "long" if day == frame.pattern.long else "easy"
            yield day, make.easy_run(frame.defaults, km, purpose, _easy_words(frame, day))
        else:
            yield day, session


def _race_day(frame: Frame) -> int | None:
    race = frame.athlete.race_date
    offset = (race - frame.slot.start).days if race else -1
    return offset if 0 <= offset < len(WEEKDAYS) else None


def _strength(frame: Frame, by_day: Mapping[int, list[TrainingSession]], race: int | None) -> tuple[int, ...]:
    """Two days in base and build (three where strength is the goal), one in peak and taper, none in race week.

    Faster days before easy ones, then free days, the day of the long run last; a runner who needs a day between runs
    has it on the free days.
    """
    spares = frame.slot.is_cutback and frame.athlete.has("no_running")  # nothing else is lighter there
    most = 3 if frame.athlete.for_strength and not spares else 2
    count = {"base": most, "build": most, "peak": 1, "taper": 1}.get(frame.slot.phase, 0)
    minutes = _strength_session(frame).duration_min
    free = _free_days(frame, by_day, minutes)
    hard = {day for day, found in by_day.items() if hard_minutes(found[0]) >= HARD_MINUTES}
    on_runs = [
        day for day in sorted(by_day) if day != race and _has_room(frame, day, by_day[day][0].duration_min + minutes)
    ]
    long = frame.pattern.long
    on_runs.sort(key=lambda day: (day == long, day not in hard, frame.pattern.origin(day)))
    if frame.athlete.every_other_day and free:
        ordered, hard = free, set()
    else:
        ordered = [*(day for day in on_runs if day != long), *free, *(day for day in on_runs if day == long)]
    demanding = hard if race is None else {*hard, race}
    next_race = frame.athlete.race_date == frame.date(7)
    before = {day - 1 for day in demanding} | ({6} if next_race or 0 in frame.pattern.hard else set())
    days = [day for day in ordered if day not in before]
    return strength_days(days, count, free, spare=max(frame.athlete.days - len(by_day), 0))


def _strength_session(frame: Frame) -> TrainingSession:
    return strength(frame.slot.phase, main=frame.athlete.for_strength, equipment=frame.athlete.equipment)


def _has_room(frame: Frame, day: int, minutes: float) -> bool:
    return minutes <= frame.athlete.minutes.get(WEEKDAYS[day], math.inf)


def _free_days(frame: Frame, by_day: Mapping[int, list[TrainingSession]], minutes: float) -> list[int]:
    """Days that the athlete could train on besides, with so many minutes; none where every agreed day is used."""
    athlete = frame.athlete
    if athlete.days <= len(by_day):
        return []
    days = [WEEKDAYS.index(name) for name in athlete.weekdays]
    enough = [day for day in days if athlete.minutes.get(WEEKDAYS[day], math.inf) >= minutes]
    return [day for day in enough if day not in by_day and not athlete.rests_on(frame.date(day))]
