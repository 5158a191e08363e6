"""The coach records the same fact again and again, until the engine stops it."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_FROM = 3


def _looping(seen: Seen, said: Said) -> Said:
    known = seen.get("known", {})
    if "intake_complete" not in seen.tools or len(seen.coach_texts) < _FROM or "age_years" not in known:
        return said
    return Said(calls=(Call("collect_data", {"items": [{"field": "age_years", "value": known["age_years"]}]}),))


FAULT = Fault(
    id="loops_to_bound",
    owner="loop_health",
    personas=("healthy_10k", "teen_miler"),
    because="the model calls the same tool without end",
    follows={
        "outcome": "the session fails at the bound",
        "safety_decision": "the gate never runs",
        "intake_complete": "the intake never ends",
    },
    coach=saying(_looping),
)
