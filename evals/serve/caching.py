"""The prompt cache: which tokens of a request are read from it, written to it or neither.

Rests on build-with-claude/prompt-caching: tools, system, messages in this order; entries are written at breakpoints
only; each breakpoint looks back over 20 positions, itself the first, where a run of tool uses or of tool results is
one; a read renews its entry. A change of `tool_choice` or `thinking` spares tools and system (secondary source), one of
the top-level effort or the output format spares nothing. Entries are there from the request on, not from the answer.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from evals.serve.binding import blocks_of
from evals.serve.families import ServedFamily, Usage, as_sent, tokens

_LOOKBACK = 20
_LIFE_S = {"5m": 300.0, "1h": 3600.0}
_ONE_POSITION = frozenset({"tool_use", "tool_result"})


class _Block(NamedTuple):
    """`until`: tokens of the prompt up to its end; `key`: digest of the prompt up to its end; `mark`: "5m", "1h"."""

    kind: str
    until: int
    key: bytes
    mark: str | None


class _Entry(NamedTuple):
    expires: float
    life: float


class Cache:
    """`clock`: seconds; only its differences count."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._entries: dict[bytes, _Entry] = {}

    def account(self, request: dict[str, Any], family: ServedFamily, dropped: dict[tuple[int, int], str]) -> Usage:
        """The prompt's tokens by what they cost; renews and writes entries."""
        blocks, now = _blocks(request, family, dropped), self._clock()
        marked = [at for at, block in enumerate(blocks) if block.mark]
        read = max((self._hit(blocks, at, now) for at in marked), default=0)
        written, done = {"5m": 0, "1h": 0}, read
        for block in (blocks[at] for at in marked):
            if block.mark and block.until >= family.cache_minimum:
                life = _LIFE_S[block.mark]
                self._entries[block.key] = _Entry(now + life, life)
                written[block.mark] += max(0, block.until - done)
                done = max(done, block.until)
        return Usage(blocks[-1].until - done, written["5m"], written["1h"], read)

    def _hit(self, blocks: list[_Block], at: int, now: float) -> int:
        """Tokens up to the nearest live entry at or before the breakpoint `at`; 0 where its window holds none."""
        positions, before = 0, ""
        for block in reversed(blocks[: at + 1]):
            positions += not (block.kind == before and block.kind in _ONE_POSITION)
            if positions > _LOOKBACK:
                break
            entry = self._entries.get(block.key)
            if entry and entry.expires > now:
                self._entries[block.key] = entry._replace(expires=now + entry.life)
                return block.until
            before = block.kind
        return 0


def count(request: dict[str, Any], family: ServedFamily, dropped: dict[tuple[int, int], str]) -> int:
    """Tokens of the whole prompt."""
    return _blocks(request, family, dropped)[-1].until


def _blocks(request: dict[str, Any], family: ServedFamily, dropped: dict[tuple[int, int], str]) -> list[_Block]:
    found: list[_Block] = []
    digest = hashlib.sha256(as_sent([family.model, request.get("output_config")]))
    until = 0
    for part, (kind, block) in _parts(request, dropped):
        if part:
            digest.update(part)
        written = as_sent(block)
        digest.update(written)
        until += tokens(written)
        found.append(_Block(kind, until, digest.digest(), _life(block.get("cache_control"))))
    if automatic := request.get("cache_control"):
        last = max(at for at, block in enumerate(found) if block.kind not in {"thinking", "redacted_thinking"})
        found[last] = found[last]._replace(mark=_life(automatic))
    return found


def _life(marker: dict[str, str] | None) -> str | None:
    return marker.get("ttl", "5m") if marker else None


def _parts(request: dict[str, Any], dropped: dict[tuple[int, int], str]) -> Iterator[tuple[bytes, tuple[str, Any]]]:
    """(what else stands before the block, its kind and the block), in the order of the prompt."""
    for tool in request.get("tools") or []:
        yield b"", ("tool", tool)
    for block in blocks_of({"content": request.get("system")}):
        yield b"", ("system", block)
    settings = as_sent([request.get("tool_choice"), request.get("thinking")])
    for at, message in enumerate(request["messages"]):
        before = (settings if at == 0 else b"") + message["role"].encode()
        for index, block in enumerate(blocks_of(message)):
            if (at, index) not in dropped:
                yield before, (block["type"], block)
                before = b""
