"""What the offline coach answers: words with what they are meant to do, tool calls; and the message of the API."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from anthropic.types import Message, TextBlock, ToolUseBlock, Usage

from coach.remembered import by_identity
from personas.acts import Act


@dataclass(frozen=True, slots=True)
class Call:
    tool: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """`acts`: what `text` does."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    acts: tuple[Act, ...] = ()


def message(said: Said, request: dict[str, Any], model: str) -> Message:
    """A response with ids and usage that follow from the request alone, so that a run repeats to the byte."""
    messages = request["messages"]
    newest = json.dumps([len(messages), _first_tool(request), messages[-1:]], sort_keys=True, default=str)
    digest = hashlib.sha256(newest.encode()).hexdigest()
    content: list[TextBlock | ToolUseBlock] = []
    if said.text:
        content.append(TextBlock(type="text", text=said.text))
    content += [
        ToolUseBlock(type="tool_use", id=f"toolu_{digest[:16]}{index}", name=call.tool, input=call.input)
        for index, call in enumerate(said.calls)
    ]
    return Message(
        id=f"msg_{digest[16:40]}",
        type="message",
        role="assistant",
        model=model,
        content=list(content),
        stop_reason="tool_use" if said.calls else "end_turn",
        usage=Usage(input_tokens=sum(map(_size, messages)), output_tokens=_words(said.text) + 20 * len(said.calls)),
    )


def _first_tool(request: dict[str, Any]) -> str:
    """What tells the conversations of a session apart."""
    return next((str(tool["name"]) for tool in request.get("tools") or ()), "")


@by_identity
def _size(sent: dict[str, Any]) -> int:
    """The words of a message, which is sent again and never changed."""
    return _words(json.dumps(sent, default=str))


def _words(text: str) -> int:
    """A word count: the offline models' token."""
    return len(text.split())
