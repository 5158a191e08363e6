"""Weeks of the plan in full, for a model that has it in brief. Makes no event: the athlete sees all of it."""

from typing import Annotated

from pydantic import Field

from coach.canonical_json import canonical
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess


class ShowPlan(Record):
    weeks: Annotated[tuple[int, ...], Field(min_length=1, max_length=4, description="numbers of the weeks, from 1")]


def _run(session: Session, given: ShowPlan) -> ToolSuccess:
    if session.plan is None:
        raise ToolError("There is no plan yet.")
    weeks = {week.index: week for week in session.plan.weeks}
    if unknown := [number for number in given.weeks if number not in weeks]:
        raise ToolError(f"The plan has no week {unknown[0]}; its weeks are 1 to {len(weeks)}.")
    asked = [weeks[number].model_dump(mode="json", exclude_defaults=True) for number in sorted(set(given.weeks))]
    return ToolSuccess((), canonical(asked).decode())


SHOW_PLAN = Tool(
    name="show_plan",
    description=(
        "Gives you weeks of the plan in full: every day with its sessions, distances (km), durations (minutes), paces "
        "(seconds per km) and texts. Required: weeks, a list of 1 to 4 week numbers. The athlete sees nothing of the "
        "call. Not for the first week, which you have under plan."
    ),
    input=ShowPlan,
    run=_run,
)
