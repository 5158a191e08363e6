"""A question and a reply as the word pieces that the network reads. Knows no weights."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from coach.sentences import questions
from evals.language.pieces import BEGIN, END, pieces
from evals.reading.records import Span

_ASKED: Final = 100
"""Pieces of a question that are read: its last, where the question mark is."""
_REPLY: Final = 140
"""Pieces of a reply that are read at once."""
_OVERLAP: Final = 20
_WINDOWS: Final = 8
"""A longer reply is read as far as this many windows go."""


class ReplyWindow(NamedTuple):
    """`ids` and `kinds` for the encoder; `spans` of the reply's pieces, the first of which stands at `first`."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    spans: tuple[Span, ...]
    first: int

    def places(self, span: Span) -> list[int]:
        """Where the pieces stand that share a code point with `span`."""
        start, end = span
        return [self.first + at for at, (low, high) in enumerate(self.spans) if low < end and start < high]


def asking(message: str | None) -> str | None:
    """The questions of a coach's message, without the sentences around them; the message where it asks none."""
    return " ".join(found.group() for found in questions(message or "")) or message


def windows(question: str | None, text: str) -> Iterator[ReplyWindow]:
    """The reply in overlapping windows, each behind the question; none where there is nothing to read."""
    reply = pieces(text)
    asked = pieces(question).ids[-_ASKED:] if question else ()
    first = len(asked) + 2
    starts = range(0, max(1, len(reply.ids) - _OVERLAP), _REPLY - _OVERLAP)
    for start in starts[:_WINDOWS] if reply.ids else ():
        part = slice(start, start + _REPLY)
        ids = reply.ids[part]
        kinds = (0,) * first + (1,) * (len(ids) + 1)
        yield ReplyWindow((BEGIN, *asked, END, *ids, END), kinds, reply.spans[part], first)
