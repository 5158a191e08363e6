"""The trained weights: from features to what each sentence says, as a probability. Knows no corpus and no text."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning import classes
from evals.checks.unspoken.meaning.encoded import HEAD, UPPER, Head
from evals.checks.unspoken.meaning.features import BLOCKS, SLOTS, VERSION, bags
from evals.checks.unspoken.meaning.joint import Joint
from evals.checks.unspoken.meaning.sentences import Sentence, named
from evals.checks.unspoken.texts import BY_MEANING, BY_WORDS, Category
from evals.language.encoder import LOWER

PATH = Path(__file__).with_name("model.npz")
OUTPUTS: tuple[Category, ...] = (*BY_MEANING, *BY_WORDS)

Scores = NDArray[np.float32]
_STEPS = 127
_MANY = 100_000
HINT_SLOTS = 1 << 14


class Levels(NamedTuple):
    """A sentence is accused from the chance `threshold` on, or `alone` without the encoder, which is asked from the log
    odds `floor` on.
    """

    threshold: float
    floor: float
    alone: float


class StaleModel(ValueError):
    """The weights were trained on other features or classes than the code now makes."""

    def __str__(self) -> str:
        return f"model.npz was trained with {self.args[0]}, the code has {self.args[1]}; run `make train-leaks`"


class Hints(dict[str, float]):
    """How much each word by itself hints at a leak; a sentence below zero in all is not looked at further."""

    def __init__(self, table: Scores) -> None:
        super().__init__()
        self._table = table[1:]
        self._bias = float(table[0])

    def __missing__(self, word: str) -> float:
        if len(self) > _MANY:
            self.clear()
        self[word] = weight = float(self._table[list(hint_slots(word))].sum())
        return weight

    def worth_a_look(self, words: Sequence[str]) -> bool:
        return sum(map(self.__getitem__, words)) + self._bias >= 0


def hint_slots(word: str) -> tuple[int, ...]:
    """Where the hints of a word lie, its own and those of its classes; all numbers are one word."""
    own = "#" if word[0].isdigit() else word
    return tuple(named(name) % HINT_SLOTS for name in (own, *(f"c{each}" for each in classes.classes().of(word))))


@dataclass(frozen=True, slots=True)
class Model:
    """`weights`: slots by outputs in steps of `scale`; `slope` and `offset` turn a score into a log odds.

    `doubted`: findings by words that have misled before; `by_words`: what one adds to the log odds of its category.
    `joint` weighs all that with what the encoder's `head` says.
    """

    weights: NDArray[np.int8]
    scale: Scores
    bias: Scores
    slope: Scores
    offset: Scores
    by_words: Scores
    doubted: frozenset[str]
    joint: Joint
    head: Head
    levels: Levels
    hints: Hints

    def scores(self, read: Sequence[Sentence], user_said: Sequence[frozenset[str]] = ()) -> Scores:
        """What each sentence weighs, by output."""
        total = np.tile(self.bias, (len(read), 1)).astype(np.float32)
        for bag in bags(read, user_said):
            if not len(bag.slots):
                continue
            order = np.argsort(bag.sentence, kind="stable")
            counts = np.bincount(bag.sentence, minlength=len(read))
            told = np.flatnonzero(counts)
            begins = np.cumsum(counts[told]) - counts[told]
            sums = np.add.reduceat(self.weights[bag.slots[order]], begins, axis=0, dtype=np.int32)
            share = (BLOCKS[bag.block] / np.sqrt(counts[told])).astype(np.float32)
            total[told] += sums * share[:, None] * self.scale
        return total

    def odds(self, scores: Scores) -> Scores:
        """Calibrated log odds that a sentence leaks in each category."""
        return scores * self.slope + self.offset

    def chance_alone(self, odds: Scores, told: NDArray[np.bool_]) -> NDArray[np.floating]:
        """Without the encoder; `told`: where words say so, with doubt."""
        chance: NDArray[np.floating] = 1 / (1 + np.exp(-(odds + told * self.by_words)))
        return chance


def compressed(weights: NDArray[np.float64]) -> tuple[NDArray[np.int8], Scores]:
    """Weights in one byte each, with the size of a step by output."""
    scale = np.abs(weights).max(axis=0) / _STEPS
    return np.rint(weights / scale).astype(np.int8), scale.astype(np.float32)


@cache
def made_with() -> dict[str, str]:
    """What the weights rest on beside the corpus."""
    words = classes.PATH.read_bytes() + classes.PATH.with_name("grammar.yaml").read_bytes()
    encoder = LOWER.read_bytes() + UPPER.read_bytes() + HEAD.read_bytes()
    digests = {name: sha256(read).hexdigest()[:16] for name, read in (("classes", words), ("encoder", encoder))}
    return {"features": str(VERSION), "outputs": " ".join(OUTPUTS), **digests}


@cache
def model(path: Path = PATH) -> Model:
    """The model as shipped; `StaleModel` where it does not fit the code."""
    with np.load(path, allow_pickle=False) as held:
        about = json.loads(str(held["about"]))
        if (now := made_with()) != (then := {key: about.get(key) for key in now}):
            raise StaleModel(then, now)
        weights = held["weights"]
        if weights.shape != (SLOTS, len(OUTPUTS)):
            raise StaleModel(weights.shape, (SLOTS, len(OUTPUTS)))
        parts = {name: held[name] for name in ("scale", "bias", "slope", "offset", "by_words")}
        doubted = frozenset(map(str, held["doubted"]))
        joint, hints = Joint(held["joint"], held["joint_bias"]), Hints(held["hints"])
        levels = Levels(*(float(held[name]) for name in Levels._fields))
        return Model(weights, **parts, doubted=doubted, joint=joint, head=Head.read(), levels=levels, hints=hints)


def about(path: Path = PATH) -> dict[str, str]:
    """Which corpus and code the shipped weights were made from."""
    with np.load(path, allow_pickle=False) as held:
        read: dict[str, str] = json.loads(str(held["about"]))
        return read
