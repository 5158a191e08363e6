"""What the analyst asks the intake to find out."""

from typing import Any, Literal

from coach.records.base import Record
from coach.records.goal import GoalType

Priority = Literal["required", "recommended", "optional"]


class GoalAnalysis(Record):
    """`reframe`: how the goal is understood within the athlete's life. Internal: it shapes, and is never shown."""

    type: GoalType
    sport: str
    event: str | None = None
    target: str | None = None
    reframe: str | None = None


class IntakeField(Record):
    """One slot. `question` and `user_facing_reason` may be shown; `reason` is internal and never is."""

    name: str
    question: str
    reason: str
    user_facing_reason: str | None = None
    priority: Priority = "required"
    validation: dict[str, Any] | None = None


class SafetyFlag(Record):
    """A rule proposed for this session only: `condition` is CEL over the catalogue; it can only add or raise."""

    id: str
    condition: str
    action: Literal["block", "warn", "flag_for_review"]
    hint: str


class IntakeSchema(Record):
    goal_analysis: GoalAnalysis
    fields: tuple[IntakeField, ...]
    safety_flags: tuple[SafetyFlag, ...] = ()
