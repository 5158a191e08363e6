"""A change to a plan that an athlete asks for, and how two plans differ."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from coach.records.base import Record
from coach.records.block import Weekday


class PlanChange(Record):
    """One wish. Which other attributes count depends on `kind`:

    swap: the sessions of two `days` change places, in the week with the number `week` or, without it, in every week;
    without_days: `days` stay free; long_run_on, no_long_run_on, hard_on (the faster session): one of `days`;
    start_later: by `count` weeks, or to the week of `date`; days_per_week: `count`; race_on: the race is on `date`;
    no_hard, fewer_hard, less, more: none of them.
    `less` and `more` speak of weekly distance.
    """

    kind: Literal[
        "swap", "without_days", "long_run_on", "no_long_run_on", "hard_on", "start_later", "days_per_week",
        "no_hard", "fewer_hard", "less", "more", "race_on",
    ]  # fmt: skip
    days: tuple[Weekday, ...] = ()
    count: Annotated[int, Field(ge=1, le=26)] | None = None
    week: Annotated[int, Field(ge=1)] | None = None
    date: dt.date | None = None


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
