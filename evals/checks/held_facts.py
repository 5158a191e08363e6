"""What the coach held at a point of the session, by the facts that were recorded and the goals that were given up."""

from coach.events import FactRecorded, GoalChanged
from coach.records.fact import Fact
from evals.checks.view import SessionView


def collected(session: SessionView, until: int | None = None) -> dict[str, tuple[int, Fact]]:
    """The newest record of each field, with its event; before the event `until`, where that is given."""
    held: dict[str, tuple[int, Fact]] = {}
    for index, event in session.of(FactRecorded, GoalChanged):
        if until is not None and index >= until:
            break
        if isinstance(event, FactRecorded):
            held[event.fact.field] = (index, event.fact)
        else:
            held = {name: each for name, each in held.items() if name not in event.dropped}
    return held
