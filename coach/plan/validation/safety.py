"""Rules that hold a plan to what the gate said and to what an age asks."""

import itertools
from collections.abc import Iterator

from coach.plan.caps import race_km_cap
from coach.plan.reading import is_hard, is_training_day, placed, rest_days, step_minutes, zone_of
from coach.plan.validation import words
from coach.plan.validation.context import Context
from coach.plan.validation.contraindications import respected
from coach.plan.validation.growth import missing_cutbacks
from coach.plan.validation.load import MINOR_AGE, MINOR_REST
from coach.plan.validation.rule import Flaw, Rule, in_week, on_day

MASTERS_AGE, MASTERS_DAYS, MASTERS_CUTBACK, MASTERS_GAP_DAYS = 50, 6, 3, 3
VO2MAX_MINUTES = 5.0
ROUNDING = 1e-6


def blocked_no_plan(context: Context) -> Iterator[Flaw]:
    if context.safety.status not in {"approved", "approved_with_warnings"}:
        yield Flaw(f"There may be no plan while the safety check says {context.safety.status}")


def minor_limits(context: Context) -> Iterator[Flaw]:
    age = context.age
    if age is None or age >= MINOR_AGE:
        return
    for week in context.plan.weeks:
        if week.minutes > 60 * age + ROUNDING:
            yield in_week(week, f"{week.minutes / 60:.1f} h of sport; at most {age:g} h")
        if rest_days(week) < MINOR_REST:
            yield in_week(week, f"{rest_days(week)} full rest days; at least {MINOR_REST}")
    km, cap = context.plan.race_km or 0.0, race_km_cap(age)
    if cap is not None and km > cap + ROUNDING:
        yield Flaw(f"The race is {km:g} km; at most {cap:g} km: choose a shorter race")
    for found in words.weight_numbers(context.plan):
        yield Flaw(f"The plan's words hold the weight or energy number {found!r}; take it out")
    if not words.note_on(context.plan, "months_off"):
        yield Flaw("The notes should speak of 2 to 3 months a year off running, in parts", severity="warn")


def masters_limits(context: Context) -> Iterator[Flaw]:
    if context.age is None or context.age <= MASTERS_AGE:
        return
    for week in context.plan.weeks:
        days = sum(is_training_day(day) for day in week.days)
        if days > MASTERS_DAYS:
            yield in_week(week, f"{days} training days; at most {MASTERS_DAYS}")
    yield from missing_cutbacks(context, MASTERS_CUTBACK)
    yield from _recovery_after_intervals(context)


def _recovery_after_intervals(context: Context) -> Iterator[Flaw]:
    hard = [at for at in placed(context.plan) if is_hard(at.session) or at.session.type == "race"]
    hard.sort(key=lambda at: at.day.date)
    for before, after in itertools.pairwise(hard):
        minutes = sum(
            step_minutes(s, before.session) for s in before.session.steps if zone_of(s, before.session) == "I"
        )
        vo2max = before.session.purpose == "interval" or minutes >= VO2MAX_MINUTES
        days = (after.day.date - before.day.date).days
        if vo2max and days < MASTERS_GAP_DAYS:
            message = f"a hard session {24 * days} h after intervals; at least {24 * MASTERS_GAP_DAYS} h"
            yield on_day(after.week, after.day.date, message)


def _age_known(context: Context) -> bool:
    return context.age is not None


RULES = (
    Rule("safety_contraindications", "error", "house: gate contract", respected),
    Rule("safety_blocked_no_plan", "error", "house: gate contract", blocked_no_plan),
    Rule("safety_minor_limits", "error", "nata_2019, aap_2024, rrca_youth", minor_limits, _age_known),
    Rule("safety_masters_limits", "warn", "house: seed and convention", masters_limits, _age_known),
)
