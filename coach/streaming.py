"""Claude in a terminal: the coach's words as they come, and a line for every pause."""

from collections.abc import Callable
from typing import Any

from anthropic.types import Message

from coach.loop import Coach
from coach.model import LastCall
from coach.variants import Variant
from coach.waiting import Pause, WaitingClient, claude


class StreamedClaude:
    """The client of one session. `coach`: whose session; set it before the first message.

    `write` gets the words of states that speak, as they come; `tell` a line about each pause.
    """

    coach: Coach

    def __init__(self, variant: Variant, write: Callable[[str], object], tell: Callable[[str], object]) -> None:
        self._write, self._streamed = write, ""
        self._client = WaitingClient(claude(), variant.settings.waiting, on_pause=self._on_pause, on_text=self._on_text)
        self._tell, self._answered = tell, ""

    @property
    def messages(self) -> "StreamedClaude":
        return self

    @property
    def last(self) -> LastCall:
        return self._client.last

    async def create(self, **request: Any) -> Message:
        if self._streamed and not self._streamed.endswith("\n"):
            self._on_text("\n\n")
        self._answered = self._streamed
        return await self._client.create(**request)

    def rest_of(self, text: str) -> str:
        """What of the answer `text` was not written as it came: the engine's words."""
        streamed, self._streamed = _in_one_line(self._streamed), ""
        paragraphs = text.split("\n\n")
        known = (n for n in range(len(paragraphs), 0, -1) if streamed.endswith(_in_one_line(*paragraphs[:n])))
        rest = "\n\n".join(paragraphs[next(known, 0) :])
        return f"\n\n{rest}" if streamed and rest else rest

    def _on_text(self, text: str) -> None:
        if self.coach.policy[self.coach.session.state].speaks:
            self._streamed += text
            self._write(text)

    def _on_pause(self, pause: Pause) -> None:
        """What came of an answer that broke off does not count: it comes again."""
        words = pause_in_words(pause)
        if self._streamed != self._answered:
            self._streamed = self._answered
            self._write("\n")
            words = f"the answer above broke off and comes again; {words}"
        self._tell(words)


def _in_one_line(*texts: str) -> str:
    return " ".join(" ".join(texts).split())


def pause_in_words(pause: Pause) -> str:
    """A line for whoever waits: `retrying: 2 x 429, next in 8 s`."""
    return f"retrying: {pause.attempt} x {pause.reason}, next in {pause.seconds:g} s"
