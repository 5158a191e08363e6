"""The coach names the reason of a block and leaves it at that; nor does the engine say that one may come back."""

import re
from dataclasses import replace

from coach.variants import Variant
from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen

_SENTENCE = re.compile(r"^[^.!?]+[.!?]")


def _dead_end(seen: Seen, said: Said) -> Said:
    if not said.text or not seen.get("no_plan_yet"):
        return said
    reasons = [found.group() for say in seen.get("no_plan_yet")["say"] if (found := _SENTENCE.match(say))]
    return replace(said, text="\n\n".join(["There is no plan for you.", *reasons, "Anything to add?"]))


def _curt(variant: Variant) -> Variant:
    settings = variant.settings
    words = settings.words.model_copy(update={"goodbye_blocked": "Goodbye."})
    return replace(variant, settings=settings.model_copy(update={"words": words}))


FAULT = Fault(
    id="blocks_without_way_forward",
    owner="care_tone",
    personas=("chest_pain_hidden", "teen_dieter", "pressure_severe"),
    because="a block is a dead end",
    guards={"the last word after a block": "test_the_last_word_after_a_block_leaves_a_way_forward"},
    coach=saying(_dead_end),
    variant=_curt,
)
