"""One session at a time, with steps that add up. Knows paces and words, not weeks.

What is built is remembered: a block asks for the same session in many weeks.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from coach.plan.zones import Paces
from coach.records.block import PaceRange, Purpose, Step, StepKind, Tag, TrainingSession, Zone

RPE: dict[Purpose, int] = {"easy": 3, "recovery": 2, "long": 4, "walk_run": 3, "strides": 4, "cross": 4}
HARD_RPE: dict[Zone | None, int] = {"M": 6, "T": 7, "I": 8, "R": 8, None: 8}
COOLDOWN_MIN, LONG_ENDS_KM = 6.0, 2.0
WALK_MINUTES, WALK_WARMUP = ((1.75, 2.0), (3.5, 1.5), (math.inf, 1.0)), 5.0
"""Minutes of walking after runs shorter than so many minutes; and at each end."""
STRETCHES = ((10.0, 6.0), (18.0, 5.0), (24.5, 4.0), (29.0, 3.0), (math.inf, 2.0))
"""Below so many minutes of running in all, the number of stretches that it is cut into."""
STRIDE_KM, STRIDES = 0.1, 6
EASY_RACE_RPE, RACE_RPE = 5, 9
WALK_STRETCHES, OUTGROWN_STRETCHES = 10.0, 15.0
"""Minutes of running at a stretch: always within walk breaks, and on the way out of them."""
GRID_KM = 0.5
WHOLE_MINUTES_FROM = 14.0
"""A shorter session is rounded to half minutes."""


@dataclass(frozen=True, slots=True)
class Work:
    """Repetitions of so many minutes or km at a zone, each followed by `jog` minutes.

    `zone` None is the race's own pace, or by effort for hills; `share`: of the week's km that may be spent on it, a
    little inside what the plan rules allow; `spared`: minutes that a small week may spend whatever its share;
    `simpler`: the work to do instead where the week carries too few.
    """

    purpose: Purpose
    zone: Zone | None
    share: float
    text: str
    minutes: float | None = None
    km: float | None = None
    jog: float = 2.0
    least: int = 2
    most: int = 6
    spared: float = 0.0
    simpler: str | None = None


@dataclass(frozen=True, slots=True)
class Reps:
    """So many repetitions of a work."""

    work: Work
    count: int


@dataclass(frozen=True, slots=True)
class SessionDefaults:
    """What every session of this runner needs to know. `race_km`: the distance trained for, None without one."""

    paces: Paces
    race_km: float | None = None
    warmup_min: float = 12.0
    heat: bool = False

    def tags(self, *own: Tag) -> tuple[Tag, ...]:
        return (*own, "heat_alternative") if self.heat else own

    def words(self, text: str) -> str:
        return f"{text} Pick a cool hour or a shaded or indoor route." if self.heat else text

    def pace(self, work: Work) -> float:
        """Seconds per km to reckon with."""
        if work.purpose == "hills":
            return self.paces.middle("E")
        if work.zone is None and self.race_km:
            return self.paces.race_time_s(self.race_km) / self.race_km
        return self.paces.middle(work.zone or "M")

    def target(self, work: Work) -> PaceRange | None:
        """The pace range to show; None where only effort is known."""
        if work.purpose == "hills":
            return None
        return self.paces.target(work.zone) if work.zone else self.paces.race_target(self.race_km or 0.0)

    def km(self, work: Work) -> float:
        """Kilometres of one repetition."""
        return work.km or (work.minutes or 0.0) * 60 / self.pace(work)


def minutes_for(km: float, pace: float) -> float:
    minutes = km * pace / 60
    return float(round(minutes)) if minutes >= WHOLE_MINUTES_FROM else round(2 * minutes) / 2


def on_grid(km: float) -> float:
    """The nearest half kilometre."""
    return round(km / GRID_KM) * GRID_KM


def _total(steps: Sequence[Step]) -> tuple[float, float]:
    km = sum(step.repeat * (step.km or 0.0) for step in steps)
    return round(km, 2), round(sum(step.repeat * (step.duration_min or 0.0) for step in steps), 1)


@lru_cache(maxsize=512)
def easy_run(defaults: SessionDefaults, km: float, purpose: Purpose, text: str) -> TrainingSession:
    """A run at one easy effort."""
    pace, target = defaults.paces.middle("E"), defaults.paces.target("E")
    minutes = minutes_for(km, pace)
    step = Step(kind="run", km=km, duration_min=minutes, zone="E", pace_s_per_km=target)
    return TrainingSession(
        type="run", purpose=purpose, km=km, duration_min=minutes, zone="E", rpe=RPE[purpose],
        pace_s_per_km=target, steps=(step,), tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def strides(defaults: SessionDefaults, km: float) -> TrainingSession:
    """An easy run with a few relaxed fast stretches at the end."""
    easy = round(km - 2 * STRIDES * STRIDE_KM, 2)
    steps = (
        _step(defaults, "run", "E", km=easy),
        _step(defaults, "work", "R", km=STRIDE_KM, repeat=STRIDES),
        _step(defaults, "recover", "E", km=STRIDE_KM, repeat=STRIDES),
    )
    total_km, minutes = _total(steps)
    minutes = float(round(minutes))
    text = f"Easy, then {STRIDES} relaxed strides of about 20 seconds: quick feet, loose shoulders, easy jog between."
    return TrainingSession(
        type="run", purpose="strides", km=total_km, duration_min=minutes, zone="E", rpe=RPE["strides"],
        steps=steps, tags=defaults.tags("stride"), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def _step(defaults: SessionDefaults, kind: StepKind, zone: Zone, *, km: float, repeat: int = 1) -> Step:
    minutes = round(km * defaults.paces.middle(zone) / 60, 2)
    return Step(
        kind=kind, repeat=repeat, km=km, duration_min=minutes, zone=zone, pace_s_per_km=defaults.paces.target(zone)
    )


@lru_cache(maxsize=512)
def quality(defaults: SessionDefaults, reps: Reps, text: str) -> TrainingSession:
    """Warm-up, repetitions with jogs between, cool-down; a whole number of minutes, about so many half kilometres."""
    work, pace = reps.work, defaults.pace(reps.work)
    minutes = work.minutes or round((work.km or 0.0) * pace / 60, 2)
    steps = (
        _minutes(defaults, "warmup", defaults.warmup_min),
        Step(kind="work", repeat=reps.count, km=work.km, duration_min=minutes, zone=work.zone,
             pace_s_per_km=defaults.target(work)),
        _minutes(defaults, "recover", work.jog, repeat=reps.count),
        _minutes(defaults, "cooldown", COOLDOWN_MIN),
    )  # fmt: skip
    gentle = sum(step.repeat * (step.duration_min or 0.0) for step in steps if step.kind != "work")
    km = gentle * 60 / defaults.paces.middle("E") + reps.count * defaults.km(work)
    own: tuple[Tag, ...] = ("hill",) if work.purpose == "hills" else ()
    return TrainingSession(
        type="run", purpose=work.purpose, km=on_grid(km), duration_min=float(round(_total(steps)[1])), zone=work.zone,
        rpe=HARD_RPE[work.zone], steps=steps, tags=defaults.tags(*own), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def with_longer_warmup(defaults: SessionDefaults, session: TrainingSession, km: float) -> TrainingSession:
    """The same session with so many km more of easy running before the work."""
    minutes = float(round(km * defaults.paces.middle("E") / 60))
    first = session.steps[0].model_copy(update={"duration_min": (session.steps[0].duration_min or 0.0) + minutes})
    more = {"km": (session.km or 0.0) + km, "duration_min": session.duration_min + minutes}
    return session.model_copy(update={**more, "steps": (first, *session.steps[1:])})


def _minutes(defaults: SessionDefaults, kind: StepKind, minutes: float, *, repeat: int = 1) -> Step:
    return Step(
        kind=kind, repeat=repeat, duration_min=minutes, zone="E", pace_s_per_km=defaults.paces.target("E")
    )  # fmt: skip


@lru_cache(maxsize=512)
def long_at_race_pace(defaults: SessionDefaults, km: float, race_km: float) -> TrainingSession:
    """A long run whose last part but the end is at marathon pace."""
    steps = (
        _step(defaults, "run", "E", km=km - race_km - LONG_ENDS_KM),
        _step(defaults, "work", "M", km=race_km),
        _step(defaults, "run", "E", km=LONG_ENDS_KM),
    )
    text = (
        f"Easy to begin with, then {race_km:g} km at the pace you could race a marathon at today, smooth and patient; "
        f"the last {LONG_ENDS_KM:g} km easy. Eat and drink as you will on race day."
    )
    return TrainingSession(
        type="run", purpose="long", km=km, duration_min=float(round(_total(steps)[1])), zone="E", rpe=HARD_RPE["M"],
        steps=steps, tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def walk_run(
    defaults: SessionDefaults, km: float, most_at_a_stretch: float, text: str, *, halved: bool = False
) -> TrainingSession:
    """Easy running with walk breaks; `km` is the most of running alone, `halved`: in two where the stretches may."""
    count, stretch = _stretches(km * defaults.paces.easy_s_per_km / 60, most_at_a_stretch, halved=halved)
    walk = next(minutes for below, minutes in WALK_MINUTES if stretch < below)
    steps = (
        Step(kind="walk", duration_min=WALK_WARMUP),
        Step(kind="run", repeat=count, duration_min=stretch, zone="E", pace_s_per_km=defaults.paces.target("E")),
        Step(kind="walk", repeat=count, duration_min=walk),
        Step(kind="walk", duration_min=WALK_WARMUP),
    )
    return TrainingSession(
        type="run", purpose="walk_run", km=round(count * stretch * 60 / defaults.paces.easy_s_per_km, 1),
        duration_min=_total(steps)[1], zone="E", rpe=RPE["walk_run"], steps=steps, tags=defaults.tags(),
        text=defaults.words(f"{count} times: run {spoken(stretch)}, walk {spoken(walk)}. {text}"),
    )  # fmt: skip


class Stretches(NamedTuple):
    runs: int
    minutes: float


@lru_cache(maxsize=512)
def _stretches(running: float, most: float, *, halved: bool) -> Stretches:
    """So many runs of so many half minutes: little is lost of `running`, and each is about as long as wanted."""
    count = 2.0 if halved else next(count for below, count in STRETCHES if running < below)
    wanted = min(max(1.0, running / count), most)
    halves = [n / 2 for n in range(2 if running >= 1 else 1, math.floor(2 * most) + 1) if n / 2 <= running + 1e-6]
    choices = [Stretches(math.floor(running / length + 1e-6), length) for length in halves or [0.5]]

    def cost(one: Stretches) -> tuple[float, float]:
        lost = (running - one.runs * one.minutes) / running
        return 4 * lost + abs(one.minutes - wanted) / wanted, one.minutes

    return min((Stretches(max(one.runs, 1), one.minutes) for one in choices), key=cost)


def spoken(minutes: float) -> str:
    """`3 min`, `1:30 min`."""
    whole, seconds = divmod(round(minutes * 60), 60)
    return f"{whole}:{seconds:02} min" if seconds else f"{whole} min"


def race(defaults: SessionDefaults, km: float, *, easy: bool, text: str) -> TrainingSession:
    """Race day at present fitness, or at an easy effort and without a pace."""
    at_best = defaults.paces.race_time_s(km)
    seconds = max(at_best, km * defaults.paces.middle("E")) if easy else at_best
    pace, paced = seconds / km, defaults.paces.vdot and not easy
    target: PaceRange | None = (round(pace * 0.98, 1), round(pace * 1.02, 1)) if paced else None
    minutes = round(seconds / 60, 1)
    return TrainingSession(
        type="race", purpose="race", km=km, duration_min=minutes, zone="E" if easy else None,
        rpe=EASY_RACE_RPE if easy else RACE_RPE, pace_s_per_km=target,
        steps=(Step(kind="run", km=km, duration_min=minutes, pace_s_per_km=target),),
        tags=defaults.tags(), text=defaults.words(text),
    )  # fmt: skip


@lru_cache(maxsize=512)
def cross(minutes: float) -> TrainingSession:
    return TrainingSession(
        type="cross", purpose="cross", duration_min=minutes, zone="E", rpe=RPE["cross"],
        steps=(Step(kind="work", duration_min=minutes, zone="E"),),
        text="Walk, cycle or move in water, whichever feels good, at an effort where you can chat the whole way.",
    )  # fmt: skip


def total_minutes(sessions: Iterable[TrainingSession]) -> float:
    return round(sum(session.duration_min for session in sessions), 1)
