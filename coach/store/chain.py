"""The hash chain over a session's events. Pure: knows no file and no clock.

An event's hash is SHA-256 over the hash before it and the event as canonical JSON (RFC 8785). The claim is
"consistent with head hash X": whoever holds X can tell that no event was changed, removed or added.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from coach.canonical_json import canonical
from coach.errors import ChainBroken

ROOT = "0" * 64
"""What the first event is chained to."""


@dataclass(frozen=True, slots=True)
class ChainEntry:
    """One event as stored. `beside`: wall time, latency; outside the chain, so the same talk has the same bytes."""

    event: dict[str, Any]
    hash: str
    beside: dict[str, Any] = field(default_factory=dict)


def link(previous: str, written: bytes) -> str:
    """The hash (64 hex digits) of an event, given as its canonical bytes, after `previous`."""
    return hashlib.sha256(previous.encode() + written).hexdigest()


def hashes(events: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """The chain of `events`; the last one is the head."""
    chain: list[str] = []
    for event in events:
        chain.append(link(chain[-1] if chain else ROOT, canonical(event)))
    return tuple(chain)


def verify(source: str, entries: Sequence[ChainEntry], head: str | None = None) -> None:
    """Raise `ChainBroken` at the first entry whose hash is not its own, or where the head is not `head`."""
    previous = ROOT
    for index, entry in enumerate(entries):
        if link(previous, canonical(entry.event)) != entry.hash:
            raise ChainBroken(source, index, "its content is not what was written")
        previous = entry.hash
    if head is not None and previous != head:
        raise ChainBroken(source, len(entries), f"the chain ends in {previous[:12]}, the manifest says {head[:12]}")
