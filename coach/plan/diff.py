"""The difference between two plans, and one plan with some of its weeks replaced. Pure; judges neither."""

from coach.plan.present import PURPOSES, TYPES, clock_minutes
from coach.records.block import Day, TrainingBlock, TrainingSession
from coach.records.change import ChangedDay, ChangedWeek, PlanDifference

MOST_DAYS = 14


class UnknownWeeks(Exception):
    """`UnknownWeeks(indices)`: weeks that the plan to be changed does not have, or that were given twice."""


def patched(base: TrainingBlock, given: TrainingBlock) -> TrainingBlock:
    """`given` with the weeks of `base` that it does not hold, and with its notes where it has none itself."""
    weeks = {week.index: week for week in base.weeks}
    indices = [week.index for week in given.weeks]
    if wrong := sorted({index for index in indices if index not in weeks or indices.count(index) > 1}):
        raise UnknownWeeks(wrong)
    weeks |= {week.index: week for week in given.weeks}
    merged = {"weeks": tuple(weeks[index] for index in sorted(weeks)), "notes": given.notes or base.notes}
    return given.model_copy(update=merged)


def difference(before: TrainingBlock, after: TrainingBlock) -> PlanDifference:
    """Changed days and weeks; a day whose sessions differ only in their texts is kept."""
    old, new = ({day.date: day for week in plan.weeks for day in week.days} for plan in (before, after))
    dates = sorted({*old, *new})
    changed = [
        ChangedDay(date=date, before=_words(old.get(date)), after=_words(new.get(date)))
        for date in dates
        if _shape(old.get(date)) != _shape(new.get(date))
    ]
    km_before, km_after = ({week.index: week.km for week in plan.weeks} for plan in (before, after))
    weeks = [
        ChangedWeek(index=index, km_before=km_before.get(index), km_after=km_after.get(index))
        for index in sorted({*km_before, *km_after})
        if km_before.get(index) != km_after.get(index)
    ]
    kept = len(dates) - len(changed)
    return PlanDifference(
        days=tuple(changed[:MOST_DAYS]), weeks=tuple(weeks), days_changed=len(changed), days_kept=kept
    )


def _shape(day: Day | None) -> tuple[object, ...]:
    return tuple((s.type, s.purpose, s.km, s.duration_min, s.zone, s.steps) for s in day.sessions) if day else ()


def _words(day: Day | None) -> str:
    return " and ".join(_session(session) for session in day.sessions) if day else ""


def _session(session: TrainingSession) -> str:
    name = PURPOSES.get(session.purpose) if session.type == "run" else TYPES.get(session.type)
    size = f"{session.km:g} km" if session.km else clock_minutes(session.duration_min)
    return f"{(name or session.type).lower()} {size}"
