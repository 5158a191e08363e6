"""What the encoder, the weights and the words say of a sentence, as one chance for each category. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.encoded import Scores

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Joint:
    """Log odds of a category are `evidence @ weights + bias`; weights: outputs by kinds of evidence."""

    weights: Numbers
    bias: Numbers

    def chance(self, seen: Numbers) -> Numbers:
        """Sentences by outputs, of evidence by sentences, outputs and kinds."""
        odds = np.einsum("sok,ok->so", seen, self.weights) + self.bias
        made: Numbers = 1 / (1 + np.exp(-odds))
        return made

    def lowered(self, by: Numbers) -> "Joint":
        """The same with the log odds of each output lowered, so that it must be surer than the others."""
        return Joint(self.weights, self.bias - by)


def evidence(encoded: Scores, odds: NDArray[np.floating], told: NDArray[np.bool_]) -> Numbers:
    """For each sentence and category: the encoder's score of it, of any leak, and of the surest other; the log odds by
    the weights of it, and of the surest; whether words say so, with doubt.

    `encoded`: sentences by (outputs and any); `odds` and `told`: sentences by outputs.
    """
    own, leaks = encoded[:, :-1], encoded[:, -1:]
    others = np.stack([np.delete(own, at, axis=1).max(axis=1) for at in range(own.shape[1])], axis=1)
    surest = odds.max(axis=1, keepdims=True)
    wide = np.ones_like(own)
    return np.stack([own, leaks * wide, others, odds, surest * wide, told.astype(own.dtype)], axis=2).astype(np.float64)
