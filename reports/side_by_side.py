"""The conversations of sessions that turned beside those of their partners, turn by turn. Judges nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from reports.blocks import Bubble, SideBySide
from reports.bubbles import bubble
from reports.comparison import Comparison
from reports.logs import LoggedRun
from reports.marked_talk import Talk, TalkPiece, Turn, talk

ALIGNED = 400
"""Turns of a side that are held against the other; the rest follows without partners."""
SAME_PERSON, SAME_STATE = 0.05, 0.25
"""What two turns of one person, and in one state, are alike besides their words: so they meet whatever they say."""


Spoken = tuple[str, str, frozenset[str]]
"""Who spoke, in which state, which words."""


class TurnPair(NamedTuple):
    """Places of two turns in their talks, None where the other side has no such turn; `differs`: in their words."""

    base: int | None
    candidate: int | None
    differs: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Both conversations of a candidate's session; None on the side whose run kept no words of it."""

    session: str
    base: Talk | None
    candidate: Talk | None

    @property
    def rows(self) -> tuple[TurnPair, ...]:
        return rows(self.base, self.candidate)


def pairs(comparison: Comparison, base: LoggedRun, candidate: LoggedRun, *, most: int) -> Iterator[Pair]:
    """Of the sessions that newly fail, then of those that improved; none where neither run kept the words."""
    named: dict[str, str] = {}
    for turned in (comparison.new_failures, comparison.improved):
        named |= dict(sorted({(it.candidate_session, it.base_session) for it in turned} - named.items()))
    kept = dict(list(named.items())[:most])
    before, after = _talks(base, set(kept.values())), _talks(candidate, set(kept))
    for session, partner in kept.items():
        one, other = before.get(partner), after.get(session)
        if one and other:
            one, other = _echoing(one, other), _echoing(other, one)
        if one or other:
            yield Pair(session, one, other)


def block(pair: Pair) -> SideBySide:
    def side(talk: Talk | None, place: int | None) -> Bubble | None:
        return None if talk is None or place is None else bubble(talk.turns[place], talk)

    found = ((side(pair.base, row.base), side(pair.candidate, row.candidate), row.differs) for row in pair.rows)
    return SideBySide(pair.session, tuple(found))


def _talks(run: LoggedRun, names: Collection[str]) -> dict[str, Talk]:
    return {session.id: talk(session) for session in run.each_session(names)} if names else {}


def rows(base: Talk | None, candidate: Talk | None) -> tuple[TurnPair, ...]:
    """Every turn of both sides once and in its order, aligned so that the words of the pairs are most alike."""
    before, after = (side.turns if side else () for side in (base, candidate))
    paired = _paired(before[:ALIGNED], after[:ALIGNED])
    found: list[TurnPair] = []
    last = (0, 0)
    for left, right in (*paired, (len(before), len(after))):
        found += [TurnPair(at, None, differs=True) for at in range(last[0], left)]
        found += [TurnPair(None, at, differs=True) for at in range(last[1], right)]
        if left < len(before) and right < len(after):
            found.append(TurnPair(left, right, differs=_text(before[left]) != _text(after[right])))
        last = (left + 1, right + 1)
    return tuple(found)


def _echoing(side: Talk, other: Talk) -> Talk:
    """`side` with the words marked that are a finding in `other` and none here, where both say the same."""
    quotes = [item.quote for item in other.findings if item.quote]
    return replace(side, turns=tuple(_echoed(turn, quotes) for turn in side.turns)) if quotes else side


def _echoed(turn: Turn, quotes: Sequence[str]) -> Turn:
    pieces = list(turn.pieces)
    for quote in dict.fromkeys(quotes):
        for place, piece in enumerate(pieces):
            before, same, after = piece.text.partition(quote)
            if same and piece.finding is None and not piece.echo:
                parts = (TalkPiece(before), TalkPiece(same, echo=True), TalkPiece(after))
                pieces[place : place + 1] = [part for part in parts if part.text]
                break
    return replace(turn, pieces=tuple(pieces))


def _paired(before: Sequence[Turn], after: Sequence[Turn]) -> list[tuple[int, int]]:
    """The pairs in order whose likenesses add up to most (Needleman and Wunsch, with gaps for nothing)."""
    left, right = (
        [(turn.who, turn.state, frozenset(_text(turn).lower().split())) for turn in side] for side in (before, after)
    )
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            both = _likeness(left[i], right[j]) + best[i + 1][j + 1] if left[i][0] == right[j][0] else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            found.append((i, j))
            i, j = i + 1, j + 1
    return found


def _likeness(one: Spoken, other: Spoken) -> float:
    """The share of common words, and what `SAME_STATE` adds; two turns without words are the same."""
    (_, here, words), (_, there, others) = one, other
    common = len(words & others) / len(words | others) if words or others else 1.0
    return SAME_PERSON + SAME_STATE * (here == there) + common


def _text(turn: Turn) -> str:
    return "".join(piece.text for piece in turn.pieces)
