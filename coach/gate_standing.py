"""What holds for a profile, of the gate's result and a person's decision. Pure; knows no session."""

from typing import Literal

from coach.decisions import ReviewDecided
from coach.records.safety import SafetyResult

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
