"""What differs between two versions of a plan."""

import datetime as dt

from coach.records.base import Record


class ChangedDay(Record):
    """The sessions of a date, each in a few words; empty text is rest, or a date outside that version."""

    date: dt.date
    before: str
    after: str


class ChangedWeek(Record):
    """Running distance of the week with this number; None where a version has no such week."""

    index: int
    km_before: float | None
    km_after: float | None


class PlanDifference(Record):
    """`days`: the first of the changed days; `days_changed`, `days_kept`: how many there are of either."""

    days: tuple[ChangedDay, ...] = ()
    weeks: tuple[ChangedWeek, ...] = ()
    days_changed: int = 0
    days_kept: int = 0
