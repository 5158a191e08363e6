"""The coach calls a tool that the state does not offer: it hands over a plan in the middle of the intake."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_AT = 3


def _foreign(seen: Seen, said: Said) -> Said:
    tried = any(name == "generate_plan" for turn in seen.turns for name, _ in turn.calls)
    if tried or "intake_complete" not in seen.tools or len(seen.coach_texts) < _AT:
        return said
    return Said(calls=(Call("generate_plan", {"cannot": "not yet"}),))


FAULT = Fault(
    id="calls_foreign_tool",
    owner="loop_health",
    personas=("healthy_10k", "teen_miler"),
    because="a plan is handed over in the intake, where no such tool is offered",
    coach=saying(_foreign),
)
