"""Rules about single sessions: warm-up, strength, the first weeks of a new runner."""

import datetime as dt
from collections.abc import Iterator

from coach.plan.reading import (
    hard_of,
    is_hard,
    placed,
    running_km,
    runs_of,
    step_minutes,
    zone_of,
)
from coach.plan.validation.context import Context
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day
from coach.plan.zones import ABOVE_EASY
from coach.records.block import Session, StepKind

WARMUP, WARMUP_EXTENDED, COOLDOWN = 10.0, 15.0, 5.0
STRENGTH_MAX = 3
NOVICE_WEEKS, NOVICE_BMI, NOVICE_KM = 4, 30.0, 3.0
DAY = dt.timedelta(days=1)
ROUNDING = 1e-6


def easy_ends(session: Session) -> tuple[float, float]:
    """Minutes of warm-up before the first and of cool-down after the last hard step.

    Jogging between repetitions is neither, also where it stands last. The easy first and last part of a long run is.
    """
    work = [i for i, step in enumerate(session.steps) if zone_of(step, session) in ABOVE_EASY or step.kind == "work"]
    if not work:
        return 0.0, 0.0
    plain: set[StepKind] = {"run"} if session.purpose == "long" else set()
    before = [step for step in session.steps[: work[0]] if step.kind in {"warmup", *plain}]
    after = [step for step in session.steps[work[-1] + 1 :] if step.kind in {"cooldown", *plain}]
    return sum(step_minutes(step, session) for step in before), sum(step_minutes(step, session) for step in after)


def warmup_cooldown(context: Context) -> Iterator[Flaw]:
    needed = WARMUP_EXTENDED if context.has("extended_warmup_required") else WARMUP
    for week, day, session in placed(context.plan):
        if session.type != "run" or not is_hard(session):
            continue
        before, after = easy_ends(session)
        if before < needed - ROUNDING:
            yield on_day(week, day.date, f"{before:.0f} min of easy warm-up; at least {needed:g} min")
        if after < COOLDOWN - ROUNDING:
            yield on_day(week, day.date, f"{after:.0f} min of easy cool-down; at least {COOLDOWN:g} min")


def short_warmups(context: Context) -> Iterator[Flaw]:
    """Hard runs that start before the extended warm-up is over."""
    for week, day, session in placed(context.plan):
        if session.type == "run" and is_hard(session):
            before = easy_ends(session)[0]
            if before < WARMUP_EXTENDED - ROUNDING:
                yield on_day(week, day.date, f"{before:.0f} min of easy warm-up; at least {WARMUP_EXTENDED:g} min")


def strength(context: Context) -> Iterator[Flaw]:
    hard_days = {at.day.date for at in placed(context.plan) if is_hard(at.session) or at.session.type == "race"}
    for week in context.plan.weeks:
        days = [day for day in week.days if any(s.type == "strength" for s in day.sessions)]
        count = sum(s.type == "strength" for day in days for s in day.sessions)
        if week.phase in {"base", "build", "taper"} and not 1 <= count <= STRENGTH_MAX:
            target = 1 if week.phase == "taper" else 2
            yield in_week(week, f"{count} strength sessions; {target} are asked for, at most {STRENGTH_MAX}")
        for day in days:
            if day.date + DAY in hard_days:
                yield on_day(week, day.date, "strength on the day before a hard run: move it")


def novice_start(context: Context) -> Iterator[Flaw]:
    if not context.is_novice:
        return
    for week in context.plan.weeks[:NOVICE_WEEKS]:
        for at in runs_of(week):
            if not any(step.kind == "walk" for step in at.session.steps):
                yield on_day(week, at.day.date, "0 walk steps; in the first 4 weeks every run is walk-run")
        for at in hard_of(week):
            yield on_day(week, at.day.date, "a hard session; none in the first 4 weeks")
    bmi, first = _bmi(context), context.plan.weeks[0]
    km = sum(running_km(at.session) or 0.0 for at in runs_of(first))
    if bmi is not None and bmi > NOVICE_BMI and km > NOVICE_KM + ROUNDING:
        yield in_week(first, f"{km:.1f} km of running; at most {NOVICE_KM:g} km to begin with")


def _bmi(context: Context) -> float | None:
    kg, cm = context.number("weight_kg"), context.number("height_cm")
    return kg / (cm / 100) ** 2 if kg and cm else None


def _experience_known(context: Context) -> bool:
    return context.number("running_experience_years") is not None


RULES = (
    Rule("session_warmup_cooldown", "error", "gina; minutes house", warmup_cooldown),
    Rule("session_strength", "warn", "blagrove_2018; placement house", strength),
    Rule("session_novice_start", "warn", "nielsen_2014_ijspt; 4 weeks house", novice_start, _experience_known),
)
