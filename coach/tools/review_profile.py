"""A second opinion on an approval: it can add a concern or raise a severity, and do nothing else."""

from coach.events import ProfileReviewed
from coach.missing_facts import profile_of
from coach.safety.reviewer import DESCRIPTION, TOOL, ReviewProfile, problems
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess


def _run(session: Session, given: ReviewProfile) -> ToolSuccess:
    if found := problems(given, profile_of(session)):
        raise ToolError("\n".join(found))
    return ToolSuccess((ProfileReviewed(concerns=given.concerns),), "Noted.")


REVIEW_PROFILE = Tool(name=TOOL, description=DESCRIPTION, input=ReviewProfile, run=_run)
