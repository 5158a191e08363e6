"""A question and a reply as the pieces that the network reads. Knows no weights."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from coach.language.pieces import BEGIN, END, Pieces, pieces
from coach.profile.extraction.records import Span

_ASKED: Final = 100
"""Pieces of a question that are read: its last, where the question mark is."""
_TOLD: Final = 140
"""Pieces of a reply that are read at once."""
_OVERLAP: Final = 20
_WINDOWS: Final = 8
"""Longer replies than this many windows are read as far as they go."""


class Window(NamedTuple):
    """`ids` and `kinds` for the encoder; `spans` of the reply's pieces, the first of which stands at `first`."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    spans: tuple[Span, ...]
    first: int

    def places(self, span: Span) -> list[int]:
        """Where the pieces stand that share something with `span`."""
        start, end = span
        return [self.first + at for at, (low, high) in enumerate(self.spans) if low < end and start < high]


def windows(question: str | None, text: str) -> Iterator[Window]:
    """The reply in overlapping windows, each behind the question; none where there is nothing to read."""
    told = pieces(text)
    asked = pieces(question).ids[-_ASKED:] if question else ()
    step = _TOLD - _OVERLAP
    starts = range(0, max(1, len(told.ids) - _OVERLAP), step)
    for start in starts[:_WINDOWS] if told.ids else ():
        yield _window(asked, told, slice(start, start + _TOLD))


def _window(asked: Sequence[int], told: Pieces, part: slice) -> Window:
    ids = told.ids[part]
    first = len(asked) + 2
    return Window((BEGIN, *asked, END, *ids, END), (0,) * first + (1,) * (len(ids) + 1), told.spans[part], first)
