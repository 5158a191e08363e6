"""Signatures of thinking blocks, and whether a block that comes back stands behind what it was made behind.

Rests on build-with-claude/preserved-thinking and its pages prefix-checks and fix-bound-to-a-different-conversation. The
prefix of a block is `tools`, `system` and the blocks before it without cache markers, byte by byte but for the order of
a block's own keys; a string and one text block are the same content. Thinking blocks before it count only by the newest
one that is left, so that the oldest may be removed and one in the middle may not. A signature carries its facts itself,
as the API's do: a restarted server still knows its own blocks.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from evals.serve.families import ServedFamily, as_sent

BETA = "thinking-binding-controls-2026-08-01"
_KEY = b"coach-eval serve"  # guards against slips, not against attackers
_DIFFERENT = (
    "The block is bound to a different conversation. Remove the block, or set "
    '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the '
    f"`{BETA}` value in the `anthropic-beta` header."
)


class Bound(NamedTuple):
    """`previous`: id of the thinking block before it, if any; `words`: the note that the shown thinking may omit."""

    model: str
    account: str
    prefix: str
    previous: str | None
    shown: str
    words: str


@dataclass(frozen=True, slots=True)
class RequestVerdict:
    """`problems`: what the API refuses, the sentence it gives first; `dropped`: (message, block) to the reason, of the
    thinking blocks that are not shown to the model; `last_thinking`: the id of the last one that is."""

    problems: list[str]
    dropped: dict[tuple[int, int], str] = field(default_factory=dict)
    last_thinking: str | None = None


def blocks_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The content of a message or of `system` as blocks."""
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def sign(bound: Bound) -> str:
    written = orjson.dumps(list(bound._replace(shown=_digest(bound.shown))))
    return base64.b64encode(hmac.digest(_KEY, written, "sha256") + written).decode()


def opened(block: dict[str, Any]) -> Bound | None:
    """The facts in the signature of a thinking block; None where it is not ours or the block was changed."""
    try:
        raw = base64.b64decode(block["signature"], validate=True)
        if not hmac.compare_digest(hmac.digest(_KEY, raw[32:], "sha256"), raw[:32]):
            return None
        bound = Bound(*orjson.loads(raw[32:]))
    except (binascii.Error, ValueError, TypeError):
        return None
    return bound if bound.shown == _digest(block["thinking"]) else None


def id_of(block: dict[str, Any]) -> str:
    """By which the next thinking block knows this one."""
    return _digest(block["signature"])


def prefix_of(request: dict[str, Any]) -> str:
    """The prefix of an answer to `request`."""
    *_, (_, _, _, prefix) = _walk(request)
    return prefix


def check(request: dict[str, Any], family: ServedFamily, account: str) -> RequestVerdict:
    """Judges every thinking block of a request of the right shape."""
    binding = (request.get("thinking") or {}).get("block_binding") or {}
    fatal = binding.get("prefix_mismatch_behavior") != "drop_block"
    found = RequestVerdict([])
    last: str | None = None
    for message, index, block, prefix in _walk(request):
        if block is None or block.get("type") != "thinking":
            continue
        where = f"messages.{message}.content.{index}: Invalid `signature` in `thinking` block"
        bound = opened(block)
        if bound is None:
            found.problems.append(where)
        elif reason := _mismatch(bound, family, account, (prefix, last)):
            if fatal and reason == "prefix_binding_mismatch":
                found.problems.append(f"{where}. {_DIFFERENT}")
            found.dropped[message, index] = reason
        else:
            last = id_of(block)
    return RequestVerdict(found.problems, found.dropped, last)


def _mismatch(bound: Bound, family: ServedFamily, account: str, before: tuple[str, str | None]) -> str | None:
    prefix, last = before
    if bound.account != account:
        return "organization_binding_mismatch"
    if bound.model not in family.reads:
        return "model_binding_mismatch"
    changed = bound.prefix != prefix or (last is not None and bound.previous != last)
    return "prefix_binding_mismatch" if family.prefix_bound and changed else None


def _walk(request: dict[str, Any]) -> Iterator[tuple[int, int, dict[str, Any] | None, str]]:
    """(message, block, the block, digest of what is before it); at last, without a block, the place of an answer."""
    digest = hashlib.sha256(as_sent(request.get("tools") or []))
    for block in blocks_of({"content": request.get("system")}):
        digest.update(as_sent(block))
    role = None
    for at, message in enumerate(request["messages"]):
        role = message["role"]
        digest.update(f"|{role}|".encode())
        for index, block in enumerate(blocks_of(message)):
            yield at, index, block, digest.hexdigest()
            if block.get("type") != "thinking":
                digest.update(as_sent(block))
    if role != "assistant":
        digest.update(b"|assistant|")
    yield len(request["messages"]), 0, None, digest.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
