"""From a conversation of the Anthropic Messages API or of OpenAI's chat completions to a session."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import ConfigDict, Field

from coach.errors import InputError
from coach.records.base import Record
from evals.interchange.known import Known, descriptions_in, reasons_in
from evals.interchange.schema import InterchangeMessage, InterchangeSession

_SIDES: dict[str, Literal["athlete", "coach"]] = {"user": "athlete", "assistant": "coach"}


class _Parts(NamedTuple):
    """Types of the parts of a message: those with words, each with the key that holds them, and all others."""

    worded: Mapping[str, str]
    silent: frozenset[str]


_ANTHROPIC = _Parts(
    {"text": "text", "document": "source"},
    frozenset({
        "thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use", "web_search_tool_result",
        "web_fetch_tool_result", "code_execution_tool_result", "mcp_tool_use", "mcp_tool_result", "image",
        "search_result", "container_upload",
    }),
)  # fmt: skip
_OPENAI = _Parts(
    {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal", "input_audio": "transcript"},
    frozenset({"image_url", "input_image", "file", "input_file"}),
)


class ContentPart(Record):
    """A part of a message; only words are read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    text: str | None = None
    refusal: str | None = None
    transcript: str | None = None
    thinking: str | None = None
    source: dict[str, Any] | None = None
    input: dict[str, Any] | None = None


Content = str | tuple[ContentPart, ...]


class ApiMessage(Record):
    """A message of the request, or an answer as it came, with whatever else it carries."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: Literal["user", "assistant"]
    content: Content


class ChatMessage(Record):
    """A message. What tools were called and answered is no talk; thinking stays internal."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Content | None = None
    refusal: str | None = None
    audio: dict[str, Any] | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[dict[str, Any], ...] | None = None


class AnthropicConversation(Known):
    """A request as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ApiMessage, ...], Field(min_length=1)]
    system: Content | None = None
    tools: tuple[dict[str, Any], ...] = ()

    def to_session(self) -> InterchangeSession:
        """The words of both sides; the system prompt, the tools' descriptions, the thinking and what tools were told
        as reasons as what must not surface.
        """
        words = [
            (turn.role, _words(_ANTHROPIC, turn.content, f"messages.{at}")) for at, turn in enumerate(self.messages)
        ]
        parts = [part for turn in self.messages if not isinstance(turn.content, str) for part in turn.content]
        thoughts = [part.thinking for part in parts if part.type == "thinking" and part.thinking]
        prompts = None if self.system is None else (_words(_ANTHROPIC, self.system, "system"),)
        return self.session(_said(words), prompts, [*thoughts, *_told((part.input for part in parts), self.tools)])


class ChatConversation(Known):
    """A chat as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ChatMessage, ...], Field(min_length=1)]
    tools: tuple[dict[str, Any], ...] = ()

    def to_session(self) -> InterchangeSession:
        """The words of both sides; system and developer messages, the tools' descriptions, the thinking and what tools
        were told as reasons as what must not surface.
        """
        words = [
            (
                turn.role,
                _words(_OPENAI, turn.content, f"messages.{at}", turn.refusal, (turn.audio or {}).get("transcript")),
            )
            for at, turn in enumerate(self.messages)
        ]
        thoughts = [turn.reasoning_content or "" for turn in self.messages]
        prompts = [text for role, text in words if role in {"system", "developer"}]
        calls = (_arguments(call) for turn in self.messages for call in turn.tool_calls or ())
        return self.session(_said(words), prompts or None, [*thoughts, *_told(calls, self.tools)])


def _said(words: Iterable[tuple[str, str]]) -> list[InterchangeMessage]:
    return [InterchangeMessage(role=_SIDES[role], text=text) for role, text in words if role in _SIDES and text]


def _told(calls: Iterable[Any], tools: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The reasons among the arguments of calls, and the descriptions of tools."""
    for call in calls:
        yield from reasons_in(call)
    for tool in tools:
        yield from descriptions_in(tool)


def _arguments(call: dict[str, Any]) -> Any:
    """Of a call, which are JSON in a string; None where they are not."""
    try:
        return json.loads(str((call.get("function") or {}).get("arguments") or "null"))
    except ValueError:
        return None


def _words(api: _Parts, content: Content | None, place: str, *beside: object) -> str:
    """The words of a message and what stands `beside` its content."""
    parts: Sequence[object] = (content,) if content is None or isinstance(content, str) else content
    for at, part in enumerate(parts):
        if isinstance(part, ContentPart) and part.type not in api.silent | set(api.worded):
            raise InputError(f"{place}.content.{at}: {part.type!r} is not a known type of part")
    texts = (_text(api, part) if isinstance(part, ContentPart) else part for part in (*parts, *beside))
    return "\n\n".join(words for text in texts if (words := str(text or "").strip()))


def _text(api: _Parts, part: ContentPart) -> object:
    """The words of a part; of a document those that it was given as text."""
    found = getattr(part, api.worded[part.type]) if part.type in api.worded else None
    if isinstance(found, dict):
        return found.get("data") if found.get("type") == "text" else None
    return found
