"""What the safety gate says."""

from typing import Annotated, Literal

from pydantic import Field

from coach.records.base import Record
from coach.records.fact import Value

Status = Literal["approved", "approved_with_warnings", "blocked", "unresolved"]
Action = Literal["block", "warn", "flag_for_review"]
VerdictWord = Literal["fired", "cleared", "not_fired", "undecidable"]


class Unresolved(Record):
    """A rule that cannot be decided and the base fields (sorted) that would decide it."""

    rule: str
    missing: tuple[str, ...]


class RuleVerdict(Record):
    """How one rule came out. `saw` holds every base or derived value its condition read and knew."""

    rule: str
    verdict: VerdictWord
    action: Action
    saw: dict[str, Value] = Field(default_factory=dict)
    missing: tuple[str, ...] = ()
    proposed: bool = False  # by the analyst or the reviewer for this session, not from the table


class SafetyResult(Record):
    """The gate's answer; lists are sorted. The keys (bar `verdicts`) are those of `coach check-safety`."""

    status: Status
    requires_human_review: bool = False
    withheld_today: bool = False
    fired: tuple[str, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    warnings: tuple[str, ...] = ()
    contraindications: tuple[str, ...] = ()
    recommendations: tuple[str, ...] = ()
    verdicts: tuple[RuleVerdict, ...] = ()


class Concern(Record):
    """One worry of the reviewer. `fields`: the facts that it rests on; `hint` is what the athlete hears."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{2,59}$")]
    action: Action
    hint: Annotated[str, Field(min_length=10, max_length=600)]
    fields: Annotated[tuple[str, ...], Field(min_length=1)]
