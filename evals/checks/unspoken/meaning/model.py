"""The model of meaning: one logistic regression for each category over scores of n-grams and of the encoder.

The n-grams are scored first; the encoder reads only where they give a reason to. Knows no corpus and no text.
"""

import json
from dataclasses import dataclass
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


class StaleModel(ValueError):
    """The weights were trained on other features or with another encoder than the code now has."""

    def __str__(self) -> str:
        return f"model.npz was trained with {self.args[0]}, the code has {self.args[1]}; run `make train-leaks`"


@dataclass(frozen=True, slots=True)
class Regression:
    """Log odds of a category are `evidence @ weights + bias`; `weights`: outputs by kinds of evidence.

    A sentence is accused from the chance on that `thresholds` has for the category.
    """

    weights: Numbers
    bias: Numbers
    thresholds: Numbers

    def chance(self, evidence: Numbers) -> Numbers:
        """Sentences by outputs, of evidence by sentences, outputs and kinds."""
        made: Numbers = 1 / (1 + np.exp(-(np.einsum("sok,ok->so", evidence, self.weights) + self.bias)))
        return made


@dataclass(frozen=True, slots=True)
class Model:
    """`ngrams` score each sentence first; from the score `floor` on the encoder reads it, and `joint` weighs all."""

    ngrams: ngrams.Tables
    joint: Regression
    floor: float


def evidence(among: Numbers, alone: Numbers, scores: Numbers, told: Marks, asked: Marks) -> Numbers:
    """For each sentence and category: the encoder's score of it, of any leak and of the surest other category, read
    among the neighbours and alone, as some leaks pass for talk beside an innocent question; the score of its n-grams
    and of the surest category; whether a weak finding by words is in it; whether the athlete asked.

    Sentences by outputs by kinds; `among`, `alone`: sentences by (outputs and any).
    """
    highest = scores.max(axis=1, keepdims=True) * np.ones_like(scores)
    kinds = [*_read(among), *_read(alone), scores, highest, told, asked]
    made: Numbers = np.stack([kind.astype(np.float64) for kind in kinds], axis=2)
    return made


def _read(encoded: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    own = encoded[:, :-1]
    others = np.stack([np.delete(own, at, axis=1).max(axis=1) for at in range(own.shape[1])], axis=1)
    return own, encoded[:, -1:] * np.ones_like(own), others


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
        joint = Regression(held["joint"], held["joint_bias"], held["joint_thresholds"])
        tables = ngrams.Tables(held["words"], held["letters"], held["scale"], held["bias"])
        return Model(tables, joint, float(held["floor"]))
