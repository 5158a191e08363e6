"""Checks of single sessions: warm-up, strength, the first weeks of a new runner."""

import datetime as dt
from collections.abc import Iterator

from coach.plan.athlete import RECOVERY_DAYS
from coach.plan.caps import EASY_AFTER_ILLNESS, promised
from coach.plan.profile_values import bmi
from coach.plan.reading import is_strength, step_minutes, zones_of
from coach.plan.validation.context import PlanContext
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_date, on_day
from coach.plan.zones import ABOVE_EASY
from coach.records.block import StepKind, TrainingSession

WARMUP, WARMUP_EXTENDED, COOLDOWN = 10.0, 15.0, 5.0
STRENGTH_MAX = 3
STRENGTH_WANTED = {"base": 2, "build": 2, "taper": 1}
NOVICE_WEEKS, NOVICE_BMI, NOVICE_KM = 4, 30.0, 3.0
DAY = dt.timedelta(days=1)


def easy_ends(session: TrainingSession) -> tuple[float, float]:
    """Minutes of warm-up before the first and of cool-down after the last hard step.

    Jogging between repetitions is neither, also where it stands last. The easy first and last part of a long run is.
    """
    steps = zip(session.steps, zones_of(session), strict=True)
    work = [i for i, (step, zone) in enumerate(steps) if zone in ABOVE_EASY or step.kind == "work"]
    if not work:
        return 0.0, 0.0
    plain: set[StepKind] = {"run"} if session.purpose == "long" else set()
    before = [step for step in session.steps[: work[0]] if step.kind in {"warmup", *plain}]
    after = [step for step in session.steps[work[-1] + 1 :] if step.kind in {"cooldown", *plain}]
    return sum(step_minutes(step, session) for step in before), sum(step_minutes(step, session) for step in after)


def warmup_cooldown(context: PlanContext) -> Iterator[Flaw]:
    warmup = WARMUP_EXTENDED if context.has("extended_warmup_required") else WARMUP
    return short_ends(context, warmup, COOLDOWN)


def short_ends(context: PlanContext, warmup: float, cooldown: float) -> Iterator[Flaw]:
    """Hard runs with fewer minutes of easy warm-up or cool-down than these."""
    for at in context.runs:
        if not at.is_hard:
            continue
        before, after = easy_ends(at.session)
        if before < warmup - ROUNDING:
            yield on_day(at, f"{before:.4g} min of easy warm-up; at least {warmup:g} min")
        if after < cooldown - ROUNDING:
            yield on_day(at, f"{after:.4g} min of easy cool-down; at least {cooldown:g} min")


def strength(context: PlanContext) -> Iterator[Flaw]:
    hard_days = {at.day.date for at in context.reading.hard_or_race}
    for week in context.weeks:
        days = [at.day for at in week.sessions if is_strength(at.session)]
        wanted = 0 if _is_ill(context, week.start_date) and not days else STRENGTH_WANTED.get(week.phase)
        if wanted and not 1 <= len(days) <= STRENGTH_MAX:
            yield in_week(week, f"{len(days)} strength sessions; {wanted} are asked for, at most {STRENGTH_MAX}")
        for day in {id(day): day for day in days}.values():
            if day.date + DAY in hard_days:
                yield on_date(week.index, day.date, "strength on the day before a hard run: move it")


def _is_ill(context: PlanContext, monday: dt.date) -> bool:
    """Are the days from this one easy, for an illness that was told?"""
    return EASY_AFTER_ILLNESS in promised(context.safety.fired) and (monday - context.as_of).days < RECOVERY_DAYS


def novice_start(context: PlanContext) -> Iterator[Flaw]:
    if not context.is_novice:
        return
    for week in context.weeks[:NOVICE_WEEKS]:
        for at in week.runs:
            if not any(step.kind == "walk" for step in at.session.steps):
                yield on_day(at, "0 walk steps; in the first 4 weeks every run is walk-run")
        for at in week.hard:
            yield on_day(at, "a hard session; none in the first 4 weeks")
    mass_index, first = bmi(context.profile), context.weeks[0]
    km = sum(at.km or 0.0 for at in first.runs)
    if mass_index is not None and mass_index > NOVICE_BMI and km > NOVICE_KM + ROUNDING:
        yield in_week(first, f"{km:.1f} km of running; at most {NOVICE_KM:g} km to begin with")
