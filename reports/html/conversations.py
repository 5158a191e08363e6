"""The conversations of sessions that turned and their partners, packed for the script of a comparison's page.

A pair is gzip in base64, so that nothing in it can be taken for markup; the script unpacks it and puts the words into
the page as text. What the room does not hold is in the logs.
"""

import base64
import gzip
import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from reports import side_by_side
from reports.bubbles import label
from reports.comparison import Comparison
from reports.escape import visible_lines
from reports.logs import LoggedRun
from reports.marked_talk import Talk, TalkPiece, Turn
from reports.wording import plain

Json = dict[str, Any]
MOST = 200
"""Pairs of sessions whose conversations are read."""
ROOM = 12_000_000
"""Bytes that packed conversations may take in one page."""
OTHER_SIDE = -1
"""In place of a finding's number: the words are a finding of the other conversation."""
LONGEST = 6_000
"""Of one piece of words, so that a model that talks without end does not fill the page."""
_words = partial(visible_lines, longest=LONGEST)


def conversations(comparison: Comparison, base: LoggedRun, candidate: LoggedRun) -> dict[str, str]:
    """The candidate's session to the packed pair; only those of which either run kept the words."""
    found, room = dict[str, str](), ROOM
    for pair in side_by_side.pairs(comparison, base, candidate, most=MOST):
        packed = pack(
            {
                "base": pair.base and as_json(pair.base),
                "candidate": pair.candidate and as_json(pair.candidate),
                "rows": pair.rows,
            }
        )
        room -= len(packed)
        if room < 0:
            break
        found[pair.session] = packed
    return found


def pack(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), mtime=0)).decode("ascii")


def as_json(found: Talk) -> Json:
    """Short keys: a page holds thousands of these."""
    return {
        "outcome": _words(found.outcome),
        "error": None if found.error is None else _words(found.error),
        "stays": [[_words(stay.state), stay.turns, _words(stay.why)] for stay in found.stays],
        "turns": [_turn(turn) for turn in found.turns],
        "findings": [
            [_words(item.scorer), _words(plain(item.what)), _words(item.rule), item.event] for item in found.findings
        ],
        "plan": [[_words(cell) for cell in row] for row in found.plan],
        "shown": found.plan_shown,
    }


def _turn(turn: Turn) -> Json:
    found: Json = {
        "e": turn.event,
        "w": _words(label(turn.who)),
        "s": _words(turn.state),
        "t": list(_pieces(turn.pieces)),
    }
    return found | ({"f": list(turn.findings)} if turn.findings else {})


def _pieces(pieces: Iterable[TalkPiece]) -> Iterator[Any]:
    """Plain words, or words with the number of their finding."""
    for it in pieces:
        number = OTHER_SIDE if it.echo else it.finding
        yield _words(it.text) if number is None else [_words(it.text), number]
