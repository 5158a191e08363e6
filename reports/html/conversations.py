"""The conversations of newly failing sessions and their partners, packed for the script of a comparison's page.

A pair is gzip in base64, so that nothing in it can be taken for markup; the script unpacks it and puts the words into
the page as text. What the room does not hold is in the logs.
"""

import base64
import gzip
import json
from collections.abc import Collection, Iterable
from typing import Any

from reports.comparison import Comparison
from reports.escape import clip, visible
from reports.logs import Run
from reports.talk import Piece, Talk, Turn, talk

Json = dict[str, Any]
MOST = 200
"""Pairs of sessions whose conversations are read."""
ROOM = 12_000_000
"""Bytes that packed conversations may take in one page."""
LONGEST = 6_000
"""Of one piece of words, so that a model that talks without end does not fill the page."""


def conversations(comparison: Comparison, base: Run, candidate: Run, *, room: int = ROOM) -> dict[str, str]:
    """The candidate's session to the packed pair; only those of which either run kept the words."""
    pairs = sorted({(item.candidate_session, item.base_session) for item in comparison.new_failures})[:MOST]
    after = _talks(candidate, {name for name, _ in pairs})
    before = _talks(base, {name for _, name in pairs})
    found: dict[str, str] = {}
    for name, partner in pairs:
        packed = pack({"base": before.get(partner), "candidate": after.get(name)})
        room -= len(packed)
        if room < 0:
            break
        if name in after or partner in before:
            found[name] = packed
    return found


def pack(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), mtime=0)).decode("ascii")


def _talks(run: Run, names: Collection[str]) -> dict[str, Json]:
    return {session.id: as_json(talk(session)) for session in run.each_session(names)} if names else {}


def as_json(found: Talk) -> Json:
    """Short keys: a page holds thousands of these."""
    return {
        "outcome": _words(found.outcome),
        "error": None if found.error is None else _words(found.error),
        "stays": [[_words(stay.state), stay.turns, _words(stay.why)] for stay in found.stays],
        "turns": [_turn(turn) for turn in found.turns],
        "findings": [
            [_words(item.scorer), _words(item.what), _words(item.rule), item.event] for item in found.findings
        ],
        "plan": [[_words(cell) for cell in row] for row in found.plan],
        "shown": found.plan_shown,
    }


def _turn(turn: Turn) -> Json:
    found: Json = {"e": turn.event, "w": _words(turn.who), "s": _words(turn.state), "t": list(_pieces(turn.pieces))}
    return found | ({"f": list(turn.findings)} if turn.findings else {})


def _pieces(pieces: Iterable[Piece]) -> list[Any]:
    return [_words(it.text) if it.finding is None else [_words(it.text), it.finding] for it in pieces]


def _words(text: str) -> str:
    """Signs for what cannot be shown; line breaks stay, because the page keeps them."""
    return "\n".join(visible(line) for line in clip(text, LONGEST).split("\n"))
