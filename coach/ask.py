"""One question to a model: the request of a state, and what to do about each stop reason. Knows no tool's meaning."""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from json import JSONDecodeError
from typing import Any

import anthropic
from anthropic.types import Message

from coach import context
from coach.canonical_json import canonical
from coach.errors import ModelFailure, ServiceFailure
from coach.fold import Session
from coach.model import Client
from coach.plain import plain
from coach.policy import Row
from coach.states import State
from coach.variants import Variant

Request = dict[str, Any]
_BUSY = frozenset({408, 409, 429})
_BROKEN = 500
"""Statuses that say nothing of the request: not now, and from there on that the service itself broke."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A usable response: its blocks as plain JSON, why it stopped, what it cost, what it was asked with."""

    content: tuple[dict[str, Any], ...]
    stop_reason: str
    model: str
    prompt: str
    input_tokens: int
    output_tokens: int

    @property
    def text(self) -> str:
        return "\n\n".join(b["text"].strip() for b in self.content if b.get("type") == "text" and b["text"].strip())

    @property
    def calls(self) -> tuple[dict[str, Any], ...]:
        return tuple(block for block in self.content if block.get("type") == "tool_use")


def request_of(session: Session, row: Row, variant: Variant, models: dict[str, str]) -> Request:
    """The Messages API request of the session's state: system, history, tools, tool choice, model, limit."""
    limits = variant.settings.limits
    return {
        "model": models[row.tier],
        "max_tokens": limits.max_tokens_reasoning if row.tier == "reasoning" else limits.max_tokens_fast,
        "timeout": limits.timeout_s,  # the SDK refuses long answers without one
        "system": [
            {"type": "text", "text": variant.prompts[row.prompt], "cache_control": {"type": "ephemeral"}},
            {"type": "text", "text": context.render(session, variant.settings.manners.model_dump())},
        ],
        "messages": list(recent(session.messages, limits.history_messages)),
        "tools": [tool.definition for tool in row.tools],
        "tool_choice": row.tool_choice,
    }


def prompt_hash(request: Request) -> str:
    """SHA-256 of what frames the conversation, the canonical JSON of an object with `system` and `tools`."""
    written = canonical(request["system"]), _tools_written(request["tools"])
    return hashlib.sha256(b'{"system":%b,"tools":%b}' % written).hexdigest()


_TOOLS: dict[tuple[int, ...], tuple[list[Any], bytes]] = {}
"""Identities of tool definitions to the definitions, which keeps them alive, and their canonical JSON."""


def _tools_written(tools: list[Any]) -> bytes:
    """The canonical JSON of `tools`, whose definitions never change; a state's are written once a process."""
    key = tuple(map(id, tools))
    if key not in _TOOLS:
        _TOOLS[key] = (tools, canonical(tools))
    return _TOOLS[key][1]


def recent(messages: tuple[dict[str, Any], ...], most: int) -> tuple[dict[str, Any], ...]:
    """At most `most` of the newest messages, starting with words of the athlete, so that no tool result is orphaned."""
    if len(messages) <= most:
        return messages
    starts = [index for index, message in enumerate(messages) if _opens(message)]
    fitting = [index for index in starts if len(messages) - index <= most]
    return messages[fitting[0] if fitting else starts[-1] :]


def _opens(message: dict[str, Any]) -> bool:
    return message["role"] == "user" and all(block.get("type") == "text" for block in message["content"])


async def ask(client: Client, request: Request, state: State) -> Answer:
    """An answer with usable blocks; raises `ModelFailure` where the SDK's retries and the remedies are used up."""
    message = await _create(client, request, state)
    remedy = _REMEDIES.get(str(message.stop_reason))
    if remedy is not None:
        message = await remedy(client, request, message, state)
    answer = _answer(message, request, state)
    if not answer.calls and not answer.text:
        message = await _create(client, request, state)
        answer = _answer(message, request, state)
    _refuse_unusable(message, answer)
    return answer


async def _create(client: Client, request: Request, state: State) -> Message:
    try:
        message = await client.messages.create(**request)
    except anthropic.APIError as error:
        raise _failure(error)(f"the model call in {state} failed: {_kind(error)}", way_on(error)) from error
    except JSONDecodeError as error:  # the SDK hands a body that is no JSON on as the decoder's own error
        raise ModelFailure(f"the answer in {state} is not readable: {error}", "try again") from error
    if not isinstance(message, Message) or not isinstance(message.content, list):
        raise ModelFailure(f"the answer in {state} is not a message", "check what answers at the base URL")
    return message


def _kind(error: anthropic.APIError) -> str:
    status = getattr(error, "status_code", None)
    return f"{type(error).__name__}{f' {status}' if status else ''}: {str(error)[:300]}"


def _failure(error: anthropic.APIError) -> type[ModelFailure]:
    """Whose failure it is: of the service where nothing came back, it was busy or it broke; else of the request."""
    status = getattr(error, "status_code", None)
    return ServiceFailure if status is None or status in _BUSY or status >= _BROKEN else ModelFailure


def way_on(error: anthropic.APIError) -> str:
    """What a person can do about it."""
    status = getattr(error, "status_code", None)
    table = {
        400: "the request itself is wrong: mend it, retrying does not help",
        401: "set ANTHROPIC_API_KEY to a valid key",
        403: "the key may not use this model: choose another model or key",
        404: "no such model or address: check the model id and the base URL",
        413: "the conversation is too large: lower history_messages of the variant",
        429: "the rate limit holds: wait, or lower the number of sessions at once",
    }
    return table.get(status or 0, "the service or the connection is in trouble: try again later")


async def _larger(client: Client, request: Request, first: Message, state: State) -> Message:
    """`max_tokens`: once more with twice the room; the cut answer is not kept."""
    message = await _create(client, {**request, "max_tokens": 2 * request["max_tokens"]}, state)
    if message.stop_reason == "max_tokens":
        raise ModelFailure(
            f"the answer in {state} does not fit {2 * request['max_tokens']} tokens",
            "raise max_tokens of the variant",
        )
    return message


async def _shorter(client: Client, request: Request, first: Message, state: State) -> Message:
    """The window is full: once more with half of the history."""
    messages = tuple(request["messages"])
    message = await _create(client, {**request, "messages": list(recent(messages, len(messages) // 2))}, state)
    if message.stop_reason == "model_context_window_exceeded":
        raise ModelFailure(
            f"the conversation does not fit the model in {state}", "lower history_messages of the variant"
        )
    return message


async def _go_on(client: Client, request: Request, first: Message, state: State, most: int = 5) -> Message:
    """`pause_turn`: hand the answer back as it is until the model is done; the parts become one message."""
    parts, message = list(first.content), first
    while message.stop_reason == "pause_turn":
        if (most := most - 1) < 0:
            raise ModelFailure(f"the model paused without end in {state}", "try again")
        said = {"role": "assistant", "content": [_block(part) for part in parts]}
        message = await _create(client, {**request, "messages": [*request["messages"], said]}, state)
        parts += message.content
    return message.model_copy(update={"content": parts})


_REMEDIES: dict[str, Callable[[Client, Request, Message, State], Awaitable[Message]]] = {
    "max_tokens": _larger,
    "model_context_window_exceeded": _shorter,
    "pause_turn": _go_on,
}


def _refuse_unusable(message: Message, answer: Answer) -> None:
    if message.stop_reason == "refusal":
        raise ModelFailure("the model declined to answer", "look at the conversation, or try another model")
    if message.stop_reason in _REMEDIES:
        raise ModelFailure(f"the answer ended with {message.stop_reason} twice", "try again")
    if not answer.calls and not answer.text:
        raise ModelFailure("the model answered nothing, twice", "try again, or try another model")


def _block(block: Any) -> dict[str, Any]:
    dumped: dict[str, Any] = plain(block.model_dump(mode="json", exclude_none=True))
    if dumped.get("type") == "text" and not isinstance(dumped.get("text"), str):
        raise TypeError("a text block without text")
    return dumped


def _answer(message: Message, request: Request, state: State) -> Answer:
    """The message as plain values; a shape that no client should let through is a `ModelFailure` too."""
    try:
        usage = message.usage
        return Answer(
            content=tuple(_block(block) for block in message.content),
            stop_reason=str(message.stop_reason),
            model=str(message.model),
            prompt=prompt_hash(request),
            input_tokens=int(usage.input_tokens or 0) if usage else 0,
            output_tokens=int(usage.output_tokens or 0) if usage else 0,
        )
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise ModelFailure(f"the answer in {state} is malformed: {error!r}", "try again, or another model") from error
