"""The coach's client in the bridge profile: the real SDK, its calls caught by Inspect's agent bridge."""

import time
from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import Message
from inspect_ai.model import GenerateInput, Model, ModelOutput

from coach.model import LastCall

NO_CONTENT = "(no content)"
"""What the bridge writes where a model called tools without a word; nobody said it."""
DROPPED = "dropped"
"""In an output's metadata: how many messages of the request the model did not see whole."""


class BridgedClient:
    """`messages.create` of `AsyncAnthropic`, to the Inspect model that the request names."""

    def __init__(self) -> None:
        self._client = AsyncAnthropic(api_key="unused", timeout=900)
        self._dropped = 0
        self.last = LastCall()

    @property
    def messages(self) -> "BridgedClient":
        return self

    async def create(self, **request: Any) -> Message:
        started, self._dropped = time.perf_counter(), 0
        message: Message = await self._client.messages.create(**{**request, "model": f"inspect/{request['model']}"})
        self.last = LastCall(time.perf_counter() - started, dropped=self._dropped)
        said = [b for b in message.content if not (b.type == "text" and b.text == NO_CONTENT)]
        return message.model_copy(update={"content": said})

    async def note(self, _model: Model, output: ModelOutput, _input: GenerateInput) -> None:
        """For the bridge, which keeps no metadata of an answer: what the model says it left out of the request."""
        self._dropped = int((output.metadata or {}).get(DROPPED, 0))
