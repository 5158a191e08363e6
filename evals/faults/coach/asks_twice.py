"""The coach asks once more for what it has just been told."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen
from personas.acts import Ask

_AGAIN = "And how old are you, and how tall?"
_KNOWN = frozenset({"age_years", "height_cm"})


def _again(seen: Seen, said: Said) -> Said:
    known = seen.get("known", {}).keys()
    if not said.text or "intake_complete" not in seen.tools or not known >= _KNOWN or _told(seen):
        return said
    asks = tuple(Ask(field=name, words=_AGAIN) for name in sorted(_KNOWN))
    return replace(said, text=f"{said.text} {_AGAIN}", acts=(*said.acts, *asks))


def _told(seen: Seen) -> bool:
    return any(_AGAIN in text for text in seen.coach_texts)


FAULT = Fault(
    id="asks_twice",
    owner="intake_economy",
    personas=("healthy_10k", "teen_miler", "head_is_clear"),
    because="age and height are asked for a second time",
    coach=saying(_again),
)
