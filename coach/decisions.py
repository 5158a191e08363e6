"""What people beside the talk decide, as events: on a profile that was held, and on a tool call.

What holds for a profile then follows from it and the gate's result.
"""

from typing import Literal

from coach.records.base import Record
from coach.records.safety import SafetyResult
from coach.states import State

Review = Literal["hold", "go_on"]
"""Of a profile that a rule flags for a person: no plan before somebody has decided, or a plan with a warning."""


class ReviewDecided(Record):
    """A person's decision on a profile that was held: what the gate fired, by rule and values, may stand or not.

    `reason`: in words that the athlete hears where the plan is refused.
    """

    kind: Literal["review_decided"] = "review_decided"
    approved: bool
    reviewer: str
    reason: str


class ApprovalAsked(Record):
    """A tool call waits for approval. `preview`: SHA-256 of the canonical JSON of the tool's name and input."""

    kind: Literal["approval_asked"] = "approval_asked"
    state: State
    tool: str
    preview: str


class ApprovalGiven(Record):
    """The answer to the newest `ApprovalAsked`; only that call runs, and only where it was approved."""

    kind: Literal["approval_given"] = "approval_given"
    state: State
    tool: str
    preview: str
    approved: bool


APPROVALS = frozenset({"approved", "approved_with_warnings"})
Standing = Literal["approved", "approved_with_warnings", "blocked", "unresolved", "held", "rejected"]
"""The gate's status, or that the profile waits for a person, or that this person said no."""


def standing_of(result: SafetyResult, decided: ReviewDecided | None, *, holds: bool) -> Standing:
    """`holds`: what a rule flags for a person waits for one."""
    if result.status not in APPROVALS or not result.requires_human_review or not holds:
        return result.status
    if decided is None:
        return "held"
    return result.status if decided.approved else "rejected"
