"""The trained network over one reply: how likely it says each proposition, and whose each number is. Knows no rules.

A proposition looks over the pieces of the reply (label attention: Mullenbach et al., CAML, NAACL 2018) and weighs what
it saw beside the whole; a number is weighed by its own pieces, the whole and the mean of the reply.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coach.language.encoder import vectors
from coach.profile.extraction.learned.amounts import Amount, units
from coach.profile.extraction.learned.propositions import Proposition, fields_digest
from coach.profile.extraction.learned.reading import windows
from coach.profile.extraction.records import Span

UPPER: Final = Path(__file__).with_name("upper.onnx")
HEADS: Final = Path(__file__).with_name("heads.npz")

_FAR: Final = 30.0
_SMALL: Final = 200_000
"""Products of numbers that one thread makes before more are asked for."""

Matrix = NDArray[np.float32]


class StaleModel(ValueError):
    """The heads were trained on other fields than the catalogue now has."""

    def __str__(self) -> str:
        return f"heads.npz was trained with {self.args[0]}, the code has {self.args[1]}; run `make train-replies`"


class Reading(NamedTuple):
    """`chances` of every proposition, `places` where it was seen; `owners`: for every amount the chance by field."""

    chances: Mapping[Proposition, float]
    places: Mapping[Proposition, Span]
    owners: tuple[Mapping[str, float], ...]


@dataclass(frozen=True, slots=True)
class Heads:
    """`look`: propositions by width; `seen`, `whole`: likewise; `number`: fields by three times the width.

    `weights`: of the features of the evidence for a fact; see `weighing`.
    """

    propositions: tuple[Proposition, ...]
    fields: tuple[str, ...]
    look: Matrix
    seen: Matrix
    whole: Matrix
    bias: Matrix
    number: Matrix
    number_bias: Matrix
    weights: Mapping[str, float]

    def says(self, told: Matrix, first: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
        """Chances by proposition and the piece of the reply that each looked at most; `told`: its pieces by width."""
        odds = _product(self.look, told.T).T
        weight = np.exp(odds - odds.max(axis=0))
        weight /= weight.sum(axis=0)
        logits = (_product(weight.T, told) * self.seen).sum(axis=1) + self.whole @ first + self.bias
        return _chance(logits), weight.argmax(axis=0)

    def owns(self, number: Matrix, told: Matrix, first: Matrix) -> Matrix:
        """Chances by field that a number, the mean of its pieces, is the field's."""
        return _chance(self.number @ np.concatenate([number, first, told.mean(axis=0)]) + self.number_bias)


def read(question: str | None, text: str, found: Sequence[Amount]) -> Reading:
    """What the network makes of a reply; of a long one, in each window of which it is read, the surest."""
    known = heads()
    chances = np.zeros(len(known.propositions), dtype=np.float32)
    places: list[Span] = [(0, len(text))] * len(known.propositions)
    owners: list[dict[str, float]] = [{} for _ in found]
    for window in windows(question, text):
        made = vectors(window.ids, window.kinds, UPPER)
        told, first = made[window.first : -1], made[0]
        said, looked = known.says(told, first)
        for at in np.flatnonzero(said > chances):
            places[at] = window.spans[looked[at]]
        chances = np.maximum(chances, said)
        for place, amount in enumerate(found):
            if pieces := window.places(amount.span):
                owns = known.owns(made[pieces].mean(axis=0), told, first)
                surest = owners[place]
                for name, chance in zip(known.fields, owns.tolist(), strict=True):
                    surest[name] = max(chance, surest.get(name, 0.0))
    by_name = dict(zip(known.propositions, chances.tolist(), strict=True))
    return Reading(by_name, dict(zip(known.propositions, places, strict=True)), tuple(owners))


@cache
def heads(path: Path = HEADS) -> Heads:
    """The heads as shipped; `StaleModel` where the catalogue has changed since they were trained."""
    with np.load(path, allow_pickle=False) as held:
        about = json.loads(str(held["about"]))
        now = made_with()
        if (then := {key: about.get(key) for key in now}) != now:
            raise StaleModel(then, now)
        names = tuple((name, said) for name, said in json.loads(str(held["propositions"])))
        parts = ("look", "seen", "whole", "bias", "number", "number_bias")
        weights: dict[str, float] = json.loads(str(held["weights"]))
        kept = {name: held[name].astype(np.float32) for name in parts}
        return Heads(names, tuple(sorted(units())), **kept, weights=weights)


def made_with() -> dict[str, str]:
    """What the heads rest on beside the corpus."""
    return {"fields": fields_digest(), "numbers": " ".join(sorted(units()))}


def _product(left: Matrix, right: Matrix) -> Matrix:
    """`left @ right` in parts that are too small to be spread over threads: quicker here, and always the same sums."""
    step = max(1, _SMALL // right.size)
    return np.concatenate([left[at : at + step] @ right for at in range(0, len(left), step)])


def _chance(odds: Matrix) -> Matrix:
    return (1 / (1 + np.exp(-np.clip(odds, -_FAR, _FAR)))).astype(np.float32)
