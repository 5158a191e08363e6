"""The trained heads of one network: how likely a reply says each proposition, and whose each number is.

A proposition looks over the pieces of the reply (label attention: Mullenbach et al., CAML, NAACL 2018) and weighs what
it saw beside the whole; a number is weighed by its own pieces, the whole and the mean of the reply.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from coach.profile.extraction.learned.amounts import units
from coach.profile.extraction.learned.propositions import Proposition, fields_digest

_SMALL: Final = 200_000
"""Products of numbers that one thread makes before more are asked for."""
_PARTS: Final = ("look", "seen", "whole", "bias", "number", "number_bias")

Matrix = NDArray[np.float32]


class StaleModel(ValueError):
    """The heads were trained on other fields than the catalogue now has."""

    def __str__(self) -> str:
        return f"heads.npz was trained with {self.args[0]}, the code has {self.args[1]}; run `make train-replies`"


@dataclass(frozen=True, slots=True)
class Heads:
    """`look`: propositions by width; `seen`, `whole`: likewise; `number`: fields by three times the width."""

    propositions: tuple[Proposition, ...]
    fields: tuple[str, ...]
    look: Matrix
    seen: Matrix
    whole: Matrix
    bias: Matrix
    number: Matrix
    number_bias: Matrix

    def says(self, told: Matrix, first: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
        """Log odds by proposition and the piece of the reply that each looked at most; `told`: its pieces by width."""
        odds = _product(self.look, told.T).T
        weight = np.exp(odds - odds.max(axis=0))
        weight /= weight.sum(axis=0)
        logits = (_product(weight.T, told) * self.seen).sum(axis=1) + self.whole @ first + self.bias
        return logits, weight.argmax(axis=0)

    def owns(self, number: Matrix, told: Matrix, first: Matrix) -> Matrix:
        """Log odds by field that a number, the mean of its pieces, is the field's."""
        odds: Matrix = self.number @ np.concatenate([number, first, told.mean(axis=0)]) + self.number_bias
        return odds


def load(path: Path) -> Heads:
    """The heads of a file; `StaleModel` where the catalogue has changed since they were trained."""
    with np.load(path, allow_pickle=False) as held:
        about = json.loads(str(held["about"]))
        now = made_with()
        if (then := {key: about.get(key) for key in now}) != now:
            raise StaleModel(then, now)
        names = tuple((name, said) for name, said in json.loads(str(held["propositions"])))
        return Heads(names, tuple(sorted(units())), **{name: held[name].astype(np.float32) for name in _PARTS})


def made_with() -> dict[str, str]:
    """What the heads rest on beside the corpus."""
    return {"fields": fields_digest(), "numbers": " ".join(sorted(units()))}


def _product(left: Matrix, right: Matrix) -> Matrix:
    """`left @ right` in parts that are too small to be spread over threads: quicker here, and always the same sums."""
    step = max(1, _SMALL // right.size)
    return np.concatenate([left[at : at + step] @ right for at in range(0, len(left), step)])
