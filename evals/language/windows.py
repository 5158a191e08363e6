"""Sentences among their neighbours as windows of word pieces, and what an encoder makes of each. Knows no purpose."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LONGEST = 200
"""Characters of a window's sentences, some 48 pieces; one that does not fit begins the next. Windows of 48 to 224
pieces find as much on dev, but a leak among the same sentences over and over is seen in short windows only."""
_SAID = 40
_SENTENCE = 80

Vectors = NDArray[np.float32]


class SentenceWindow(NamedTuple):
    """Sentences read at once. `places`: (sentence, first piece, piece behind the last) of each of them."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    places: tuple[tuple[int, int, int], ...]


def around(sentences: Sequence[str], at: int) -> range:
    """A sentence with those before and behind it, in turn, as long as they fit into a window."""
    first, last, length = at, at + 1, len(sentences[at])
    while True:
        before = first > 0 and length + len(sentences[first - 1]) <= LONGEST
        if before:
            first -= 1
            length += len(sentences[first])
        behind = last < len(sentences) and length + len(sentences[last]) <= LONGEST
        if behind:
            length += len(sentences[last])
            last += 1
        if not (before or behind):
            return range(first, last)


def windows(sentences: Sequence[str], said: str = "") -> Iterator[SentenceWindow]:
    """Every sentence in one window, whole sentences in turn behind the athlete's last words.

    Of a long sentence, and of what was `said`, only a part is read.
    """
    for together in _cut(sentences):
        made = window([(at, sentences[at]) for at in together], said)
        if made.places:
            yield made


def _cut(sentences: Sequence[str]) -> Iterator[range]:
    first = length = 0
    for at, sentence in enumerate(sentences):
        if at > first and length + len(sentence) > LONGEST:
            yield range(first, at)
            first, length = at, 0
        length += len(sentence)
    if sentences:
        yield range(first, len(sentences))


def window(together: Sequence[tuple[int, str]], said: str) -> SentenceWindow:
    from evals.language.pieces import BEGIN, END, ids_of

    heard = ids_of(said)[-_SAID:] if said.strip() else ()
    ids: list[int] = [BEGIN, *heard, END] if heard else [BEGIN]
    begin, places = len(ids), list[tuple[int, int, int]]()
    for at, sentence in together:
        part = ids_of(sentence)[:_SENTENCE]
        if part:
            places.append((at, len(ids), len(ids) + len(part)))
            ids += part
    kinds = (0,) * begin + (int(begin > 1),) * (len(ids) - begin)
    return SentenceWindow(tuple(ids), kinds, tuple(places))


@lru_cache(maxsize=4096)
def pooled_of(read: SentenceWindow, upper: Path) -> Vectors:
    """Mean and highest value over the pieces of every sentence of the window, sentences by twice the width."""
    from evals.language.encoder import vectors  # the runtime, which takes a second

    found = vectors(read.ids, read.kinds, upper)
    parts = [found[first:last] for _, first, last in read.places]
    return np.stack([np.concatenate([part.mean(axis=0), part.max(axis=0)]) for part in parts])
