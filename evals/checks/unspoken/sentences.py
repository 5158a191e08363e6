"""A text as sentences, none longer than can be searched. Knows punctuation only."""

import re
from bisect import bisect_right
from typing import NamedTuple

_END = re.compile(r"[.!?]+[\"')\]]*(?= |$)")
_LONGEST = 500
_OVERLAP = 160


class Stretch(NamedTuple):
    """From `start` to `end` is searched."""

    start: int
    end: int


class Sentences:
    """Where the pieces of a text end, none of them longer than `_LONGEST`."""

    def __init__(self, read: str) -> None:
        self._sentences = [found.end() for found in _END.finditer(read)]
        if not self._sentences or self._sentences[-1] < len(read):
            self._sentences.append(len(read))
        self.ends, self.cut = _cut(self._sentences)

    def stretch(self, until: int) -> Stretch:
        """The piece that ends at `until`; of a sentence cut into pieces, with some of its neighbours."""
        number = bisect_right(self._sentences, until - 1)
        start, end = self._sentences[number - 1] if number else 0, self._sentences[number]
        if end - start <= _LONGEST:
            return Stretch(start, end)
        piece = start + (until - 1 - start) // _LONGEST * _LONGEST
        return Stretch(max(start, piece - _OVERLAP), min(until + _OVERLAP, end))


def _cut(ends: list[int]) -> tuple[list[int], frozenset[int]]:
    """The ends of all pieces, and of those that are no whole sentences."""
    pieces, cut, start = list[int](), set[int](), 0
    for end in ends:
        if end - start > _LONGEST:
            inner = range(start + _LONGEST, end, _LONGEST)
            pieces += inner
            cut.update(inner, (end,))
        pieces.append(end)
        start = end
    return pieces, frozenset(cut)
