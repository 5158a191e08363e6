"""The athlete wants something else, or one thing more."""

from typing import Annotated

from pydantic import Field

from coach.events import GoalChanged
from coach.profile.catalogue import catalogue
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolSuccess
from coach.tools.unrecorded_health import unlisted_health_words


class ChangeGoal(Record):
    words: Annotated[str, Field(min_length=1, description="the new goal in the athlete's own words")]
    keeps_current: Annotated[bool, Field(description="true: a further goal; false: instead of the present one")] = False


def about_goal(session: Session) -> tuple[str, ...]:
    """The recorded fields that speak of the goal, not of the person (sorted)."""
    fields = catalogue().fields
    return tuple(sorted(name for name in session.facts if name in fields and fields[name].about == "goal"))


def _run(session: Session, given: ChangeGoal) -> ToolSuccess:
    dropped = () if given.keeps_current else about_goal(session)
    event = GoalChanged(words=given.words, keeps=given.keeps_current, dropped=dropped)
    notes = unlisted_health_words(session, "said_with_the_goal", given.words)
    return ToolSuccess((*notes, event), "Noted. What is known about the person stays.")


CHANGE_GOAL = Tool(
    name="change_goal",
    description=(
        "The athlete names another goal than the present one, or adds a goal. Required: words (text, the goal as "
        "the athlete put it). Optional: keeps_current (true or false, default false): true when the present goal "
        "stays and this one comes on top. Not for a corrected fact, and not for a change of the plan."
    ),
    input=ChangeGoal,
    run=_run,
)
