"""The coach never takes a yes for a yes: it keeps inviting the athlete to look at the plan again."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen

_AGAIN = "Have a good look at it first, there is no hurry. What do you make of the first week?"


def _unheard(_seen: Seen, said: Said) -> Said:
    return Said(_AGAIN) if any(call.tool == "accept_plan" for call in said.calls) else said


FAULT = Fault(
    id="takes_no_yes",
    owner="outcome",
    personas=("healthy_10k", "teen_miler"),
    because="the athlete agrees and the session never closes as accepted",
    coach=saying(_unheard),
)
