"""The coach's client in the bridge profile: the real SDK, its calls caught by Inspect's agent bridge."""

from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import Message

NO_CONTENT = "(no content)"
"""What the bridge writes where a model called tools without a word; nobody said it."""


class BridgedClient:
    """`messages.create` of `AsyncAnthropic`, to the Inspect model that the request names."""

    def __init__(self) -> None:
        self._client = AsyncAnthropic(api_key="unused", timeout=900)

    @property
    def messages(self) -> "BridgedClient":
        return self

    async def create(self, **request: Any) -> Message:
        message: Message = await self._client.messages.create(**{**request, "model": f"inspect/{request['model']}"})
        said = [b for b in message.content if not (b.type == "text" and b.text == NO_CONTENT)]
        return message.model_copy(update={"content": said})
