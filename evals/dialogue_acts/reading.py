"""The acts of a message, sentence by sentence, with where each stands."""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.dialogue_acts.labels import ACCUSING, ACTS, CARE, LABELS, LEAST_WORDS, UNCARING, Act, Side
from evals.language.sentences import split
from evals.language.windows import pooled_of, windows

LAYERS = Path(__file__).with_name("layers.onnx")
HEAD = Path(__file__).with_name("head.npz")
MOST = 400
"""Sentences of a message that are read, so that time is bounded; nobody talks that long."""
_REMEMBERED = 8192
_NUMBER = {act: at for at, act in enumerate(LABELS)}
_UNCARING = _NUMBER[UNCARING]
_LEANS, _SURE = -1.5, 1.5
"""Log odds from which a sentence may do an act, and from which it does it without doubt."""


class StaleHead(ValueError):
    """The head was trained for other labels than the code has."""

    def __str__(self) -> str:
        return f"{HEAD.name} was trained for {self.args[0]}; run `make train-acts`"


class SentenceActs(NamedTuple):
    """A sentence of a message, from `start` to `end` (code points), and the acts that it does, surest first.

    `leans`: those that it may do; enough to excuse, never to accuse. `sure`: those of `acts` that are beyond doubt.
    """

    start: int
    end: int
    text: str
    acts: tuple[Act, ...]
    leans: frozenset[Act] = frozenset()
    sure: frozenset[Act] = frozenset()


class ActHead(NamedTuple):
    """`weights`: twice the width by labels. A label is given from its `thresholds` on, in log odds."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    thresholds: NDArray[np.float32]


@lru_cache(_REMEMBERED)
def acts_in(text: str, side: Side) -> tuple[SentenceActs, ...]:
    """The sentences of what `side` said, in order."""
    parts = sentences_in(text)
    scores = scores_of(tuple(each.text for each in parts)).tolist()
    return tuple(_read(each, row, side) for each, row in zip(parts, scores, strict=True))


def sentences_in(text: str) -> tuple[SentenceActs, ...]:
    """The same sentences without their acts: the network does not read them."""
    return tuple(SentenceActs(one.start, one.end, text[one.start : one.end], ()) for one in split(text))[:MOST]


def _read(part: SentenceActs, row: list[float], side: Side) -> SentenceActs:
    acts = tuple(_given(row, side, part.text))
    sure = frozenset(act for act in acts if row[_NUMBER[act]] >= _SURE)
    return part._replace(acts=acts, leans=_leaning(row, side, part.text), sure=sure)


def _leaning(row: list[float], side: Side, text: str) -> frozenset[Act]:
    if len(text.split()) < LEAST_WORDS:
        return frozenset()
    return frozenset(act for act in ACTS[side] if row[_NUMBER[act]] >= _LEANS)


def scores_of(sentences: tuple[str, ...]) -> NDArray[np.float32]:
    """Log odds of every label, sentences by labels; far below any threshold where a sentence holds nothing to read."""
    trained = head()
    scores = np.full((len(sentences), len(LABELS)), -np.inf, dtype=np.float32)
    for window in windows(sentences):
        pooled = pooled_of(window, LAYERS)
        for (at, _, _), row in zip(window.places, pooled, strict=True):
            scores[at] = row @ trained.weights + trained.bias
    return scores


def _given(row: list[float], side: Side, text: str) -> Iterator[Act]:
    short, thresholds = len(text.split()) < LEAST_WORDS or text.rstrip("*_ ").endswith(":"), _thresholds()
    silent = (ACCUSING if short else CARE) | {UNCARING}
    careless = not short and side == "coach" and row[_UNCARING] >= thresholds[_UNCARING]
    if careless:
        yield max(CARE, key=lambda act: (row[_NUMBER[act]], act))
    done = [act for act in ACTS[side] if act not in silent and row[_NUMBER[act]] >= thresholds[_NUMBER[act]]]
    yield from sorted(done, key=lambda act: -row[_NUMBER[act]])


@cache
def _thresholds() -> list[float]:
    found: list[float] = head().thresholds.tolist()
    return found


@cache
def head() -> ActHead:
    """The head as shipped; `StaleHead` where it does not fit the labels."""
    with np.load(HEAD, allow_pickle=False) as held:
        labels = json.loads(str(held["labels"]))
        if tuple(labels) != LABELS:
            raise StaleHead(labels)
        return ActHead(held["weights"], held["bias"], held["thresholds"])
