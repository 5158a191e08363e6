"""What people beside the talk decide, as events: on a profile that was held, and on a tool call."""

from typing import Literal

from coach.records.base import Record
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
