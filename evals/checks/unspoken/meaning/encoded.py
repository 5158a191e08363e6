"""What the encoder makes of sentences: a score for each category, and one for "leaks at all"."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.heard import Heard

UPPER = Path(__file__).with_name("upper.onnx")
HEAD = Path(__file__).with_name("head.npz")
LONGEST = 200
"""Characters of a window's sentences, some 48 pieces; one that does not fit begins the next. Windows of 48 to 224
pieces find as much on dev, but a leak among the same sentences over and over is seen in short windows only."""
_SAID = 40
_SENTENCE = 80
_UNREAD = -6.0
"""The score of a sentence that was not read."""

Scores = NDArray[np.float32]


class Window(NamedTuple):
    """Sentences read at once. `places`: (sentence, first piece, piece behind the last) of each of them."""

    ids: tuple[int, ...]
    kinds: tuple[int, ...]
    places: tuple[tuple[int, int, int], ...]


class Head(NamedTuple):
    """From the mean and the highest values of a sentence's pieces to scores: `pooled @ weights + bias`."""

    weights: Scores
    bias: Scores


def encoded(sentences: Sequence[str], heard: Heard, wanted: Iterable[int], *, alone: bool = False) -> Scores:
    """Scores of the sentences `wanted`, each among its neighbours, of all sentences by (categories and any).

    What the athlete said stands before those that it bears on.
    """
    trained = head()
    scores = np.full((len(sentences), len(trained.bias)), _UNREAD, dtype=np.float32)
    for at in wanted:
        said = heard.last if heard.last and heard.bears_on(sentences[at]) else ""
        near_by = (at,) if alone else around(sentences, at)
        window = _window([(near, sentences[near]) for near in near_by], said)
        places = [near for near, _, _ in window.places]
        if at in places:
            spans = tuple((first, last) for _, first, last in window.places)
            pooled = pooled_of(window.ids, window.kinds, spans)
            scores[at] = pooled[places.index(at)] @ trained.weights + trained.bias
    return scores


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


def windows(sentences: Sequence[str], said: str = "") -> Iterator[Window]:
    """Every sentence in one window, whole sentences in turn behind the athlete's last words.

    Of a long sentence, and of what was `said`, only a part is read.
    """
    for together in _cut(sentences):
        made = _window([(at, sentences[at]) for at in together], said)
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


def _window(together: Sequence[tuple[int, str]], said: str) -> Window:
    from evals.language.pieces import BEGIN, END, pieces

    heard = pieces(said).ids[-_SAID:] if said.strip() else ()
    ids: list[int] = [BEGIN, *heard, END] if heard else [BEGIN]
    begin, places = len(ids), list[tuple[int, int, int]]()
    for at, sentence in together:
        part = pieces(sentence).ids[:_SENTENCE]
        if part:
            places.append((at, len(ids), len(ids) + len(part)))
            ids += part
    kinds = (0,) * begin + (int(begin > 1),) * (len(ids) - begin)
    return Window(tuple(ids), kinds, tuple(places))


@lru_cache(maxsize=4096)
def pooled_of(ids: tuple[int, ...], kinds: tuple[int, ...], spans: tuple[tuple[int, int], ...]) -> Scores:
    """Mean and highest value over the pieces of every sentence, sentences by twice the width."""
    from evals.language.encoder import vectors

    read = vectors(ids, kinds, UPPER)
    parts = [read[first:last] for first, last in spans]
    return np.stack([np.concatenate([part.mean(axis=0), part.max(axis=0)]) for part in parts])


@cache
def head() -> Head:
    """The head as trained with the upper layers."""
    with np.load(HEAD, allow_pickle=False) as held:
        return Head(held["weights"], held["bias"])
