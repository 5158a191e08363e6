"""A client that waits for a busy service: it tries a call again after growing pauses, within bounds.

The one place that retries and limits time: the SDK's client is made without retries of its own (`claude`).
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from json import JSONDecodeError
from ssl import SSLContext
from typing import Any, NamedTuple

import anthropic
import httpx2  # the transport of the SDK
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
from anthropic.types import Message

from coach.api_errors import may_pass, status_of
from coach.errors import ModelFailure, ServiceFailure
from coach.model import Client, LastCall, most_characters
from coach.variants import Waiting

_REQUEST = httpx2.Request("POST", "/v1/messages")
_BEGUN = 200
CONNECT_S = 4.0
"""How long a host may take to answer a connection."""
_UNREACHABLE = 3
"""Attempts on a host that cannot be reached, so that it is told within 20 seconds."""


class Pause(NamedTuple):
    """A call is tried again in `seconds`. `reason`: the status, or the kind of error; `attempt`: how many failed."""

    reason: str
    attempt: int
    seconds: float


def claude(**settings: Any) -> AsyncAnthropic:
    """The SDK's client without retries of its own; the key and the address come from the environment."""
    settings.setdefault("http_client", DefaultAsyncHttpxClient(verify=_certificates()))
    return AsyncAnthropic(max_retries=0, **settings)


@cache
def _certificates() -> SSLContext:
    """Those of the system, read once."""
    return httpx2.create_ssl_context()


class WaitingClient:
    """`client`, tried again. One for each session, since it limits the session's time.

    `on_pause`: told of every pause. `on_text`: answers are streamed, and it gets the words as they come.
    """

    def __init__(
        self,
        client: Client,
        waiting: Waiting,
        on_pause: Callable[[Pause], object] = lambda _pause: None,
        on_text: Callable[[str], object] | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._client, self._waiting = client, waiting
        self._on_pause, self._on_text, self._sleep = on_pause, on_text, sleep
        self._started = time.monotonic()
        self.last = LastCall()

    @property
    def messages(self) -> "WaitingClient":
        return self

    async def create(self, **request: Any) -> Message:
        """The answer to a request; the last error where no attempt brought one, `ServiceFailure` out of time."""
        attempt_s = request.pop("timeout", self._waiting.attempt_s)
        request["timeout"] = httpx2.Timeout(attempt_s, connect=CONNECT_S)
        attempt, lost, self.last = 0, 0, LastCall()
        while True:
            self._refuse_when_over()
            started = time.monotonic()
            try:
                async with _within(attempt_s):
                    message: Message = await self._once(request)
            except (anthropic.APIError, JSONDecodeError) as error:
                lost += _may_be_billed(error)
                self.last = LastCall(time.monotonic() - started, attempt, lost=lost)
                attempt += 1
                pause = self._pause(error, attempt)
                if pause is None:
                    raise
                self._on_pause(pause)
                await self._sleep(pause.seconds)
            else:
                lost += message is None or isinstance(message, str)  # an answer came, which is none of the API
                self.last = LastCall(time.monotonic() - started, attempt, _dropped(message), lost)
                return message

    async def _once(self, request: Mapping[str, Any]) -> Any:
        """A `Message`; something else where what answered does not speak the API."""
        if self._on_text is None:
            return await self._client.messages.create(**request)
        async with self._client.messages.stream(**request) as stream:
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                return None
            shows_updates = (request.get("thinking") or {}).get("display") == "updates"
            kinds = {"text", "thinking"} if shows_updates else {"text"}
            return await self._streamed(stream, kinds, 2 * most_characters(request))

    async def _streamed(self, stream: Any, kinds: set[str], most: int) -> Any:
        """The whole answer; its words of these kinds are handed on as they come, blocks a blank line apart."""
        separator, message = "", None
        async for event in stream:  # to its end: what is left in the middle waits for the garbage collection
            if event.type in kinds and self._on_text:
                words = separator + getattr(event, event.type)
                separator = ""
                if (most := most - len(words)) < 0:
                    raise ModelFailure("the streamed answer does not end", "check what answers at the base URL")
                self._on_text(words)
            elif event.type == "content_block_stop" and event.content_block.type in kinds:
                separator = "\n\n" if getattr(event.content_block, event.content_block.type) else separator
            elif event.type == "message_stop":
                message = event.message
        if message is None:
            what = "The stream ended within the answer."
            raise anthropic.APIConnectionError(message=what, request=stream.response.request)
        return message

    def _pause(self, error: Exception, attempt: int) -> Pause | None:
        """The pause before the next attempt; None where another one cannot help, or enough were made."""
        unreachable = isinstance(error, anthropic.APIConnectionError) and not isinstance(
            error, anthropic.APITimeoutError
        )
        most = _UNREACHABLE if unreachable and _never_connected(error) else self._waiting.attempts
        if attempt >= most or not _may_help(error):
            return None
        told = _retry_after(error)
        grown = self._waiting.first_pause_s * 2 ** (attempt - 1)
        return Pause(_reason(error), attempt, min(grown if told is None else told, self._waiting.longest_pause_s))

    def _refuse_when_over(self) -> None:
        if time.monotonic() - self._started > self._waiting.session_s:
            what = f"the session took longer than {self._waiting.session_s:g} s"
            raise ServiceFailure(what, "try again later, or raise session_s of the variant")


def _dropped(message: Message) -> int:
    """How many blocks of the request the server left out, where it says so."""
    told = getattr(message, "input_transformations", None)
    return len(told) if isinstance(told, list) else 0


@asynccontextmanager
async def _within(seconds: float) -> AsyncIterator[None]:
    """The SDK's errors for an attempt that takes longer, and for what breaks while a stream is read."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise anthropic.APITimeoutError(request=_REQUEST) from error
    except httpx2.TimeoutException as error:
        raise anthropic.APITimeoutError(request=error.request) from error
    except httpx2.TransportError as error:
        raise anthropic.APIConnectionError(message=f"Connection error: {error}.", request=error.request) from error


def _may_help(error: Exception) -> bool:
    """Whether the same request may be answered another time."""
    if not isinstance(error, anthropic.APIError):
        return True
    response = error.response if isinstance(error, anthropic.APIStatusError) else None
    told = response.headers.get("x-should-retry") if response is not None else None
    return told == "true" or (told is None and may_pass(error))


def _never_connected(error: Exception) -> bool:
    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def _may_be_billed(error: Exception) -> bool:
    """Whether an answer had begun, or may have: everything but a refusal with a status and no connection at all."""
    if isinstance(error, anthropic.APIStatusError):
        return error.status_code == _BEGUN
    return not _never_connected(error)


def _retry_after(error: Exception) -> float | None:
    """Seconds that the service asks to wait; None where it does not say so in seconds."""
    if not isinstance(error, anthropic.APIStatusError):
        return None
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _reason(error: Exception) -> str:
    return str(status_of(error)) if isinstance(error, anthropic.APIStatusError) else type(error).__name__
