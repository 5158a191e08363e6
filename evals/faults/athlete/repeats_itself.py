"""The athlete says its second message again, whatever is asked, for two more turns."""

from evals.faults.fault import Fault
from evals.faults.seats import Replier, replying
from evals.session import Spec
from personas.athlete import Heard, Reply

_SAID, _UNTIL = 2, 4


def _repeating(_spec: Spec) -> Replier:
    said: list[Reply] = []

    def change(turn: int, _heard: Heard | None, reply: Reply) -> Reply:
        if turn == _SAID and reply.text:
            said.append(reply)
        return said[0] if said and turn <= _UNTIL else reply

    return change


FAULT = Fault(
    id="athlete_repeats_itself",
    owner="persona_fidelity",
    personas=("head_is_clear", "healthy_control"),
    because="one message is sent three times",
    athlete=replying(_repeating),
)
