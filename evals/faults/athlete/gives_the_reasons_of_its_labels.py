"""The athlete reads out why its labels are what they are."""

from evals.faults.fault import Fault
from evals.faults.seats import Replier, replying
from evals.session import Spec
from personas.athlete import Heard, Reply

_AT = 2
_WORDS = 16


def _reading(spec: Spec) -> Replier:
    passage = " ".join(spec.persona.because.split()[:_WORDS])

    def change(turn: int, _heard: Heard | None, reply: Reply) -> Reply:
        return reply._replace(text=f"{reply.text} {passage}.") if turn == _AT and reply.text else reply

    return change


FAULT = Fault(
    id="athlete_gives_the_reasons_of_its_labels",
    owner="persona_fidelity",
    personas=("healthy_10k", "teen_miler"),
    because="the reasons of the labels are read out",
    athlete=replying(_reading),
)
