"""The coach does not listen to the first message: it asks for the days that were named there."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen
from personas.acts import Ask

_ASKED = "On how many days in the week could you train?"
_FIELD = "training_days_per_week"


def _deaf(seen: Seen, said: Said) -> Said:
    first = not any(_ASKED in text for text in seen.coach_texts)
    if said.text and first and "intake_complete" in seen.tools and _FIELD in seen.get("known", {}):
        return replace(said, text=f"{said.text} {_ASKED}", acts=(*said.acts, Ask(field=_FIELD, words=_ASKED)))
    return said


FAULT = Fault(
    id="asks_what_was_volunteered",
    owner="intake_economy",
    personas=("healthy_10k", "every_day_at_fifty"),
    because="what the athlete volunteered is asked for",
    coach=saying(_deaf),
)
