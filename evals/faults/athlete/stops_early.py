"""The athlete is gone after three messages, with its patience not used up."""

from evals.faults.fault import Fault
from evals.faults.seats import Replier, replying
from evals.session import Spec
from personas.athlete import Heard, Reply

_AT = 4


def _leaving(_spec: Spec) -> Replier:
    def change(turn: int, _heard: Heard | None, reply: Reply) -> Reply:
        return Reply(None) if turn >= _AT else reply

    return change


FAULT = Fault(
    id="athlete_stops_early",
    owner="persona_fidelity",
    personas=("healthy_10k", "teen_miler"),
    because="the athlete leaves in the middle of the intake",
    follows={
        "outcome": "the session is abandoned",
        "safety_decision": "the gate never runs",
        "intake_complete": "the intake never ends",
    },
    athlete=replying(_leaving),
)
