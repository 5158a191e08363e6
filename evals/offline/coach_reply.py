"""What the offline coach answers: words with what they are meant to do, tool calls; and the message of the API."""

import hashlib
import json
from dataclasses import dataclass
from functools import partial
from typing import Any

from coach.memoize import by_identity
from coach.model import PlainMessage, Used
from personas.acts import Act


@dataclass(frozen=True, slots=True)
class Call:
    tool: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CoachReply:
    """`acts`: what `text` does."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    acts: tuple[Act, ...] = ()


def message(said: CoachReply, request: dict[str, Any], model: str) -> PlainMessage:
    """A response with ids and usage that follow from the request alone, so that a run repeats to the byte."""
    messages = request["messages"]
    newest = f"[{len(messages)}, {json.dumps(_first_tool(request))}, [{''.join(map(_dumped, messages[-1:]))}]]"
    digest = hashlib.sha256(newest.encode()).hexdigest()
    words = [{"type": "text", "text": said.text}] if said.text else []
    calls = [
        {"type": "tool_use", "id": f"toolu_{digest[:16]}{index}", "name": call.tool, "input": call.input}
        for index, call in enumerate(said.calls)
    ]
    used = Used(sum(map(_size, messages)), _words(said.text) + 20 * len(said.calls))
    return PlainMessage([*words, *calls], "tool_use" if calls else "end_turn", model, used)


def _first_tool(request: dict[str, Any]) -> str:
    """What tells the conversations of a session apart."""
    return next((str(tool["name"]) for tool in request.get("tools") or ()), "")


@by_identity
def _size(sent: dict[str, Any]) -> int:
    """The words of a message, which is sent again and never changed."""
    text = _dumped(sent)  # in which a space is the only white space
    return _words(text) if "  " in text else text.count(" ") + 1


@partial(by_identity, most=2)  # the newest message is asked for twice
def _dumped(sent: dict[str, Any]) -> str:
    return json.dumps(sent, sort_keys=True, default=str)


def _words(text: str) -> int:
    """A word count: the offline models' token."""
    return len(text.split())
