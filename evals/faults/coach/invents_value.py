"""The coach records a blood pressure that nobody told it."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Call, Said
from evals.offline.seen import Seen

_ITEM = {"field": "resting_sbp_mmhg", "value": 118, "raw": "", "confidence": "inferred"}


def _invented(_seen: Seen, said: Said) -> Said:
    return replace(said, calls=tuple(_with_more(call) for call in said.calls))


def _with_more(call: Call) -> Call:
    return Call(call.tool, {"items": [*call.input["items"], _ITEM]}) if call.tool == "collect_data" else call


FAULT = Fault(
    id="invents_value",
    owner="intake_fidelity",
    personas=("healthy_10k", "masters_runner"),
    because="a value is recorded that was never told",
    coach=saying(_invented),
)
