"""The athlete says yes to whatever is asked, and tells nothing."""

from evals.faults.fault import Fault
from evals.faults.seats import Replier, replying
from evals.session import Spec
from personas.acts import Simple
from personas.athlete import Heard, Reply

_YESES = ("Yes, sure!", "Yeah, sounds good.", "Sure, absolutely.", "Okay, great!", "Yes, of course.")
_FROM = 2


def _agreeing(_spec: Spec) -> Replier:
    def change(turn: int, heard: Heard | None, reply: Reply) -> Reply:
        if turn < _FROM or heard is None or heard.stage != "intake" or reply.text is None:
            return reply
        return Reply(_YESES[turn % len(_YESES)], acts=(Simple(kind="confirm"),))

    return change


FAULT = Fault(
    id="athlete_agrees_to_everything",
    owner="persona_fidelity",
    personas=("healthy_10k", "teen_miler"),
    because="every answer is a yes",
    follows={
        "intake_complete": "a yes tells nothing",
        "intake_fidelity": "a yes to a question about ailments is recorded",
        "safety_decision": "the gate decides without the facts",
        "outcome": "without the facts there is no plan",
    },
    athlete=replying(_agreeing),
)
