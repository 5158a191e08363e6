"""What an athlete asks to have changed in a plan, as a typed wish."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from coach.records.base import Record
from coach.records.block import Weekday


class PlanChange(Record):
    """One wish. Which other attributes count depends on `kind`:

    swap: the sessions of two `days` change places, in the week with the number `week` or, without it, in every week;
    without_days: `days` stay free; long_run_on, no_long_run_on: one of `days`; start_later: by `count` weeks, or to the
    week of `date`; days_per_week: `count`; race_on: the race is on `date`; no_hard, fewer_hard, less, more: none of
    them.
    `less` and `more` speak of weekly distance.
    """

    kind: Literal[
        "swap", "without_days", "long_run_on", "no_long_run_on", "start_later", "days_per_week",
        "no_hard", "fewer_hard", "less", "more", "race_on",
    ]  # fmt: skip
    days: tuple[Weekday, ...] = ()
    count: Annotated[int, Field(ge=1, le=26)] | None = None
    week: Annotated[int, Field(ge=1)] | None = None
    date: dt.date | None = None
