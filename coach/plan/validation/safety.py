"""Checks of a plan against the safety gate's answer and the limits of an age."""

import itertools
from collections.abc import Iterator

from coach.plan.caps import hard_needs_review, race_km_cap, unreviewed_km
from coach.plan.reading import minutes_in
from coach.plan.validation import contraindications as restrictions
from coach.plan.validation.context import PlanContext
from coach.plan.validation.growth import missing_cutbacks
from coach.plan.validation.load import MINOR_AGE, MINOR_REST, rest_days
from coach.plan.validation.owed_notes import note_on
from coach.plan.validation.rule import ROUNDING, Flaw, in_week, on_day
from coach.records.block import TrainingSession, Zone

MASTERS_AGE, MASTERS_DAYS, MASTERS_CUTBACK, MASTERS_GAP_DAYS = 50, 6, 3, 3
VO2MAX_MINUTES, VO2MAX_ZONE = 5.0, frozenset[Zone]({"I"})


def blocked_no_plan(context: PlanContext) -> Iterator[Flaw]:
    if context.safety.status not in {"approved", "approved_with_warnings"}:
        yield Flaw(f"There may be no plan while the safety check says {context.safety.status}")
    yield from _unreviewed(context)


def _unreviewed(context: PlanContext) -> Iterator[Flaw]:
    """The plan's own numbers, where nobody asked for so much and a rule would have a person look at who does."""
    km = max((week.training_km for week in context.weeks), default=0.0)
    most = unreviewed_km(context.profile, km)
    if km > most + ROUNDING:
        yield Flaw(f"The plan reaches {km:.1f} km a week; a person has to look at more than {most:g} km first")
    asked = context.number("hard_sessions_requested_per_week") or 0.0
    if asked < 1 and any(week.hard for week in context.weeks) and hard_needs_review(context.profile):
        yield Flaw("The plan has hard sessions; a person has to look at this athlete first")


def minor_limits(context: PlanContext) -> Iterator[Flaw]:
    if context.age is None or context.age >= MINOR_AGE:
        return
    yield from restrictions.cap_weekly_hours_to_age(context)
    yield from rest_days(context, MINOR_REST)
    yield from restrictions.longer_race(context.longest_race_km, race_km_cap(context.age))
    yield from restrictions.no_weight_loss_target(context)
    if not note_on(context.plan, "months_off"):
        yield Flaw("The plan's notes must speak of 2 to 3 months a year off running, in parts")


def masters_limits(context: PlanContext) -> Iterator[Flaw]:
    if context.age is None or context.age <= MASTERS_AGE:
        return
    for week in context.weeks:
        days = len(week.training_days)
        if days > MASTERS_DAYS:
            yield in_week(week, f"{days} training days; at most {MASTERS_DAYS}")
    yield from missing_cutbacks(context, MASTERS_CUTBACK)
    yield from _recovery_after_intervals(context)


def _recovery_after_intervals(context: PlanContext) -> Iterator[Flaw]:
    for before, after in itertools.pairwise(context.reading.hard_or_race):
        days = (after.day.date - before.day.date).days
        if days < MASTERS_GAP_DAYS and _has_intervals(before.session):
            yield on_day(after, f"a hard session {24 * days} h after intervals; at least {24 * MASTERS_GAP_DAYS} h")


def _has_intervals(session: TrainingSession) -> bool:
    minutes = minutes_in(session, VO2MAX_ZONE) if session.steps else 0.0
    return session.purpose == "interval" or minutes >= VO2MAX_MINUTES
