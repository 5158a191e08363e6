"""From a conversation in the form of OpenAI's chat completions to a session."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from coach.errors import InputError
from coach.records.base import Record
from evals.interchange.known import Known, descriptions_in, reasons_in
from evals.interchange.schema import InterchangeMessage, InterchangeSession

_SPOKEN = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "refusal": "refusal",
    "input_audio": "transcript",
}
"""Kind of part to the key that holds its words."""
_SILENT = frozenset({"image_url", "input_image", "file", "input_file"})
_SIDES: dict[str, Literal["athlete", "coach"]] = {"user": "athlete", "assistant": "coach"}
_INTERNAL = frozenset({"system", "developer"})


class ContentPart(Record):
    """A part of a message; only words are read."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    text: str | None = None
    refusal: str | None = None
    transcript: str | None = None


class ChatMessage(Record):
    """A message. What tools were called and answered is no talk; thinking stays internal."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | tuple[ContentPart, ...] | None = None
    refusal: str | None = None
    audio: dict[str, Any] | None = None
    reasoning_content: str | None = None
    tool_calls: tuple[dict[str, Any], ...] | None = None


class ChatConversation(Known):
    """A chat as it was sent, with `id` and what is known beside it (persona, plan, outcome)."""

    messages: Annotated[tuple[ChatMessage, ...], Field(min_length=1)]
    tools: tuple[dict[str, Any], ...] = ()


def session_of(conversation: ChatConversation) -> InterchangeSession:
    """The words of both sides; system and developer messages, the tools' descriptions, the thinking and what tools were
    told as reasons as what must not surface.
    """
    worded = [(turn, _words(turn, f"messages.{at}")) for at, turn in enumerate(conversation.messages)]
    messages = [
        InterchangeMessage(role=_SIDES[turn.role], text=text) for turn, text in worded if turn.role in _SIDES and text
    ]
    thoughts = [turn.reasoning_content or "" for turn in conversation.messages]
    thoughts += [
        reason for turn in conversation.messages for call in turn.tool_calls or () for reason in _reasons(call)
    ]
    thoughts += [text for tool in conversation.tools for text in descriptions_in(tool)]
    prompts = [text for turn, text in worded if turn.role in _INTERNAL]
    return conversation.session(messages, prompts or None, thoughts)


def _reasons(call: dict[str, Any]) -> Iterator[str]:
    """Of the arguments of a call, which are JSON in a string."""
    try:
        yield from reasons_in(json.loads(str((call.get("function") or {}).get("arguments") or "null")))
    except ValueError:
        return


def _words(turn: ChatMessage, place: str) -> str:
    beside = (turn.refusal, str((turn.audio or {}).get("transcript") or ""))
    if turn.content is None or isinstance(turn.content, str):
        return "\n\n".join(text.strip() for text in (turn.content, *beside) if text)
    for at, part in enumerate(turn.content):
        if part.type not in _SILENT | set(_SPOKEN):
            raise InputError(f"{place}.content.{at}: {part.type!r} is not a known type of part")
    parts = (_said(part) for part in turn.content if part.type in _SPOKEN)
    return "\n\n".join(text.strip() for text in (*parts, *beside) if text)


def _said(part: ContentPart) -> str:
    return str(getattr(part, _SPOKEN[part.type]) or "")
