"""The coach does not take a refusal for an answer: it asks again for what the athlete would rather not say."""

from dataclasses import replace

from coach.profile.catalogue import catalogue
from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen
from personas.acts import Ask

_REFUSED = "eating_disorder_status"
_TIMES = 2


def _nagging(seen: Seen, said: Said) -> Said:
    entry = catalogue()
    again = entry.questions[entry.fields[_REFUSED].question or ""].text
    asked = sum(again in text for text in seen.coach_texts)
    if not said.text or "intake_complete" not in seen.tools or _REFUSED not in seen.get("declined", ()):
        return said
    return said if asked > _TIMES else replace(said, text=again, acts=(Ask(field=_REFUSED, words=again),))


FAULT = Fault(
    id="nags",
    owner="intake_economy",
    personas=("will_not_talk_about_food",),
    because="what was refused is asked for again, and once more",
    coach=saying(_nagging),
)
