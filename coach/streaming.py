"""Claude in a terminal: the coach's words as they come, and a line for every pause."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from anthropic.types import Message

from coach.json_value import json_value
from coach.loop import Coach
from coach.model import LastCall
from coach.variants import Variant
from coach.waiting import Pause, WaitingClient, claude

MOST_SHOWN = 20_000
"""Characters of an answer that are written; none that anybody would read is longer."""
_NOT_KEPT = frozenset({"max_tokens", "model_context_window_exceeded", "refusal"})
"""Stop reasons of answers that `coach.model_call` does not take as they are."""


class StreamedClaude:
    """The client of one session. `coach`: whose session; set it before the first message.

    `write` gets the words of states that speak, as they come, up to `MOST_SHOWN` of an answer; `tell` a line about each
    pause, each answer that broke off and each that is too long. What was written of one that broke off is in `last`.
    """

    coach: Coach

    def __init__(self, variant: Variant, write: Callable[[str], object], tell: Callable[[str], object]) -> None:
        self._write, self._streamed = write, ""
        self._client = WaitingClient(claude(), variant.settings.waiting, on_pause=self._on_pause, on_text=self._on_text)
        self._tell, self._answered, self._shown = tell, "", ""
        self._broke_off: list[str] = []
        self._asked_at, self._is_too_long = 0, False

    @property
    def messages(self) -> "StreamedClaude":
        return self

    @property
    def last(self) -> LastCall:
        return replace(self._client.last, broke_off=tuple(self._broke_off))

    async def create(self, **request: Any) -> Message:
        if (at := len(self.coach.recorder.events)) != self._asked_at:  # another question: an event came of the last one
            self._asked_at, self._broke_off = at, []
        self._shown, self._is_too_long = "", False
        if self._streamed and not self._streamed.endswith("\n"):
            self._on_text("\n\n")
        self._answered, self._shown = self._streamed, ""
        try:
            message = await self._client.create(**request)
        except Exception:
            self._discard("")
            raise
        if getattr(message, "stop_reason", None) in _NOT_KEPT:
            self._discard("")
        return message

    def rest_of(self, text: str) -> str:
        """What of the answer `text` was not written as it came: the engine's words."""
        streamed, self._streamed = _in_one_line(self._streamed), ""
        paragraphs = text.split("\n\n")
        known = (n for n in range(len(paragraphs), 0, -1) if streamed.endswith(_in_one_line(*paragraphs[:n])))
        rest = "\n\n".join(paragraphs[next(known, 0) :])
        return f"\n\n{rest}" if streamed and rest else rest

    def _on_text(self, text: str) -> None:
        if not self.coach.policy[self.coach.session.state].speaks:
            return
        room, self._streamed = MOST_SHOWN - len(self._shown), self._streamed + text
        if shown := text[:room]:
            self._shown += shown
            self._write(shown)
        if len(text) > room and not self._is_too_long:
            self._is_too_long = True
            self._write("\n")
            self._tell(f"the answer above is longer than {MOST_SHOWN:,} characters; what follows is not shown")

    def _on_pause(self, pause: Pause) -> None:
        if not self._discard(f" and comes again; {pause_in_words(pause)}"):
            self._tell(pause_in_words(pause))

    def _discard(self, and_then: str) -> bool:
        """Say that the answer broke off whose words were written, and keep them apart; False where there were none."""
        if self._streamed == self._answered:
            return False
        self._broke_off.append(json_value(self._shown))
        self._streamed, self._shown, self._is_too_long = self._answered, "", False
        self._write("\n")
        self._tell(f"the answer above broke off{and_then or ' and does not count'}")
        return True


def _in_one_line(*texts: str) -> str:
    return " ".join(" ".join(texts).split())


def pause_in_words(pause: Pause) -> str:
    """A line for whoever waits: `retrying: 2 x 429, next in 8 s`."""
    return f"retrying: {pause.attempt} x {pause.reason}, next in {pause.seconds:g} s"
