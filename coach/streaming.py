"""Claude in a terminal: the coach's words as they come, and a line for every pause."""

from collections.abc import Callable
from typing import Any

from anthropic.types import Message

from coach.loop import Coach
from coach.model import LastCall
from coach.variants import Variant
from coach.waiting import Pause, WaitingClient, claude

__all__ = ["StreamedClaude", "pause_in_words"]


class StreamedClaude:
    """The client of one session. `coach`: whose session; set it before the first message.

    `write` gets the words of states that speak, as they come; `tell` a line about each pause.
    """

    coach: Coach

    def __init__(self, variant: Variant, write: Callable[[str], object], tell: Callable[[str], object]) -> None:
        self._write, self._streamed = write, ""
        self._client = WaitingClient(
            claude(), variant.settings.waiting, on_pause=lambda p: tell(pause_in_words(p)), on_text=self._on_text
        )

    @property
    def messages(self) -> "StreamedClaude":
        return self

    @property
    def last(self) -> LastCall:
        return self._client.last

    async def create(self, **request: Any) -> Message:
        if self._streamed and not self._streamed.endswith("\n"):
            self._on_text("\n\n")
        return await self._client.create(**request)

    def rest_of(self, text: str) -> str:
        """What of the answer `text` was not written as it came: the engine's words; all where an answer broke off."""
        streamed, self._streamed = self._streamed.strip(), ""
        return text.removeprefix(streamed).strip() if text.startswith(streamed) else f"\n{text}"

    def _on_text(self, text: str) -> None:
        if self.coach.policy[self.coach.session.state].speaks:
            self._streamed += text
            self._write(text)


def pause_in_words(pause: Pause) -> str:
    """A line for whoever waits: `retrying: 2 x 429, next in 8 s`."""
    return f"retrying: {pause.attempt} x {pause.reason}, next in {pause.seconds:g} s"
