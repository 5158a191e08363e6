"""From a conversation of the Anthropic Messages API (a request, with the answers in its messages) to a session."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from coach.errors import InputError
from coach.records.base import Record
from evals.interchange.known import Known
from evals.interchange.schema import Message, Session

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
        "document",
        "search_result",
        "container_upload",
        "redacted_thinking",
    }
)
"""Blocks without words that the athlete saw."""


class Block(Record):
    """A content block; only words are read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    text: str | None = None
    thinking: str | None = None


class Turn(Record):
    role: Literal["user", "assistant"]
    content: str | tuple[Block, ...]


class Conversation(Known):
    """A request as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[Turn, ...], Field(min_length=1)]
    system: str | tuple[Block, ...] | None = None
    # settings of the request, which say nothing about the talk
    model: Any = None
    max_tokens: Any = None
    tools: Any = None
    tool_choice: Any = None
    temperature: Any = None
    top_p: Any = None
    top_k: Any = None
    stop_sequences: Any = None
    stream: Any = None
    metadata: Any = None
    thinking: Any = None
    service_tier: Any = None
    output_config: Any = None
    context_management: Any = None


def session_of(conversation: Conversation) -> Session:
    """The words of both sides; the system prompt and the thinking as what must not surface."""
    messages = [
        Message(role="athlete" if turn.role == "user" else "coach", text=text)
        for at, turn in enumerate(conversation.messages)
        if (text := _words(turn.content, f"messages.{at}"))
    ]
    thoughts = [
        block.thinking
        for turn in conversation.messages
        if not isinstance(turn.content, str)
        for block in turn.content
        if block.type == "thinking" and block.thinking
    ]
    system = _words(conversation.system, "system") if conversation.system else ""
    return conversation.session(messages, (system, *thoughts))


def _words(content: str | tuple[Block, ...], place: str) -> str:
    if isinstance(content, str):
        return content.strip()
    for at, block in enumerate(content):
        if block.type not in _SILENT | {"text", "thinking"}:
            raise InputError(f"{place}.content.{at}: {block.type!r} is no block that is known here")
    return "\n\n".join(block.text.strip() for block in content if block.type == "text" and block.text)
