"""A plan read without any code of `coach.plan`: a second opinion on what is hard, what is rest, how far a week goes."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from coach.memoize import by_identity
from coach.records.block import Day, Step, TrainingBlock, TrainingSession, Week
from coach.records.fact import Value, is_number

FAST = frozenset({"T", "I", "R"})
ABOVE_EASY = FAST | {"M"}
HARD_PURPOSES = frozenset({"threshold", "interval", "repetition", "race_pace", "hills"})
_GENTLE = frozenset({"warmup", "cooldown", "recover", "walk"})
_HARD_MINUTES = 5.0
_HARD_RPE = 7
_EXPONENT = 1.06  # Riegel 1981, American Scientist 69:285-290, and not the equations that the planner uses
_TOLERANCE = 0.06
_EASY_RPE = 4
_LOADING = frozenset({"plyometric", "axial_load", "isometric_max", "hill", "stride", "sprint"})
_RACE_KM = {"R": 1.0, "I": 3.0, "T": 12.0, "M": 42.195}
"""The race whose pace a zone stands for, the shorter one where sources differ: faster than that is too fast."""


@dataclass(frozen=True, slots=True)
class Place:
    """A session with where it stands."""

    week: Week
    day: Day
    session: TrainingSession

    @property
    def name(self) -> str:
        return f"week {self.week.index}, {self.day.date} ({self.session.purpose})"


def places(plan: TrainingBlock) -> Iterator[Place]:
    for week in plan.weeks:
        yield from in_week(week)


@partial(by_identity, most=64)  # the weeks of the plans of a session
def in_week(week: Week) -> tuple[Place, ...]:
    return tuple(Place(week, day, session) for day in week.days for session in day.sessions)


def is_empty(weeks: Iterable[Week]) -> bool:
    return not any(day.sessions for week in weeks for day in week.days)


def runs(session: TrainingSession) -> bool:
    return session.type in {"run", "race"}


def zone(step: Step, session: TrainingSession) -> str | None:
    return step.zone or ("E" if step.kind in _GENTLE else session.zone)


def minutes(step: Step, session: TrainingSession) -> float:
    """Of all repetitions; by the pace where only the distance is given."""
    if step.duration_min is not None:
        return step.repeat * step.duration_min
    pace = step.pace_s_per_km or session.pace_s_per_km
    a_km = sum(pace) / 2 if pace else session.duration_min * 60 / session.km if session.km else 0.0
    return step.repeat * (step.km or 0.0) * a_km / 60


def minutes_in(session: TrainingSession, zones: frozenset[str]) -> float:
    if not session.steps:
        return session.duration_min if session.zone in zones else 0.0
    return sum(minutes(step, session) for step in session.steps if zone(step, session) in zones)


def is_hard(session: TrainingSession) -> bool:
    """Five minutes or more at threshold or faster; of a long or race-pace run, above easy. A race and strides are not.

    Where nobody named a zone, the effort tells.
    """
    if session.type != "run" or session.purpose == "strides":
        return False
    zones = ABOVE_EASY if session.purpose in {"long", "race_pace"} else FAST
    named = session.zone or any(step.zone for step in session.steps)
    if not named:
        return session.rpe >= _HARD_RPE or session.purpose in HARD_PURPOSES
    return minutes_in(session, zones) >= _HARD_MINUTES


def distance(session: TrainingSession) -> float:
    """Running kilometres; from the steps where the session does not say."""
    if session.km is not None:
        return session.km
    return sum(step.repeat * (step.km or 0.0) for step in session.steps if step.kind != "walk")


def week_km(week: Week) -> float:
    """Running distance without a race: what is written over the week, or what its sessions come to, if more."""
    ran = sum(distance(at.session) for at in in_week(week) if at.session.type == "run")
    raced = sum(distance(at.session) for at in in_week(week) if at.session.type == "race")
    return max(ran, week.km - raced)


def full_rest_days(week: Week) -> int:
    return sum(all(map(rests, day.sessions)) for day in week.days)


def rests(session: TrainingSession) -> bool:
    """Mobility as a rest day may hold it: no distance, no running, nothing above easy, nothing that loads."""
    if session.type != "mobility" or session.purpose not in {"mobility", "recovery"}:
        return False
    zones = {session.zone, *(zone(step, session) for step in session.steps)}
    parts: tuple[TrainingSession | Step, ...] = (session, *session.steps)
    covers = any(part.km or part.pace_s_per_km for part in parts)
    runs_in_it = covers or any(step.kind == "run" for step in session.steps)
    gentle = session.rpe <= _EASY_RPE and not zones & ABOVE_EASY and not _LOADING & set(session.tags)
    return gentle and not runs_in_it


def longest_stretch(session: TrainingSession) -> float:
    """Minutes without a walk; repeated running takes turns with walks beside it: as many, one less, one more before."""
    longest = stretch = 0.0
    for place, step in enumerate(session.steps):
        walks = [near.repeat for near in session.steps[max(place - 2, 0) : place + 3] if near.kind == "walk"]
        ahead = step.repeat > 1 and any(
            near.kind == "walk" and near.repeat == step.repeat + 1 for near in session.steps[max(place - 2, 0) : place]
        )
        in_turns = ahead or not {step.repeat, step.repeat - 1}.isdisjoint(walks)
        each = minutes(step, session) / (step.repeat if in_turns else 1)
        stretch = 0.0 if step.kind == "walk" else stretch + each
        longest = max(longest, stretch)
    return longest


def number(value: Value) -> float | None:
    return float(value) if is_number(value) else None


def listed(value: Value) -> tuple[str, ...]:
    """The names in a list; none in anything else."""
    return value if isinstance(value, tuple) else ()


def runs_of(plan: TrainingBlock) -> list[tuple[dt.date, float]]:
    """(date, kilometres) of every run that is no race, in the order of the plan."""
    return [(at.day.date, distance(at.session)) for at in places(plan) if at.session.type == "run"]


def longest_before(
    runs_done: Iterable[tuple[dt.date, float]], date: dt.date, stated: float | None, start: dt.date
) -> float | None:
    """The longest run of the 30 days before `date`: of `runs_done`, and before `start` as the athlete stated it."""
    since = date - dt.timedelta(days=30)
    inside = [km for day, km in runs_done if since <= day < date]
    before = [stated] if stated is not None and since < start else []
    return max([*inside, *before], default=None)


def too_fast(plan: TrainingBlock, truth: dict[str, Value]) -> Iterator[str]:
    """Every step or session whose pace is faster than its zone allows a runner with the present race time.

    An easy pace is slower than that of a marathon; without a zone the effort tells an easy run from a fast one.
    """
    km, seconds = _present(truth)
    if not km or not seconds:
        return
    fastest = {name: _pace(km, seconds, other) * (1 - _TOLERANCE) for name, other in _RACE_KM.items()}
    for at in places(plan):
        paced = [(zone(step, at.session), step.pace_s_per_km) for step in at.session.steps]
        for named, pace in [(at.session.zone, at.session.pace_s_per_km), *paced]:
            name = named if named in fastest else "M" if named or at.session.rpe <= _EASY_RPE else "R"
            if (named in fastest or at.session.type == "run") and pace and pace[0] < fastest[name]:
                yield f"{at.name} asks for {pace[0]:.0f} s per km, faster than today's {fastest[name]:.0f}"


def cannot_judge(plan: TrainingBlock, truth: dict[str, Value]) -> bool:
    """Whether the plan names paces and there is no race time to hold them against."""
    paced = any(at.session.pace_s_per_km or any(step.pace_s_per_km for step in at.session.steps) for at in places(plan))
    return paced and not all(_present(truth))


def _present(truth: dict[str, Value]) -> tuple[float | None, float | None]:
    """Kilometres and seconds of the recent race."""
    return number(truth.get("recent_race_distance_km")), number(truth.get("recent_race_time_s"))


def _pace(km: float, seconds: float, other: float) -> float:
    """Seconds per km over `other` km."""
    return float(seconds * (other / km) ** _EXPONENT / other)
