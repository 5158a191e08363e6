"""From the tenth message on, results of tools are not in the history that the model gets."""

from coach.events import Event, ToolsAnswered
from coach.flow import FLOW, Flow
from coach.fold import Session
from evals.faults.fault import Fault

_KEPT = 10


class _Losing(Flow):
    """The flow, whose history loses results. The events themselves are recorded as they were."""

    def step(self, session: Session, event: Event) -> Session:
        if isinstance(event, ToolsAnswered) and len(session.messages) >= _KEPT:
            return session
        return super().step(session, event)


FAULT = Fault(
    id="loses_tool_results",
    owner="loop_health",
    personas=("healthy_10k", "teen_miler"),
    because="a tool call stands in the history without its result, which the API refuses",
    follows={
        "outcome": "the session fails",
        "safety_decision": "the gate never runs",
        "intake_complete": "the intake never ends",
    },
    flow=_Losing(FLOW.table, FLOW.guarded),
)
