"""The coach does not hear that the athlete wants something else now."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen
from personas.acts import Plain

_THANKS = "Good to know, thank you. Is there anything else I should know?"


def _deaf(_seen: Seen, said: Said) -> Said:
    kept = tuple(call for call in said.calls if call.tool != "change_goal")
    if kept == said.calls:
        return said
    return Said(said.text, kept, said.acts) if kept else Said(_THANKS, acts=(Plain(kind="ask_more"),))


FAULT = Fault(
    id="ignores_goal_change",
    owner="intake_fidelity",
    personas=("goal_changer",),
    because="the goal that was given up stays the goal",
    follows={
        "plan_validity": "the plan is for the race that was given up",
        "safety_decision": "the gate judges the race that was given up",
    },
    coach=saying(_deaf),
)
