"""What stands for the part of a talk that a conversation is begun without. Pure; knows no request and no model."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from coach.records.base import Record
from coach.records.fact import Fact
from coach.thread import SpokenLine, Thread, begun

_CHARACTERS_A_TOKEN = 3
"""Fewer than English has, so that an estimate is no underestimate."""

MemoryKind = Literal["entity", "promise", "preference"]


class Remembered(Record):
    """Something of the talk worth keeping that is no fact about training or health: who or what was named, what the
    coach promised, what the athlete likes."""

    kind: Literal["remembered"] = "remembered"
    of: MemoryKind
    text: str
    turn: int


class _Session(Protocol):
    @property
    def talk(self) -> Sequence[SpokenLine]: ...
    @property
    def facts(self) -> Mapping[str, Fact]: ...
    @property
    def also_told(self) -> Mapping[str, str]: ...
    @property
    def memory(self) -> Sequence[Remembered]: ...


def earlier(session: _Session, line: int) -> dict[str, Any] | None:
    """What the talk before `line` (0-based) left behind; None where there is no such talk.

    `words`: by field, the athlete's own; `notes`: by name; `remembered`: the texts by kind.
    """
    turns = sum(each.role == "user" for each in session.talk[:line])
    if not turns:
        return None
    remembered: dict[str, list[str]] = {}
    for each in session.memory:
        remembered.setdefault(each.of, []).append(each.text)
    words = {name: fact.raw for name, fact in session.facts.items() if fact.raw and fact.turn <= turns}
    return {"words": words, "notes": dict(session.also_told), "remembered": remembered}


def begun_at(session: _Session, line: int) -> Thread:
    """A conversation from that line of the talk on, with what stands for the lines before it."""
    return begun(session.talk[line:], earlier(session, line))


def fitting(talk: Sequence[SpokenLine], tokens: int) -> int:
    """How many of the newest lines fit into so many tokens, by a cautious estimate; at least one."""
    left, count = tokens * _CHARACTERS_A_TOKEN, 0
    for line in reversed(talk):
        left -= len(line.text)
        if left < 0:
            break
        count += 1
    return max(count, 1)
