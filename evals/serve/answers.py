"""An answer as the API words it: thinking, stop reasons, usage; whole or as the events of a stream.

Rests on the SDK's `Message` and stream event types and on the models' whats-new pages: adaptive thinking opens every
answer, `between_tools` only what follows tool results; where `notes_as_thinking`, words beside tool calls arrive as
thinking, empty unless `display` asks for them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import orjson

from evals.serve.binding import Bound, RequestVerdict, blocks_of, id_of, prefix_of, sign
from evals.serve.families import ServedFamily, Usage, as_sent, tokens

Json = dict[str, Any]
_THOUGHT = "Weighing what was said."
_PIECE = 400
"""Characters of text or JSON in one delta."""


def thinks(request: Json, family: ServedFamily) -> bool:
    kind = (request.get("thinking") or {}).get("type", family.default_thinking)
    tools_answered = any(block["type"] == "tool_result" for block in blocks_of(request["messages"][-1]))
    return kind in {"adaptive", "enabled"} or (kind == "between_tools" and tools_answered)


def content_of(
    blocks: list[Json], request: Json, family: ServedFamily, verdict: RequestVerdict, account: str
) -> list[Json]:
    """`blocks` behind the thinking block that the request asks for, with the tool uses that its choice allows.

    Where the last of `blocks` is a thinking block, the answer thinks once more behind all of its content.
    """
    choice, thinking = request.get("tool_choice") or {}, request.get("thinking") or {}
    calls = [block for block in blocks if block["type"] == "tool_use" and choice.get("type") != "none"]
    calls = calls[:1] if choice.get("disable_parallel_tool_use") else calls
    texts = [block for block in blocks if block["type"] == "text"]
    if not thinks(request, family):
        return [*texts, *calls]
    noted = bool(calls) and family.notes_as_thinking and thinking.get("type") != "between_tools"
    words = "\n\n".join(block["text"] for block in texts) if noted else ""
    hidden = thinking.get("display") in {None, "omitted"} and thinking.get("type") != "enabled"
    thought = "" if thinking.get("display") == "updates" else _THOUGHT  # which shows notes, and no reasoning
    shown = "" if hidden else words or thought
    bound = Bound(family.model, account, prefix_of(request), verdict.last_thinking, shown, words)
    first = {"type": "thinking", "thinking": shown, "signature": sign(bound)}
    content = [first, *([] if words else texts), *calls]
    if blocks[-1]["type"] != "thinking":
        return content
    before = {**request, "messages": [*request["messages"], {"role": "assistant", "content": content}]}
    bound = Bound(family.model, account, prefix_of(before), id_of(first), shown, "")
    return [*content, {"type": "thinking", "thinking": shown, "signature": sign(bound)}]


class Served(NamedTuple):
    """A whole answer, and the usage it states."""

    answer: Json
    usage: Usage


def served(number: int, request: Json, content: list[Json], prompt: Usage) -> Served:
    """The answer of `content`; one that does not fit `max_tokens` is cut."""
    thinking = sum(_size(block) for block in content if block["type"] == "thinking")
    output = sum(map(_size, content)) + 1
    stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
    if output > request["max_tokens"]:
        content, stop, output = cut(content), "max_tokens", request["max_tokens"]
    usage = replace(prompt, output=output, thinking=min(thinking, output))
    answer = {
        "id": f"msg_{number:08}",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": content if request["max_tokens"] else [],
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": None,
        "usage": usage.as_json(),
    }
    return Served(answer, usage)


def cut(content: list[Json]) -> list[Json]:
    """What is left of an answer that was cut: the thinking, and half of the words."""
    halves = [{**block, "text": block["text"][: len(block["text"]) // 2].strip() or "I"} for block in content
              if block["type"] == "text"]  # fmt: skip
    return [block for block in content if block["type"] == "thinking"] + halves


def _size(block: Json) -> int:
    return tokens(as_sent(block.get("text") or block.get("input") or block.get("thinking") or ""))


def events(answer: Json) -> Iterator[Json]:
    """The answer as the events of a stream."""
    usage = answer["usage"]
    head = {**answer, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": head}
    yield {"type": "ping"}
    for index, block in enumerate(answer["content"]):
        opening, deltas = _streamed(block)
        yield {"type": "content_block_start", "index": index, "content_block": opening}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {key: answer[key] for key in ("stop_reason", "stop_sequence", "stop_details")}
    yield {"type": "message_delta", "delta": ending, "usage": usage}
    yield {"type": "message_stop"}


def _streamed(block: Json) -> tuple[Json, list[Json]]:
    if block["type"] == "text":
        return {**block, "text": ""}, [{"type": "text_delta", "text": piece} for piece in _pieces(block["text"])]
    if block["type"] == "tool_use":
        pieces = _pieces(orjson.dumps(block["input"]).decode())
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    if block["type"] == "thinking":
        shown = [{"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"])]
        signed = {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [*shown, signed]
    return block, []


def _pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
