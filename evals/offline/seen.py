"""What a request lets a model see, read back: the sections of the context, the talk so far, the tools on offer."""

import json
import re
from dataclasses import dataclass
from typing import Any

_SECTION = re.compile(r"^<(\w+)>(.*)</\1>$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the history: its texts, its tool calls (name, input), its tool results (text, is_error)."""

    role: str
    texts: tuple[str, ...]
    calls: tuple[tuple[str, dict[str, Any]], ...]
    results: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as a model meets it."""

    sections: dict[str, Any]
    turns: tuple[Turn, ...]
    tools: frozenset[str]

    def get(self, name: str, default: Any = None) -> Any:
        return self.sections.get(name, default)

    @property
    def coach_texts(self) -> tuple[str, ...]:
        return tuple(text for turn in self.turns if turn.role == "assistant" for text in turn.texts)

    @property
    def fresh_results(self) -> tuple[tuple[str, bool], ...]:
        """Results of the calls just made; empty when the athlete has spoken since."""
        last = self.turns[-1]
        return () if last.role == "assistant" or last.texts else last.results

    @property
    def last_calls(self) -> tuple[str, ...]:
        """Names of the tools that the newest assistant message called."""
        newest = next((turn for turn in reversed(self.turns) if turn.role == "assistant"), None)
        return tuple(name for name, _ in newest.calls) if newest else ()

    def spoken_since(self, tool: str) -> bool:
        """Whether the coach has said anything since it last called `tool`."""
        for turn in reversed(self.turns):
            if turn.texts and turn.role == "assistant":
                return True
            if any(name == tool for name, _ in turn.calls):
                return False
        return True

    def unread(self, reading: frozenset[str]) -> tuple[str, ...]:
        """The athlete's texts since the coach last spoke or called one of the tools `reading`."""
        texts: list[str] = []
        for turn in reversed(self.turns):
            if turn.role == "assistant" and (turn.texts or any(name in reading for name, _ in turn.calls)):
                break
            if turn.role == "user":
                texts[:0] = turn.texts
        return tuple(texts)


def read(request: dict[str, Any]) -> Seen:
    """Read a Messages API request."""
    system = request.get("system") or []
    blocks = [{"text": system}] if isinstance(system, str) else system
    found = {name: json.loads(body) for block in blocks for name, body in _SECTION.findall(block["text"])}
    turns = tuple(_turn(message) for message in request["messages"])
    return Seen(found, turns, frozenset(tool["name"] for tool in request.get("tools") or []))


def _turn(message: dict[str, Any]) -> Turn:
    content = message["content"]
    blocks: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return Turn(
        role=message["role"],
        texts=tuple(block["text"] for block in blocks if block.get("type") == "text"),
        calls=tuple((b["name"], b["input"]) for b in blocks if b.get("type") == "tool_use"),
        results=tuple(
            (_text_of(b.get("content")), bool(b.get("is_error"))) for b in blocks if b.get("type") == "tool_result"
        ),
    )


def _text_of(content: Any) -> str:
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")
