"""What the encoder makes of sentences: a score for each category, and one for "leaks at all"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.windows import Window
from evals.language.encoder import vectors

UPPER = Path(__file__).with_name("upper.onnx")
HEAD = Path(__file__).with_name("head.npz")
_UNREAD = -6.0
"""The score of a sentence without a piece that can be read."""

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Head:
    """From the mean and the highest values of a sentence's pieces to scores: `pooled @ weights + bias`."""

    weights: Scores
    bias: Scores

    @classmethod
    def read(cls, path: Path = HEAD) -> "Head":
        with np.load(path, allow_pickle=False) as held:
            return cls(held["weights"], held["bias"])


def encoded(read: Sequence[Window], count: int, head: Head) -> Scores:
    """Scores of `count` sentences, sentences by (categories and any)."""
    scores = np.full((count, len(head.bias)), _UNREAD, dtype=np.float32)
    for window in read:
        pooled = _pooled(window)
        scores[[at for at, _, _ in window.places]] = pooled @ head.weights + head.bias
    return scores


@lru_cache(maxsize=1024)
def _pooled(window: Window) -> Scores:
    """Mean and highest value over the pieces of every sentence, sentences by twice the width."""
    read = vectors(window.ids, window.kinds, UPPER)
    parts = [read[first:last] for _, first, last in window.places]
    return np.stack([np.concatenate([part.mean(axis=0), part.max(axis=0)]) for part in parts])
