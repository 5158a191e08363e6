"""From a conversation of the Anthropic Messages API (a request, with the answers in its messages) to a session."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from coach.errors import InputError
from coach.records.base import Record
from evals.interchange.known import Known, descriptions_in, reasons_in
from evals.interchange.schema import InterchangeMessage, InterchangeSession

_SILENT = frozenset(
    {
        "tool_use",
        "tool_result",
        "server_tool_use",
        "web_search_tool_result",
        "web_fetch_tool_result",
        "code_execution_tool_result",
        "mcp_tool_use",
        "mcp_tool_result",
        "image",
        "search_result",
        "container_upload",
        "redacted_thinking",
    }
)
"""Blocks without words that the athlete saw."""
_WORDED = frozenset({"text", "document"})


class Block(Record):
    """A content block; only words are read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    text: str | None = None
    thinking: str | None = None
    source: dict[str, Any] | None = None
    input: dict[str, Any] | None = None


class ApiMessage(Record):
    """A message of the request, or an answer as it came, with whatever else it carries."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: Literal["user", "assistant"]
    content: str | tuple[Block, ...]


class AnthropicConversation(Known):
    """A request as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ApiMessage, ...], Field(min_length=1)]
    system: str | tuple[Block, ...] | None = None
    tools: tuple[dict[str, Any], ...] = ()


def session_of(conversation: AnthropicConversation) -> InterchangeSession:
    """The words of both sides; the system prompt, the tools' descriptions, the thinking and what tools were told as
    reasons as what must not surface.
    """
    messages = [
        InterchangeMessage(role="athlete" if turn.role == "user" else "coach", text=text)
        for at, turn in enumerate(conversation.messages)
        if (text := _words(turn.content, f"messages.{at}"))
    ]
    blocks = [block for turn in conversation.messages if not isinstance(turn.content, str) for block in turn.content]
    thoughts = [block.thinking for block in blocks if block.type == "thinking" and block.thinking]
    thoughts += [reason for block in blocks for reason in reasons_in(block.input)]
    thoughts += [text for tool in conversation.tools for text in descriptions_in(tool)]
    prompts = None if conversation.system is None else (_words(conversation.system, "system"),)
    return conversation.session(messages, prompts, thoughts)


def _words(content: str | tuple[Block, ...], place: str) -> str:
    if isinstance(content, str):
        return content.strip()
    for at, block in enumerate(content):
        if block.type not in _SILENT | _WORDED | {"thinking"}:
            raise InputError(f"{place}.content.{at}: {block.type!r} is not a known type of block")
    return "\n\n".join(words for block in content if block.type in _WORDED and (words := _said(block).strip()))


def _said(block: Block) -> str:
    """The words of a block; of a document those that it was given as text."""
    if block.type == "text":
        return block.text or ""
    source = block.source or {}
    return str(source.get("data") or "") if source.get("type") == "text" else ""
