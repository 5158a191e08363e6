"""A folded text as sentences of words. Knows punctuation only."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 60
"""Words and signs of a sentence; a longer one is read in pieces, so that time stays linear."""

_END = re.compile(r"(?:(?<![.!?])[.!?]+[\"')\]]*|~+)(?=[\s~]|$)\s*|\n\s*")
_WORD = re.compile(
    r"\d+(?::\d\d)+|\d+(?:[.,]\d+)?(?:(?:st|nd|rd|th|km?|kg|m)\b)?"
    r"|[^\W\d_]+(?:-[^\W\d_]+)*(?:'[a-z]+)?|[?!.,;:\"()-]"
)
_LETTER = re.compile(r"[^\W_]")


class Sentence(NamedTuple):
    """`words`, with signs of punctuation among them, stand from `start` to `end` of the folded text."""

    start: int
    end: int
    words: tuple[str, ...]


def split(folded: str) -> Iterator[Sentence]:
    """The sentences in order; signs without a word belong to the sentence before."""
    for start, end in _spans(folded):
        words = tuple(_WORD.findall(folded, start, end))
        if len(words) <= LONGEST:
            if words:
                bare = folded[start:end].strip()
                first = folded.index(bare, start)
                yield Sentence(first, first + len(bare), words)
            continue
        found = list(_WORD.finditer(folded, start, end))
        for at in range(0, len(words), LONGEST):
            piece = found[at : at + LONGEST]
            yield Sentence(piece[0].start(), piece[-1].end(), words[at : at + LONGEST])


def _spans(folded: str) -> Iterator[tuple[int, int]]:
    start = at = 0
    for found in _END.finditer(folded):
        if _LETTER.search(folded, start, found.start()):
            if at < start:
                yield at, start
            at = start
        start = found.end()
    if _LETTER.search(folded, start, len(folded)):
        if at < start:
            yield at, start
        yield start, len(folded)
    elif at < len(folded):
        yield at, len(folded)
