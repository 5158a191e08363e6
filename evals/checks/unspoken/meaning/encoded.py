"""What the encoder makes of sentences: a score for each category, and one for "leaks at all"."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.athlete_history import AthleteHistory
from evals.language.windows import SentenceWindow, around, pooled_of, window

UPPER = Path(__file__).with_name("upper.onnx")
HEAD = Path(__file__).with_name("head.npz")
_UNREAD = -6.0
"""The score of a sentence that was not read."""

Scores = NDArray[np.float32]


class LeakHead(NamedTuple):
    """From the mean and the highest values of a sentence's pieces to scores: `pooled @ weights + bias`."""

    weights: Scores
    bias: Scores


def encoded(sentences: Sequence[str], heard: AthleteHistory, wanted: Iterable[int], *, alone: bool = False) -> Scores:
    """Scores of the sentences `wanted`, each among its neighbours, of all sentences by (categories and any).

    What the athlete said stands before those that it bears on.
    """
    trained = head()
    scores = np.full((len(sentences), len(trained.bias)), _UNREAD, dtype=np.float32)
    for at in wanted:
        read = window_of(sentences, heard, at, alone=alone)
        places = [near for near, _, _ in read.places]
        if at in places:
            scores[at] = pooled_of(read, UPPER)[places.index(at)] @ trained.weights + trained.bias
    return scores


def window_of(sentences: Sequence[str], heard: AthleteHistory, at: int, *, alone: bool) -> SentenceWindow:
    """What is read to judge one of the sentences."""
    said = heard.last if heard.last and heard.bears_on(sentences[at]) else ""
    near_by = (at,) if alone else around(sentences, at)
    return window([(near, sentences[near]) for near in near_by], said)


@cache
def head() -> LeakHead:
    """The head as trained with the upper layers."""
    with np.load(HEAD, allow_pickle=False) as held:
        return LeakHead(held["weights"], held["bias"])
