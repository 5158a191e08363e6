"""The coach refuses a plan without saying what is in the way."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen


def _unexplained(seen: Seen, said: Said) -> Said:
    if not said.text or not seen.get("no_plan_yet"):
        return said
    return replace(
        said, text="There is no plan at the moment. Come back in a while and we go on from there.\n\nAnything to add?"
    )


FAULT = Fault(
    id="blocks_without_a_word",
    owner="care_tone",
    personas=("chest_pain_hidden", "teen_dieter", "seventeen_marathon"),
    because="a block is not explained",
    coach=saying(_unexplained),
)
