"""How sure the model is of each sentence of a text: the weights first, then, where they see a reason, the encoder."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.encoded import Scores, encoded
from evals.checks.unspoken.meaning.features import stems
from evals.checks.unspoken.meaning.joint import evidence
from evals.checks.unspoken.meaning.model import Model
from evals.checks.unspoken.meaning.sentences import Words, looked_up, split, tagged
from evals.checks.unspoken.meaning.windows import windows
from evals.checks.unspoken.normalize import View, fold

_AT_ONCE = 400
"""Sentences weighed together: enough to be quick, few enough to stay small in memory."""
MOST = 3000
"""Sentences of a text that the encoder reads; a longer one is judged by the weights alone, so that time is bounded."""


class Read(NamedTuple):
    """A text with its sentences, and the athlete's messages before it, folded."""

    view: View
    words: Sequence[Words]
    user_said: Sequence[str]


class Weighed(NamedTuple):
    """`chance` of sentences `rows`, rows by outputs; accused from `threshold` on."""

    rows: NDArray[np.int64]
    chance: NDArray[np.floating]
    threshold: float


def odds_by_weights(trained: Model, read: Read, looked_at: Sequence[int], age: int | None) -> Scores:
    """Log odds of the sentences `looked_at`, sentences by outputs."""
    said = tuple(sentence for message in read.user_said for sentence in said_stems(message))
    parts = (looked_at[first : first + _AT_ONCE] for first in range(0, len(looked_at), _AT_ONCE))
    return trained.odds(
        np.concatenate([trained.scores([looked_up(read.words, at, age) for at in part], said) for part in parts])
    )


def weighed(trained: Model, read: Read, looked_at: Sequence[int], odds: Scores, marks: NDArray[np.bool_]) -> Weighed:
    """`odds` by the weights and `marks` of what words tell with doubt, both by sentences looked at and outputs."""
    places = np.array(looked_at, dtype=np.int64)
    if len(read.words) > MOST:
        return Weighed(places, trained.chance_alone(odds, marks), trained.levels.alone)
    chosen = (odds.max(axis=1) >= trained.levels.floor) | marks.any(axis=1)
    rows = places[chosen]
    scores = _by_encoder(trained, read, frozenset(rows.tolist()))[rows]
    return Weighed(rows, trained.joint.chance(evidence(scores, odds[chosen], marks[chosen])), trained.levels.threshold)


def _by_encoder(trained: Model, read: Read, wanted: frozenset[int]) -> Scores:
    """The encoder's scores of all sentences; only windows with a sentence `wanted` are read."""
    texts = [read.view.text[one.start : one.end] for one in read.words]
    made = windows(texts, " ".join(read.user_said)) if wanted else ()
    chosen = [one for one in made if not wanted.isdisjoint(at for at, _, _ in one.places)]
    return encoded(chosen, len(texts), trained.head)


@lru_cache(maxsize=4096)
def said_stems(message: str) -> tuple[frozenset[str], ...]:
    """What each sentence of an athlete's message spoke of."""
    return tuple(stems(tagged(one.words)) for one in split(fold(message).text))
