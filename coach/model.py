"""The one method that the coach needs of a model: `anthropic.AsyncAnthropic` has it, and so has any stand-in."""

from typing import Any, Protocol

from anthropic.types import Message


class Messages(Protocol):
    async def create(self, **request: Any) -> Message: ...


class Client(Protocol):
    @property
    def messages(self) -> Any: ...  # Messages; Any, since the SDK's overloads fit no protocol
