"""The coach hears a correction, says thank you, and keeps the first value."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen
from personas.acts import Plain

_THANKS = "Thanks for putting that right, I have it. Is there anything else?"


def _deaf(seen: Seen, said: Said) -> Said:
    kept = tuple(call for call in said.calls if call.tool != "correct_data")
    if kept == said.calls:
        return said
    return Said(said.text, kept, said.acts) if kept else Said(_THANKS, acts=(Plain(kind="ask_more"),))


FAULT = Fault(
    id="keeps_stale_value",
    owner="intake_fidelity",
    personas=("masters_runner", "back_to_forty_five"),
    because="a correction is not recorded",
    follows={
        "safety_decision": "the gate judges the first value",
        "plan_validity": "the plan ends on a race date that was corrected",
    },
    coach=saying(_deaf),
)
