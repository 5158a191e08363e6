"""The athlete said yes to the plan that is shown."""

from coach.events import PlanAccepted
from coach.flow import gate_approves
from coach.records.base import Record
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess
from coach.tools.unrecorded_health import refuse_unrecorded


class AcceptPlan(Record):
    pass


def _run(session: Session, _given: AcceptPlan) -> ToolSuccess:
    if session.shown is None:
        raise ToolError("No plan is shown yet, so there is nothing to accept.")
    if not gate_approves(session) or session.change is not None or session.goal_change is not None:
        raise ToolError("Something has just changed, so this plan is not the one to accept.")
    refuse_unrecorded(session)
    return ToolSuccess((PlanAccepted(),), "The plan is agreed.")


ACCEPT_PLAN = Tool(
    name="accept_plan",
    description=(
        "The athlete has clearly agreed to the plan as it is shown now. Ends the session. "
        "Not for a wish to change something (refine_plan), and not for polite words that leave it open."
    ),
    input=AcceptPlan,
    run=_run,
)
