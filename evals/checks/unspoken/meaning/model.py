"""The model of meaning: one logistic regression for each category over scores of n-grams and of the encoder.

The n-grams are scored first; the encoder reads only where they give a reason to. Knows no corpus and no text.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning import ngrams
from evals.checks.unspoken.meaning.encoded import HEAD
from evals.checks.unspoken.texts import BY_MEANING, BY_WORDS, Category

PATH = Path(__file__).with_name("model.npz")
OUTPUTS: tuple[Category, ...] = (*BY_MEANING, *BY_WORDS)

Numbers = NDArray[np.floating]
Marks = NDArray[np.bool_]
_STEPS = 127
_MANY = 100_000


class StaleModel(ValueError):
    """The weights were trained on other features or with another encoder than the code now has."""

    def __str__(self) -> str:
        return f"model.npz was trained with {self.args[0]}, the code has {self.args[1]}; run `make train-leaks`"


@dataclass(frozen=True, slots=True)
class Regression:
    """Log odds of a category are `evidence @ weights + bias`; `weights`: outputs by kinds of evidence.

    A sentence is accused from the chance `threshold` on.
    """

    weights: Numbers
    bias: Numbers
    threshold: float

    def chance(self, evidence: Numbers) -> Numbers:
        """Sentences by outputs, of evidence by sentences, outputs and kinds."""
        made: Numbers = 1 / (1 + np.exp(-(np.einsum("sok,ok->so", evidence, self.weights) + self.bias)))
        return made


@dataclass(frozen=True, slots=True)
class Model:
    """`words` and `letters`: slots by outputs in steps of `scale` (tables by outputs).

    `joint` takes `evidence` with the encoder, `alone` without it, for texts too long to be read by it.
    `floor`: the least score of a sentence that the encoder reads.
    """

    words: NDArray[np.int8]
    letters: NDArray[np.int8]
    scale: Numbers
    bias: Numbers
    joint: Regression
    alone: Regression
    floor: float
    _scored: dict[tuple[str, ...], Numbers] = field(default_factory=dict)
    _letters: dict[str, tuple[Numbers, int]] = field(default_factory=dict)

    def scores(self, sentences: Sequence[tuple[str, ...]]) -> Numbers:
        """What the n-grams of each sentence say, sentences by outputs; a sentence is scored once a process."""
        if len(self._scored) > _MANY:
            self._scored.clear()
        if fresh := [words for words in dict.fromkeys(sentences) if words not in self._scored]:
            self._scored.update(zip(fresh, self._fresh(fresh), strict=True))
        return np.array([self._scored[words] for words in sentences]).reshape(-1, len(OUTPUTS))

    def _fresh(self, sentences: Sequence[tuple[str, ...]]) -> Numbers:
        runs = ngrams.runs_of_words(sentences)
        order = np.argsort(runs.sentence, kind="stable")
        counts = np.bincount(runs.sentence, minlength=len(sentences))
        begins = np.cumsum(counts) - counts
        words = np.add.reduceat(self.words[runs.slots[order]], begins, axis=0, dtype=np.int32)
        made = words * (ngrams.WORDS_COUNT / np.sqrt(counts))[:, None] * self.scale[0] + self.bias
        spelt = [self._spelling(word) for sentence in sentences for word in sentence]
        ends = np.cumsum([len(sentence) for sentence in sentences])
        starts = ends - [len(sentence) for sentence in sentences]
        sums = np.add.reduceat(np.array([total for total, _ in spelt]), starts, axis=0)
        lengths = np.add.reduceat(np.array([count for _, count in spelt]), starts)
        together: Numbers = made + sums / np.sqrt(lengths)[:, None] * self.scale[1]
        return together

    def _spelling(self, word: str) -> tuple[Numbers, int]:
        if (found := self._letters.get(word)) is None:
            if len(self._letters) > _MANY:
                self._letters.clear()
            slots = ngrams.runs_of_letters(word)
            found = self._letters[word] = (self.letters[list(slots)].sum(axis=0, dtype=np.int32), len(slots))
        return found


def evidence(encoded: Numbers | None, scores: Numbers, told: Marks, asked: Marks) -> Numbers:
    """For each sentence and category: the encoder's score of it, of any leak and of the surest other category; that
    of its n-grams and of the surest category; whether a weak finding by words is in it; whether the athlete asked.

    Sentences by outputs by kinds; without `encoded` (sentences by outputs and any) the first three are left out.
    """
    wide = np.ones_like(scores)
    kinds = [scores, scores.max(axis=1, keepdims=True) * wide, told, asked]
    if encoded is not None:
        own = encoded[:, :-1]
        others = np.stack([np.delete(own, at, axis=1).max(axis=1) for at in range(own.shape[1])], axis=1)
        kinds = [own, encoded[:, -1:] * wide, others, *kinds]
    made: Numbers = np.stack([kind.astype(np.float64) for kind in kinds], axis=2)
    return made


def compressed(weights: Numbers) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Weights in one byte each, with the size of a step by output."""
    scale = np.abs(weights).max(axis=0) / _STEPS
    return np.rint(weights / scale).astype(np.int8), scale.astype(np.float32)


@cache
def made_with() -> dict[str, str]:
    """What the weights rest on beside the corpus."""
    digest = sha256(HEAD.read_bytes()).hexdigest()[:16]  # trained with the upper layers
    return {"features": str(ngrams.VERSION), "outputs": " ".join(OUTPUTS), "encoder": digest}


@cache
def model(path: Path = PATH) -> Model:
    """The model as shipped; `StaleModel` where it does not fit the code."""
    with np.load(path, allow_pickle=False) as held:
        about = json.loads(str(held["about"]))
        if (now := made_with()) != (then := {key: about.get(key) for key in now}):
            raise StaleModel(then, now)
        joint, alone = (
            Regression(held[name], held[f"{name}_bias"], float(held[f"{name}_threshold"]))
            for name in ("joint", "alone")
        )
        parts = {name: held[name] for name in ("words", "letters", "scale", "bias")}
        return Model(**parts, joint=joint, alone=alone, floor=float(held["floor"]))
