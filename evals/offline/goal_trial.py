"""How many changes of goal the offline coach hears: `python -m evals.offline.goal_trial FILE [split]`.

A line of the file: `split`, `held` (event, type, target), `text`, and what it asks for: `change` (instead, also, none),
the new goal's `event` and `type`. See datasets/goal_changes.md.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from coach.records.base import Record
from coach.records.goal import GoalType
from evals.offline.goal_capture import as_changed
from evals.offline.goal_change import goal_change
from evals.offline.seen import Seen

Change = Literal["instead", "also", "none"]
_NO_RACE = frozenset({"fitness", "health"})
"""Which of the two an aim is, is a matter of taste."""


class Held(Record):
    event: str | None
    type: GoalType
    target: str | None = None

    def as_goal(self) -> dict[str, Any]:
        told = {"text": self.event or self.type, "sport": "running", **self.model_dump()}
        return {name: value for name, value in told.items() if value is not None}


class Message(Record):
    """One labelled message."""

    id: str
    split: Literal["dev", "test"]
    held: Held
    text: str
    change: Change
    event: str | None
    type: GoalType | None


class Heard(Record):
    """What was heard of a message; `goal_right` is None where no change was heard, or another kind of change."""

    message: Message
    change: Change
    goal_right: bool | None


def hear(message: Message) -> Heard:
    held = message.held.as_goal()
    call = goal_change(Seen({"goals": [held]}, (), frozenset({"change_goal"})), message.text)
    if call is None:
        return Heard(message=message, change="none", goal_right=None)
    change: Change = "also" if call.input["keeps_current"] else "instead"
    if change != message.change:
        return Heard(message=message, change=change, goal_right=None)
    new = as_changed(call.input["words"], [held], keeps=False)[0]
    alike = new["type"] == message.type or {new["type"], message.type} <= _NO_RACE
    return Heard(message=message, change=change, goal_right=new.get("event") == message.event and alike)


def counts(heard: Iterable[Heard]) -> Counter[tuple[Change, Change | Literal["wrong goal"]]]:
    """How often what was said was heard as what; a change heard with another goal than was named is a wrong goal."""
    return Counter((each.message.change, "wrong goal" if each.goal_right is False else each.change) for each in heard)


def read(path: Path, split: str | None = None) -> tuple[Message, ...]:
    messages = map(Message.model_validate_json, path.read_text(encoding="utf-8").splitlines())
    return tuple(message for message in messages if split in {None, message.split})


if __name__ == "__main__":
    for (said, got), number in sorted(counts(map(hear, read(Path(sys.argv[1]), *sys.argv[2:3]))).items()):
        sys.stdout.write(f"said {said:<8} heard {got:<11}{number:>4}\n")
