"""What the offline coach answers: words, tool calls, or both; and how that becomes a message of the API."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from anthropic.types import Message, TextBlock, ToolUseBlock, Usage


@dataclass(frozen=True, slots=True)
class Call:
    tool: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    text: str = ""
    calls: tuple[Call, ...] = ()


def message(said: Said, request: dict[str, Any], model: str) -> Message:
    """A response with ids and usage that follow from the request alone, so that a run repeats to the byte."""
    digest = hashlib.sha256(json.dumps(request["messages"], sort_keys=True, default=str).encode()).hexdigest()
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
        usage=Usage(input_tokens=_words(request["messages"]), output_tokens=_words(said.text) + 20 * len(said.calls)),
    )


def _words(value: Any) -> int:
    """A word count: the offline models' token."""
    return len(str(value).split())
