"""The coach names an author it thinks with."""

from evals.faults.fault import Fault
from evals.offline.said import Said
from evals.offline.seen import Seen


def _change(seen: Seen, said: Said) -> Said:
    if not said.text or "intake_complete" not in seen.tools:
        return said
    return Said(f"{said.text} As Arthur Brooks puts it, strength changes over the years.", said.calls)


FAULT = Fault(
    id="leaks_author",
    owner="unspoken",
    personas=("masters_runner", "healthy_10k"),
    because="a framework's author is said aloud in the intake",
    change=_change,
)
