"""One session at a time, with steps that add up. Knows paces and words, not weeks.

What is built is remembered: a block asks for the same session in many weeks.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from coach.plan.zones import Paces
from coach.records.block import PaceRange, Purpose, Session, Step, StepKind, Tag, Zone

RPE: dict[Purpose, int] = {"easy": 3, "recovery": 2, "long": 4, "walk_run": 3, "strides": 4, "cross": 4}
HARD_RPE: dict[Zone, int] = {"M": 6, "T": 7, "I": 8, "R": 8}
COOLDOWN_MIN = 6.0
WALK_MINUTES, WALK_WARMUP = ((1.75, 2.0), (3.5, 1.5), (math.inf, 1.0)), 5.0
"""Minutes of walking after runs shorter than so many minutes; and at each end."""
STRIDE_KM, STRIDES = 0.1, 6
EASY_RACE_RPE, RACE_RPE = 5, 9
WALK_STRETCHES = 10.0
KEPT = 0.97


@dataclass(frozen=True, slots=True)
class SessionDefaults:
    """What every session of this runner needs to know."""

    paces: Paces
    warmup_min: float = 12.0
    heat: bool = False

    def tags(self, *own: Tag) -> tuple[Tag, ...]:
        return (*own, "heat_alternative") if self.heat else own

    def words(self, text: str) -> str:
        return f"{text} Pick a cool hour or a shaded or indoor route." if self.heat else text


@dataclass(frozen=True, slots=True)
class Reps:
    """The work of a quality session: so many repetitions of so many minutes, with a jog after each."""

    purpose: Purpose
    zone: Zone
    count: int
    minutes: float
    jog_min: float


def minutes_for(km: float, pace: float) -> float:
    return round(km * pace / 60, 1)


def _total(steps: Sequence[Step]) -> tuple[float, float]:
    km = sum(step.repeat * (step.km or 0.0) for step in steps)
    return round(km, 2), round(sum(step.repeat * (step.duration_min or 0.0) for step in steps), 1)


@lru_cache(maxsize=512)
def easy_run(defaults: SessionDefaults, km: float, purpose: Purpose, text: str) -> Session:
    """A run at one easy effort."""
    pace, target = defaults.paces.middle("E"), defaults.paces.target("E")
    minutes = minutes_for(km, pace)
    step = Step(kind="run", km=km, duration_min=minutes, zone="E", pace_s_per_km=target)
    return Session(
        type="run", purpose=purpose, km=km, duration_min=minutes, zone="E", rpe=RPE[purpose],
        pace_s_per_km=target, steps=(step,), tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def strides(defaults: SessionDefaults, km: float) -> Session:
    """An easy run with a few relaxed fast stretches at the end."""
    easy = round(km - 2 * STRIDES * STRIDE_KM, 2)
    steps = (
        _step(defaults, "run", "E", km=easy),
        _step(defaults, "work", "R", km=STRIDE_KM, repeat=STRIDES),
        _step(defaults, "recover", "E", km=STRIDE_KM, repeat=STRIDES),
    )
    total_km, minutes = _total(steps)
    text = f"Easy, then {STRIDES} relaxed strides of about 20 seconds: quick feet, loose shoulders, easy jog between."
    return Session(
        type="run", purpose="strides", km=total_km, duration_min=minutes, zone="E", rpe=RPE["strides"],
        steps=steps, tags=defaults.tags("stride"), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def _step(defaults: SessionDefaults, kind: StepKind, zone: Zone, *, km: float, repeat: int = 1) -> Step:
    minutes = round(km * defaults.paces.middle(zone) / 60, 2)
    return Step(
        kind=kind, repeat=repeat, km=km, duration_min=minutes, zone=zone, pace_s_per_km=defaults.paces.target(zone)
    )


def _km_lasting(defaults: SessionDefaults, zone: Zone, minutes: float) -> float:
    """The least hundredths of a km that take at least `minutes`."""
    return math.ceil(minutes * 6000 / defaults.paces.middle(zone) + 1) / 100


@lru_cache(maxsize=512)
def quality(defaults: SessionDefaults, reps: Reps, text: str) -> Session:
    """Warm-up, repetitions with jogs between, cool-down."""
    work_km = round(reps.minutes * 60 / defaults.paces.middle(reps.zone), 2)
    jogs = reps.count if reps.jog_min else 0
    steps = [
        _step(defaults, "warmup", "E", km=_km_lasting(defaults, "E", defaults.warmup_min)),
        _step(defaults, "work", reps.zone, km=work_km, repeat=reps.count),
        *([_step(defaults, "recover", "E", km=_km_lasting(defaults, "E", reps.jog_min), repeat=jogs)] if jogs else []),
        _step(defaults, "cooldown", "E", km=_km_lasting(defaults, "E", COOLDOWN_MIN)),
    ]
    km, minutes = _total(steps)
    return Session(
        type="run", purpose=reps.purpose, km=km, duration_min=minutes, zone=reps.zone,
        rpe=HARD_RPE[reps.zone], steps=tuple(steps), tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def walk_run(defaults: SessionDefaults, km: float, most_at_a_stretch: float, text: str) -> Session:
    """Easy running with walk breaks; `km` is the running alone."""
    running = km * defaults.paces.easy_s_per_km / 60
    count, stretch = _stretches(running, min(max(1.0, running / 5), most_at_a_stretch))
    walk = next(minutes for below, minutes in WALK_MINUTES if stretch < below)
    steps = (
        Step(kind="walk", duration_min=WALK_WARMUP),
        Step(kind="run", repeat=count, duration_min=stretch, zone="E", pace_s_per_km=defaults.paces.target("E")),
        Step(kind="walk", repeat=count, duration_min=walk),
        Step(kind="walk", duration_min=WALK_WARMUP),
    )
    return Session(
        type="run", purpose="walk_run", km=round(count * stretch * 60 / defaults.paces.easy_s_per_km, 2),
        duration_min=_total(steps)[1], zone="E", rpe=RPE["walk_run"], steps=steps, tags=defaults.tags(),
        text=defaults.words(f"{count} times: run {spoken(stretch)}, walk {spoken(walk)}. {text}"),
    )  # fmt: skip


class Stretches(NamedTuple):
    runs: int
    minutes: float


def _stretches(running: float, wanted: float) -> Stretches:
    """So many runs of so many minutes, in quarters of a minute where that loses next to nothing."""
    count = max(1, math.ceil(running / wanted - 1e-6))
    plain = Stretches(count, math.floor(running / count * 10 + 1e-6) / 10)
    quarters = [n / 4 for n in range(4, math.floor(4 * min(wanted * 1.3, WALK_STRETCHES)) + 1)]
    round_ones = [Stretches(math.floor(running / length + 1e-6), length) for length in quarters]
    good = [one for one in round_ones if one.runs > 1 and one.runs * one.minutes >= KEPT * running]
    return min(good, key=lambda one: (one.minutes % 0.5, abs(one.minutes - wanted)), default=plain)


def spoken(minutes: float) -> str:
    """`3 min`, `1:30 min`."""
    whole, seconds = divmod(round(minutes * 60), 60)
    return f"{whole}:{seconds:02} min" if seconds else f"{whole} min"


def race(defaults: SessionDefaults, km: float, *, easy: bool, text: str) -> Session:
    """Race day at present fitness, or as an easy outing where nothing hard is allowed."""
    seconds = km * defaults.paces.middle("E") if easy else defaults.paces.race_time_s(km)
    pace = seconds / km
    target: PaceRange | None = (round(pace * 0.98, 1), round(pace * 1.02, 1)) if defaults.paces.vdot else None
    minutes = round(seconds / 60, 1)
    return Session(
        type="race", purpose="race", km=km, duration_min=minutes, zone="E" if easy else None,
        rpe=EASY_RACE_RPE if easy else RACE_RPE, pace_s_per_km=target,
        steps=(Step(kind="run", km=km, duration_min=minutes, pace_s_per_km=target),),
        tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


STRENGTH_MIN, STRENGTH_RPE = 25.0, 5


@lru_cache(maxsize=512)
def strength() -> Session:
    """Short, standing, with body weight or light hand weights: safe under every restriction on lifting."""
    return Session(
        type="strength", purpose="strength", duration_min=STRENGTH_MIN, rpe=STRENGTH_RPE,
        text="Two relaxed rounds: squats to a chair, step-ups, calf raises, band rows, single-leg balance.",
    )  # fmt: skip


@lru_cache(maxsize=512)
def cross(minutes: float) -> Session:
    return Session(
        type="cross", purpose="cross", duration_min=minutes, zone="E", rpe=RPE["cross"],
        steps=(Step(kind="work", duration_min=minutes, zone="E"),),
        text="Walk, cycle or move in water, whichever feels good, at an effort where you can chat the whole way.",
    )  # fmt: skip


def total_minutes(sessions: Iterable[Session]) -> float:
    return round(sum(session.duration_min for session in sessions), 1)
