"""One week: how far, on which days, in which sessions. Builds on what the ledger allows."""

import math
from collections.abc import Mapping

from coach.plan import sessions as make
from coach.plan.athlete import WEEKDAYS, Athlete
from coach.plan.frame import NOVICE_WEEKS, Frame, long_share, wanted_km
from coach.plan.notes import focus_of
from coach.plan.placement import strength_days
from coach.plan.quality import reps_for, words_for, zones_for
from coach.plan.reading import QUALITY, hard_minutes
from coach.records.block import Day, Session, Week, Zone

EASY_MINUTES = 95.0
EASY_OF_LONG, EASY_OF_LONG_FROM_RUNS = (0.7, 0.85), 5
UNEVEN = (0.86, 1.14)
"""Easy days differ a little: alike days wear one out."""
REFITS, FITS, FITS_KM, WALKS_FIT = 4, 0.995, 0.25, 0.85
ROUND_HALVES_FROM_KM = 40.0
LEAST_WALK_RUN_KM, LEAST_WALK_RUN_DAY_KM = 0.3, 0.5
LEAST_RUN_KM, QUALITY_FROM_KM, TWO_QUALITY_FROM_KM, STRIDES_FROM_KM = 1.5, 14.0, 30.0, 20.0
WEEKS_FOR_AN_EASY_ONE = 6
STRETCH_AT_FIRST, STRETCH_WEEKS = 8.0, 2


def build_week(frame: Frame) -> Week:
    """Fill one week: quality first, then the long run, then easy running up to the volume."""
    if frame.athlete.has("no_running"):
        return _assemble(frame, {day: make.cross(_cross_minutes(frame)) for day in frame.pattern.runs})
    wanted, found = wanted_km(frame), 0.0
    placed: dict[int, Session] = {}
    for _ in range(REFITS):
        placed = _quality(frame, wanted)
        hard = sum(hard_minutes(session) for session in placed.values())
        calm = frame.ledger.calmed(wanted, hard) if frame.slot.taper_share is None else wanted
        placed = _quality(frame, calm) if calm < wanted else placed
        placed = {**_easy(frame, calm, placed), **placed}
        found = sum(session.km or 0.0 for session in placed.values())
        if found >= (WALKS_FIT * wanted if frame.walks else min(FITS * wanted, wanted - FITS_KM)):
            break
        wanted = found  # the days hold less: size the shares by what they hold
    return _assemble(frame, placed)


def _cross_minutes(frame: Frame) -> float:
    grown = 30.0 + 2.5 * min(frame.slot.index - 1, 8)
    minutes = round(0.75 * grown) if frame.slot.is_cutback else round(grown)
    limits = [frame.athlete.minutes.get(WEEKDAYS[day], minutes) for day in frame.pattern.runs]
    return float(min([minutes, *limits]))


def _quality(frame: Frame, week_km: float) -> dict[int, Session]:
    """Quality sessions on the hard days, as many as phase, volume and limits allow."""
    slot, athlete = frame.slot, frame.athlete
    novice = athlete.novice and slot.index <= NOVICE_WEEKS
    full = frame.ledger.usual_km() if slot.taper_share is not None else week_km
    if frame.walks or novice or not athlete.hard_cap or full < QUALITY_FROM_KM or slot.index <= easy_weeks(athlete):
        return {}
    two = slot.phase in {"build", "peak"} and not slot.is_cutback and week_km >= TWO_QUALITY_FROM_KM
    count = min(athlete.hard_cap, 2 if two and len(frame.pattern.runs) > 4 else 1)  # noqa: PLR2004 (five runs)
    placed: dict[int, Session] = {}
    zones = zones_for(athlete.focus_km, slot.phase, slot.index, count, kinds=athlete.first_weeks.kinds_of_hard_work)
    for zone, day in zip(zones, frame.pattern.hard, strict=False):
        session = _quality_session(frame, zone, week_km, day)
        if session is not None:
            placed[day] = session
    return placed


def easy_weeks(athlete: Athlete) -> int:
    """Weeks without hard work at the start: a share of a long block, none of a short one."""
    return min(athlete.first_weeks.easy_weeks, athlete.weeks // WEEKS_FOR_AN_EASY_ONE)


def _quality_session(frame: Frame, zone: Zone, week_km: float, day: int) -> Session | None:
    reps = reps_for(frame.defaults, zone, week_km, spared=week_km < 29)  # noqa: PLR2004 (just below the rule's 30 km)
    if reps is None:
        return None
    session = make.quality(frame.defaults, reps, words_for(reps))
    fits_day = session.duration_min <= frame.athlete.minutes.get(WEEKDAYS[day], math.inf)
    share = long_share(frame, week_km, len(frame.pattern.runs))
    fits_week = (session.km or 0.0) <= min(share * week_km, frame.longest_km)
    return session if fits_day and fits_week else None


def _easy(frame: Frame, week_km: float, placed: Mapping[int, Session]) -> dict[int, Session]:
    """The long run and the easy runs: what is left of the week, spread over the days that are left."""
    days = [day for day in frame.pattern.runs if day not in placed]
    left = week_km - sum(session.km or 0.0 for session in placed.values())
    if not days or left < (LEAST_WALK_RUN_KM / 3 if frame.walks else LEAST_RUN_KM / 2):
        return {}
    least = LEAST_WALK_RUN_DAY_KM if frame.walks else LEAST_RUN_KM
    while len(days) > 1 and left / len(days) < least:
        days.remove(max(day for day in days if day != frame.pattern.long))
    shares = _spread(frame, days, left, week_km, runs=len(days) + len(placed))
    return {day: _run(frame, day, km, week_km) for day, km in shares.items() if km > 0}


def _spread(frame: Frame, days: list[int], left: float, week_km: float, *, runs: int) -> dict[int, float]:
    """Kilometres by day: the long run at its share of a week of `runs` runs, the rest level under each day's limit."""
    rooms = {day: _room_km(frame, day) for day in days}
    caps = {day: min(km, EASY_MINUTES * 60 / frame.defaults.paces.easy_s_per_km) for day, km in rooms.items()}
    long = frame.pattern.long
    spread: dict[int, float] = {}
    if long in caps:
        even = left / len(days)
        spread[long] = max(min(rooms[long], long_share(frame, week_km, runs) * week_km), 0.0)
        spread[long] = min(spread[long], left) if len(days) == 1 else max(min(spread[long], left - 0.5), 0.0)
        spread[long] = max(spread[long], min(even, rooms[long]))
        shorter = runs >= EASY_OF_LONG_FROM_RUNS or (frame.athlete.every_other_day and not frame.walks)
        of_long = EASY_OF_LONG if shorter else (1.0, 1.0)
        rest_days = sorted(day for day in caps if day != long)
        caps = {day: min(caps[day], spread[long] * of_long[i % 2]) for i, day in enumerate(rest_days)}
    else:
        caps = {day: min(cap, long_share(frame, week_km, runs) * week_km) for day, cap in caps.items()}
    rest = left - sum(spread.values())
    uneven = (1.0, 1.0) if frame.walks else UNEVEN
    weights = {day: uneven[position % 2] for position, day in enumerate(sorted(caps))}
    for day in sorted(caps, key=lambda day: caps[day]):
        spread[day] = max(min(caps[day], rest * weights[day] / sum(weights.values())), 0.0)
        rest -= spread[day]
        del weights[day]
    for day in sorted(caps):
        more = min(caps[day] - spread[day], max(rest, 0.0))
        spread[day], rest = spread[day] + more, rest - more
    if frame.slot.is_cutback and long in rooms:  # a lighter week is no worse shaped than the one it rests from
        spread[long] += min(rooms[long] - spread[long], max(rest, 0.0))
    return _on_grid(spread, 0.01 if frame.walks else 0.1 if week_km < ROUND_HALVES_FROM_KM else 0.5)


def _room_km(frame: Frame, day: int) -> float:
    """The longest run that the weeks before and the time on this weekday leave room for."""
    if frame.walks and WEEKDAYS[day] in frame.athlete.minutes:
        return _walk_run(frame, day, frame.longest_km).km or 0.0
    return min(frame.longest_km, frame.day_km(day))


def _on_grid(spread: Mapping[int, float], grid: float) -> dict[int, float]:
    """Km by day as multiples of `grid`, rounded down; the remainder goes to the first days that can take it."""
    rounded = {day: math.floor(km / grid + 1e-6) * grid for day, km in spread.items()}
    remainder = sum(spread.values()) - sum(rounded.values())
    for day, km in rounded.items():
        if remainder >= grid / 2 and km + grid <= max(rounded.values()):
            rounded[day], remainder = km + grid, remainder - grid
    return {day: round(km, 2) for day, km in rounded.items()}


def _run(frame: Frame, day: int, km: float, week_km: float) -> Session:
    is_long = day == frame.pattern.long and frame.slot.taper_share is None
    if frame.walks:
        return _walk_run(frame, day, km)
    if is_long:
        return make.easy_run(frame.defaults, km, "long", "Long and unhurried: finish feeling you could go on a little.")
    if _wants_strides(frame, day, km, week_km):
        return make.strides(frame.defaults, km)
    return make.easy_run(frame.defaults, km, "easy", "Easy and conversational. Slower is fine.")


def _walk_run(frame: Frame, day: int, km: float) -> Session:
    """Running with walk breaks, as much of `km` as the time on that weekday holds."""
    stretch = STRETCH_AT_FIRST if frame.slot.index <= STRETCH_WEEKS else make.WALK_STRETCHES
    limit = frame.athlete.minutes.get(WEEKDAYS[day], math.inf)
    while True:
        session = make.walk_run(frame.defaults, km, stretch, "Keep the running slow enough to talk.")
        if session.duration_min <= limit or km < LEAST_WALK_RUN_KM:
            return session
        km *= 0.95


def _wants_strides(frame: Frame, day: int, km: float, week_km: float) -> bool:
    athlete = frame.athlete
    forbidden = athlete.contraindications & {"no_hills_or_sprints", "no_high_intensity", "walk_run_only"}
    others = [run for run in frame.pattern.runs if run != frame.pattern.long and run not in frame.pattern.hard]
    early = athlete.novice and frame.slot.index <= 2 * NOVICE_WEEKS
    here = day in others[-_strides_days(frame) :]
    return not forbidden and not early and week_km >= STRIDES_FROM_KM and here and km >= 4  # noqa: PLR2004 (room for strides)


def _is_faster(frame: Frame) -> bool:
    return frame.athlete.hard_cap > 0 and frame.slot.index > easy_weeks(frame.athlete)


def _strides_days(frame: Frame) -> int:
    return frame.athlete.first_weeks.strides_days if frame.slot.taper_share is None else 1


def _assemble(frame: Frame, placed: Mapping[int, Session]) -> Week:
    by_day: dict[int, list[Session]] = {day: [session] for day, session in placed.items()}
    race = _race_day(frame)
    if race is not None:
        by_day[race] = [_race(frame)]
    for day in _strength(frame, by_day, race):
        by_day.setdefault(day, []).append(make.strength())
    days = tuple(
        [Day(date=frame.date(day), weekday=WEEKDAYS[day], sessions=tuple(by_day.get(day, ()))) for day in range(7)]
    )
    flat = [session for day in days for session in day.sessions]
    return Week(
        index=frame.slot.index, start_date=frame.slot.start, phase=frame.slot.phase,
        is_cutback=frame.slot.is_cutback, minutes=make.total_minutes(flat), days=days,
        km=round(sum(s.km or 0.0 for s in flat if s.type in {"run", "race"}), 2),
        focus=focus_of(frame.slot, faster=_is_faster(frame)),
    )  # fmt: skip


def _race_day(frame: Frame) -> int | None:
    race = frame.athlete.race_date
    offset = (race - frame.slot.start).days if race else -1
    return offset if 0 <= offset < len(WEEKDAYS) else None


def _race(frame: Frame) -> Session:
    athlete = frame.athlete
    gentle = athlete.all_easy or bool(athlete.contraindications & {"no_high_intensity", "walk_run_only"})
    text = "Your day. Start calmer than feels right, settle in, and spend what is left in the last part."
    easy_text = "Your day, as a celebration: easy all the way, walk whenever you like, enjoy every bit."
    return make.race(frame.defaults, athlete.race_km or 0.0, easy=gentle, text=easy_text if gentle else text)


def _strength(frame: Frame, by_day: Mapping[int, list[Session]], race: int | None) -> tuple[int, ...]:
    """Two days in base and build, one in peak and taper, none in race week."""
    phase = frame.slot.phase
    count = {"base": 2, "build": 2, "peak": 1, "taper": 1}.get(phase, 0)
    spare = frame.athlete.days - len(by_day)
    if frame.athlete.every_other_day and spare > 0:
        before_race = frame.athlete.race_date == frame.date(7)
        return strength_days(_between(frame, by_day), (), next_week=before_race, count=min(count, spare))
    hard = {day for day, found in by_day.items() if found[0].purpose in QUALITY}
    room = [
        day
        for day, found in sorted(by_day.items())
        if day != race
        and found[0].duration_min + make.STRENGTH_MIN <= frame.athlete.minutes.get(WEEKDAYS[day], math.inf)
    ]
    monday_next = 0 in frame.pattern.hard or frame.athlete.race_date == frame.date(7)
    return strength_days(room, hard, next_week=monday_next, count=count)


def _between(frame: Frame, by_day: Mapping[int, list[Session]]) -> list[int]:
    """The free days on which there is time for strength work."""
    athlete = frame.athlete
    days = [WEEKDAYS.index(name) for name in athlete.weekdays if WEEKDAYS.index(name) not in by_day]
    withheld = athlete.today if athlete.has("no_session_today") else None
    enough = [day for day in days if athlete.minutes.get(WEEKDAYS[day], math.inf) >= make.STRENGTH_MIN]
    return [day for day in enough if frame.date(day) != withheld]
