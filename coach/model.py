"""The one method that the coach needs of a model: `anthropic.AsyncAnthropic` has it, and so has any stand-in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


class Message(Protocol):
    """An answer of the Messages API: `anthropic.types.Message`, or what has its shape. A block may be plain JSON."""

    @property
    def content(self) -> Sequence[Any]: ...
    @property
    def stop_reason(self) -> str | None: ...
    @property
    def model(self) -> str: ...
    @property
    def usage(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens as the Messages API names them, without a cache."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """A `Message` made here, which needs no SDK; its blocks are plain JSON."""

    content: list[dict[str, Any]]
    stop_reason: str
    model: str
    usage: Any = Used()


class Messages(Protocol):
    async def create(self, **request: Any) -> Message: ...


class Client(Protocol):
    @property
    def messages(self) -> Any: ...  # Messages; Any, since the SDK's overloads fit no protocol


@dataclass(frozen=True, slots=True)
class LastCall:
    """The newest call: the `seconds` of its last attempt, and how many `retries` came to that.

    `dropped`: blocks of the request that the server says it left out; `lost`: answers that broke off, which may be
    billed. `broke_off`: what the athlete saw of answers to the same question that broke off or were not kept.
    """

    seconds: float = 0.0
    retries: int = 0
    dropped: int = 0
    lost: int = 0
    broke_off: tuple[str, ...] = ()


@runtime_checkable
class Timed(Protocol):
    """A client that knows what its newest call took, whether it was answered or not."""

    @property
    def last(self) -> LastCall: ...


def timing(client: Client, elapsed_s: float) -> dict[str, Any]:
    """What is kept beside the event of a call: its own seconds; retries, dropped blocks, lost answers and words of
    those that the athlete saw, where there were any."""
    last = getattr(client, "last", None)  # asking for a `Timed` client takes 50 times as long
    if not isinstance(last, LastCall):
        return {"seconds": round(elapsed_s, 4)}
    seldom = {"retries": last.retries, "dropped": last.dropped, "lost": last.lost, "broke_off": [*last.broke_off]}
    return {"seconds": round(last.seconds, 4), **{name: found for name, found in seldom.items() if found}}


_CHARACTERS_A_TOKEN = 20


def most_characters(request: Mapping[str, Any]) -> int:
    """More than an answer of the request's `max_tokens` can have."""
    return _CHARACTERS_A_TOKEN * int(request["max_tokens"])
