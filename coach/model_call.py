"""One question to a model, and what to do about each stop reason and each error. Knows no tool's meaning."""

from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any

from coach.errors import ModelFailure, ServiceFailure
from coach.events import ModelCalled
from coach.json_value import json_value
from coach.model import Client, Message, PlainMessage, most_characters
from coach.request import Asked, Request, RequestSettings, begun_anew, request_of
from coach.session import Session
from coach.states import State
from coach.thread import words_in


@dataclass(frozen=True, slots=True)
class Tokens:
    """As the Messages API counts them: input that was neither written to nor read from the cache, output, cache."""

    input: int = 0
    output: int = 0
    cache_write: int = 0
    cache_read: int = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(
            self.input + other.input,
            self.output + other.output,
            self.cache_write + other.cache_write,
            self.cache_read + other.cache_read,
        )

    def as_fields(self) -> dict[str, int]:
        """The fields of an event; only what is not nought."""
        named = {f"{name}_tokens": getattr(self, name) for name in ("input", "output", "cache_write", "cache_read")}
        return {name: count for name, count in named.items() if count}


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A usable response: its blocks as plain JSON, its words, why it stopped, what it was asked with.

    `tokens` are those of every call that was made for it, the discarded ones too.
    """

    content: tuple[dict[str, Any], ...]
    text: str
    stop_reason: str
    model: str
    asked: Asked
    tokens: Tokens

    @property
    def calls(self) -> tuple[dict[str, Any], ...]:
        return tuple(block for block in self.content if block.get("type") == "tool_use")


class ModelQuestion:
    """What a session's state asks a model, until there is an answer; counts every call that this takes."""

    def __init__(self, client: Client, session: Session, settings: RequestSettings) -> None:
        self._client, self._session, self._settings = client, session, settings
        self._asked = request_of(session, settings)
        self.tokens = Tokens()

    @property
    def model(self) -> str:
        return str(self._asked.request["model"])

    async def answer(self) -> ModelAnswer:
        """An answer with words or calls; `ModelFailure` where no remedy helps. A refusal is not asked again."""
        for _ in range(2):
            message = await self._create(self._asked.request)
            if remedy := _REMEDIES.get(str(message.stop_reason)):
                message = await remedy(self, message)
            answer = self._read(message)
            if answer.calls or answer.text:
                return answer
        raise ModelFailure("the model answered nothing, twice", "try again, or try another model")

    def recorded(self, called: ModelCalled) -> ModelAnswer:
        """The answer that was recorded for the question; nothing is asked."""
        tokens = Tokens(called.input_tokens, called.output_tokens, called.cache_write_tokens, called.cache_read_tokens)
        text = words_in(called.content, updates=self._asked.shows_updates)
        return ModelAnswer(called.content, text, called.stop_reason, called.model, self._asked, tokens)

    async def larger(self, _cut: Message) -> Message:
        """`max_tokens`: once more with twice the room; the cut answer is not kept."""
        room = 2 * self._asked.request["max_tokens"]
        message = await self._create({**self._asked.request, "max_tokens": room})
        if message.stop_reason == "max_tokens":
            used = tokens_of(message).output
            what = f"the answer in {self._session.state} was cut at {used} tokens, where {room} were allowed"
            raise ModelFailure(what, "raise max_tokens of the variant, or try another model")
        return _not_refused(message)

    async def shorter(self, _unread: Message) -> Message:
        """The window is full: the conversation is begun again after half of the visible talk."""
        lines = len(self._session.talk) // 2
        self._asked = begun_anew(self._session, self._settings, lines=lines)
        message = await self._create(self._asked.request)
        if message.stop_reason == "model_context_window_exceeded":
            what = f"the conversation does not fit the model in {self._session.state}"
            raise ModelFailure(what, "lower history_tokens of the variant")
        return _not_refused(message)

    async def go_on(self, first: Message, most: int = 5) -> Message:
        """`pause_turn`: hand the answer back as it is until the model is done; the parts become one message."""
        parts, message = list(first.content), first
        while message.stop_reason == "pause_turn":
            if (most := most - 1) < 0:
                raise ModelFailure(f"the model paused without end in {self._session.state}", "try again")
            paused = {"role": "assistant", "content": [_block(part) for part in parts]}
            messages = [*self._asked.request["messages"], paused]
            message = await self._create({**self._asked.request, "messages": messages})
            parts += message.content
        done = _not_refused(message)
        return PlainMessage([_block(part) for part in parts], str(done.stop_reason), done.model, done.usage)

    async def refused(self, message: Message) -> Message:
        return _not_refused(message)

    async def _create(self, request: Request) -> Message:
        message = await _create(self._client, request, self._session.state)
        self.tokens += tokens_of(message)
        return message

    def _read(self, message: Message) -> ModelAnswer:
        """The message as plain values; a shape that no client should let through is a `ModelFailure` too."""
        try:
            content = tuple(block for block in map(_block, message.content) if not _is_blank(block))
            self._check_size(content)
            return ModelAnswer(
                content=content,
                text=words_in(content, updates=self._asked.shows_updates),
                stop_reason=str(message.stop_reason),
                model=str(message.model),
                asked=self._asked,
                tokens=self.tokens,
            )
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            what = f"the answer in {self._session.state} is malformed: {error!r}"
            raise ModelFailure(what, "try again, or another model") from error

    def _check_size(self, content: tuple[dict[str, Any], ...]) -> None:
        """Nothing enters the conversation that `max_tokens` (doubled for an answer that was cut) cannot hold."""
        size, most = len(str(content)), 2 * most_characters(self._asked.request)
        if size > most:
            what = f"the answer in {self._session.state} has {size:,} characters, more than {most:,}"
            raise ModelFailure(what, "check what answers at the base URL, or try another model")


_REMEDIES = {
    "max_tokens": ModelQuestion.larger,
    "model_context_window_exceeded": ModelQuestion.shorter,
    "pause_turn": ModelQuestion.go_on,
    "refusal": ModelQuestion.refused,
}
"""What to do about a stop reason that leaves no whole answer."""


def _not_refused(message: Message) -> Message:
    if message.stop_reason == "refusal":
        raise ModelFailure("the model declined to answer", "look at the conversation, or try another model")
    if message.stop_reason in _REMEDIES:
        raise ModelFailure(f"the answer ended with {message.stop_reason} after another try", "try again")
    return message


async def _create(client: Client, request: Request, state: State) -> Message:
    try:
        message: Message = await client.messages.create(**request)
    except JSONDecodeError as error:  # the SDK hands a body that is no JSON on as the decoder's own error
        raise ModelFailure(f"the answer in {state} is not readable: {error}", "try again") from error
    except Exception as error:
        from coach.api_errors import failure_of  # the SDK, which takes a second and is not needed where nothing fails

        if failure := failure_of(error, f"the model call in {state}"):
            raise failure from error
        raise
    if not isinstance(getattr(message, "content", None), list):
        raise ServiceFailure(f"the answer in {state} is not a message", "check what answers at the base URL")
    return message


def _block(block: Any) -> dict[str, Any]:
    """The block as plain JSON: what is inside it as the model wrote it, its own keys sorted, as the SDK orders them."""
    whole = block if isinstance(block, dict) else block.model_dump(mode="json", exclude_none=True)
    dumped: dict[str, Any] = json_value(whole)
    if dumped.get("type") == "text" and not isinstance(dumped.get("text"), str):
        raise TypeError("a text block without text")
    return dict(sorted(dumped.items()))


def _is_blank(block: dict[str, Any]) -> bool:
    """Whether it is a text without words, which the API gives but does not take back."""
    return block.get("type") == "text" and not block["text"].strip()


def tokens_of(message: Message) -> Tokens:
    """What one call used; none where the message does not say."""
    if message.usage is None:
        return Tokens()
    keys = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return Tokens(*(int(getattr(message.usage, key, 0) or 0) for key in keys))
