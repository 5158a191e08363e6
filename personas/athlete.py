"""The other side of the talk: anything that can open it, answer the coach, and end it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

from personas.acts import Act

Stage = Literal["goal", "intake", "building", "present"]
"""The four stages a coach's app shows: Goal, Understanding you, Building plan, Your plan."""


class AthleteView(NamedTuple):
    """What the athlete has before their eyes: the coach's words, the stage, and the plan where one is shown.

    `acts`: what the coach meant by the words, where that is known; None leaves it to the athlete to read them.
    """

    text: str
    stage: Stage
    plan: str | None = None
    acts: tuple[Act, ...] | None = None


class Reply(NamedTuple):
    """What the athlete says next. `text` None: says nothing more (gone silent, or given up).

    `acts`: what is meant by it; None where nobody knows (a model's words). `beside`: what the athlete needs besides the
    words to be taken up from a record, as JSON by name; kept beside the event.
    """

    text: str | None
    leaves: bool = False  # after this text the athlete is gone
    acts: tuple[Act, ...] | None = None
    beside: Mapping[str, Any] = MappingProxyType({})


class Athlete(Protocol):
    """`reply(None)` opens the talk with the goal; after that it is called once for each message of the coach."""

    async def reply(self, heard: AthleteView | None) -> Reply: ...
