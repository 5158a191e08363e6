"""The conversations of sessions that fail, and of their partners, as packed data inside a comparison's page.

A chunk is one persona's, gzip in base64, so that nothing in it can be taken for markup; the page's script unpacks it
and puts the words into the page as text. Sessions that turned come first; what the room does not hold is counted.
"""

import base64
import gzip
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from reports.comparison import Comparison
from reports.escape import clip, visible
from reports.logs import Run
from reports.talk import Piece, Talk, Turn, talk

Json = dict[str, Any]
ROOM = 12_000_000
"""Bytes that packed conversations may take in one page."""
LONGEST = 6_000
"""Of one piece of words, so that a model that talks without end does not fill the page."""


@dataclass(frozen=True, slots=True)
class Details:
    """`chunks`: persona to packed sessions. `left_out`: personas whose conversations the room did not hold."""

    chunks: Mapping[str, str]
    left_out: tuple[str, ...]


def details(comparison: Comparison, base: Run, candidate: Run, *, room: int = ROOM) -> Details:
    chunks: dict[str, str] = {}
    left_out = []
    seeds = _worth_reading(comparison, base, candidate)
    before, after = _talks(base, seeds), _talks(candidate, seeds)
    turned = {item.persona for item in comparison.new_failures}
    for persona in sorted({*before, *after}, key=lambda name: (name not in turned, name)):
        packed = pack({"base": before.get(persona, {}), "candidate": after.get(persona, {})})
        if len(packed) > room:
            left_out.append(persona)
            continue
        room -= len(packed)
        chunks[persona] = packed
    return Details(dict(sorted(chunks.items())), tuple(sorted(left_out)))


def pack(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 9, mtime=0)).decode("ascii")


def _worth_reading(comparison: Comparison, base: Run, candidate: Run) -> set[int]:
    """Seeds of the sessions that fail, broke or went off script in either run; a seed is one persona's alone."""
    apart = {item.session for group in (comparison.errored, comparison.off_script) for item in group}
    found: set[int] = set()
    for run in (base, candidate):
        found.update(run.scores.filter(passed=False)["seed"])
        found.update(run.sessions.filter(pl.col("session").is_in(list(apart)))["seed"])
    return found


def _talks(run: Run, seeds: Collection[int]) -> dict[str, dict[str, Json]]:
    """Persona to session to conversation; nothing where no words were kept."""
    found: dict[str, dict[str, Json]] = {}
    rows = run.sessions.select("session", "seed").iter_rows(named=True)
    for session in run.each_session({row["session"] for row in rows if row["seed"] in seeds}):
        found.setdefault(str(session.metadata.get("persona_id")), {})[session.id] = as_json(talk(session))
    return found


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
