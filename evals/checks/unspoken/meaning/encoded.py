"""What the encoder makes of sentences: a score for each category, and one for "leaks at all"."""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

UPPER = Path(__file__).with_name("upper.onnx")
HEAD = Path(__file__).with_name("head.npz")
LONGEST = 48
"""Pieces of a window's sentences; one that does not fit begins the next. 48 to 224 find as much on dev, but a leak
among the same sentences over and over is seen in short windows only."""
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


def encoded(sentences: Sequence[str], said: str, wanted: Collection[int]) -> Scores:
    """Scores of all sentences, by (categories and any); only windows with a sentence `wanted` are read."""
    trained = head()
    scores = np.full((len(sentences), len(trained.bias)), _UNREAD, dtype=np.float32)
    for window in windows(sentences, said) if wanted else ():
        if any(at in wanted for at, _, _ in window.places):
            spans = tuple((first, last) for _, first, last in window.places)
            pooled = pooled_of(window.ids, window.kinds, spans)
            scores[[at for at, _, _ in window.places]] = pooled @ trained.weights + trained.bias
    return scores


def windows(sentences: Sequence[str], said: str = "") -> tuple[Window, ...]:
    """Every sentence in one window, whole sentences in turn behind the athlete's last words.

    Of a long sentence, and of what was `said`, only a part is read.
    """
    from evals.language.pieces import BEGIN, END, pieces

    heard = pieces(said).ids[-_SAID:] if said.strip() else ()
    begin = (BEGIN, *heard, END) if heard else (BEGIN,)
    made: list[Window] = []
    ids: list[int] = list(begin)
    places: list[tuple[int, int, int]] = []
    for at, sentence in enumerate(sentences):
        part = pieces(sentence).ids[:_SENTENCE]
        if places and len(ids) - len(begin) + len(part) > LONGEST:
            made.append(_window(ids, places, len(begin)))
            ids, places = list(begin), []
        if part:
            places.append((at, len(ids), len(ids) + len(part)))
            ids += part
    return (*made, _window(ids, places, len(begin))) if places else tuple(made)


def _window(ids: list[int], places: list[tuple[int, int, int]], begin: int) -> Window:
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
