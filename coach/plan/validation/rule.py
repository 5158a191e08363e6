"""The shape of a plan rule and of what it finds. Knows no rule."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from coach.plan.reading import Placed, WeekReading
from coach.plan.validation.context import PlanContext

Severity = Literal["error", "warn"]

ROUNDING = 1e-6
"""Differences up to this are those of adding floats."""


class Flaw(NamedTuple):
    """One thing found. `severity` is given where it differs from the rule's own."""

    message: str
    week: int | None = None
    date: dt.date | None = None
    severity: Severity | None = None


Check = Callable[[PlanContext], Iterable[Flaw]]
Ready = Callable[[PlanContext], bool]


def _always(_: PlanContext) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PlanRule:
    """`check` finds what is wrong in what is known; `ready`: is all known that it reads; `escalated_by`:
    contraindications that make a warning an error; `has_errors`: a warning that is an error where it is exceeded far.
    """

    id: str
    severity: Severity
    source: str
    check: Check
    ready: Ready = _always
    escalated_by: frozenset[str] = frozenset()
    has_errors: bool = False

    def may_be_error(self, contraindications: frozenset[str]) -> bool:
        """Whether a plan can be invalid by this rule."""
        return self.severity == "error" or self.has_errors or not self.escalated_by.isdisjoint(contraindications)


def in_week(week: WeekReading, message: str, severity: Severity | None = None) -> Flaw:
    return Flaw(f"Week {week.index}: {message}", week.index, None, severity)


def on_date(week: int, date: dt.date, message: str, severity: Severity | None = None) -> Flaw:
    return Flaw(f"Week {week}, {date:%a} {date.isoformat()}: {message}", week, date, severity)


def on_day(at: Placed, message: str, severity: Severity | None = None) -> Flaw:
    return on_date(at.week.index, at.day.date, message, severity)
