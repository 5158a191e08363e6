"""The athlete wants the shown plan changed."""

from typing import Annotated

from pydantic import Field

from coach.events import ChangeAsked
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolSuccess
from coach.tools.unrecorded_health import ASK, unlisted_health_words


class RefinePlan(Record):
    request: Annotated[str, Field(min_length=1, description="the wish in the athlete's words, with days and numbers")]


def _run(session: Session, given: RefinePlan) -> ToolSuccess:
    notes = unlisted_health_words(session, "said_with_the_change", given.request)
    return ToolSuccess((ChangeAsked(request=given.request), *notes), ASK if notes else "The plan is being changed.")


REFINE_PLAN = Tool(
    name="refine_plan",
    description=(
        "The athlete asks for a real change of the plan: other days, less or more volume, another start, another "
        "kind of session. Required: request (text, the athlete's wish). A question about the plan is not a change: "
        "answer it. A new fact about the athlete is not a change: use correct_data."
    ),
    input=RefinePlan,
    run=_run,
)
