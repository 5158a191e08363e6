"""Which of several attempts at a plan came nearest to a valid one. Knows no session and no tool."""

from collections.abc import Iterable

from coach.events import PlanProposed


def errors_of(attempt: PlanProposed) -> int:
    return sum(finding.severity == "error" for finding in attempt.findings)


def is_valid(attempt: PlanProposed) -> bool:
    """A plan was handed over, and no finding of it is an error."""
    return attempt.plan is not None and attempt.error is None and not errors_of(attempt)


def best(attempts: Iterable[PlanProposed]) -> PlanProposed | None:
    """The attempt with the fewest errors, then the fewest findings, then the latest; None where none held a plan."""
    held = [attempt for attempt in attempts if attempt.plan is not None]
    return min(held, key=lambda each: (errors_of(each), len(each.findings), -each.attempt), default=None)
