"""The coach says ten times as much as it needs to, and all of it stands in every later request."""

from dataclasses import replace

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Said
from evals.offline.seen import Seen

_MORE = (
    "Take all the time you want for this, the words don't have to be perfect and nothing is set in stone yet. "
    "I read everything you write, and I come back to it whenever it helps the two of us to see the picture. "
    "Some people like to write a lot, some people like to write a line, and either way is fine with me. "
    "If something comes to mind later on, simply write it then, and I add it to what I have. "
)
_TIMES = 6


def _long(seen: Seen, said: Said) -> Said:
    if not said.text or "intake_complete" not in seen.tools:
        return said
    return replace(said, text=f"{_MORE * _TIMES}\n\n{said.text}")


FAULT = Fault(
    id="talks_at_length",
    owner="cost",
    personas=("healthy_10k", "masters_runner"),
    because="every reply carries hundreds of words that say nothing",
    coach=saying(_long),
)
