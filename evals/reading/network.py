"""The trained network: how likely a reply says each proposition, and to which field each amount belongs.

A proposition attends over the pieces of the reply (label attention: Mullenbach et al., CAML, NAACL 2018) and weighs
what it attended to beside the whole; an amount is weighed by its own pieces, the whole and the mean of the reply.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.language.encoder import vectors
from evals.reading.propositions import DAYS, EXCLUDED_DAYS, MINUTES, Proposition, fields_digest
from evals.reading.records import Span
from evals.reading.values import number_fields
from evals.reading.windows import windows

FOLDER: Final = Path(__file__).with_name("network")
UPPER: Final = "upper.onnx"
HEADS: Final = "heads.npz"
_PARTS: Final = ("look", "seen", "whole", "bias", "number", "number_bias")
_FAR: Final = 30.0
_SMALL: Final = 200_000
"""Products of numbers that one thread makes before numpy spreads them over several."""

Matrix = NDArray[np.float32]


class StaleNetwork(ValueError):
    """The network was trained on other fields than the catalogue now has."""

    def __str__(self) -> str:
        return f"{HEADS} was trained with {self.args[0]}, the catalogue has {self.args[1]}; run `make train-replies`"


class Reading(NamedTuple):
    """`chances` of every proposition and the `places` where each was seen; `owners`: for every amount, by field."""

    chances: Mapping[Proposition, float]
    places: Mapping[Proposition, Span]
    owners: tuple[Mapping[str, float], ...]


@dataclass(frozen=True, slots=True)
class ReplyHeads:
    """`look`, `seen`, `whole`: propositions by width; `number`: fields by three times the width."""

    propositions: tuple[Proposition, ...]
    fields: tuple[str, ...]
    look: Matrix
    seen: Matrix
    whole: Matrix
    bias: Matrix
    number: Matrix
    number_bias: Matrix

    def says(self, reply: Matrix, first: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
        """Log odds by proposition, and the piece of `reply` (pieces by width) that each attended to most."""
        odds = _product(self.look, reply.T).T
        weight = np.exp(odds - odds.max(axis=0))
        weight /= weight.sum(axis=0)
        logits = (_product(weight.T, reply) * self.seen).sum(axis=1) + self.whole @ first + self.bias
        return logits, weight.argmax(axis=0)

    def owns(self, number: Matrix, reply: Matrix, first: Matrix) -> Matrix:
        """Log odds by field that an amount, the mean of its pieces, is the field's."""
        odds: Matrix = self.number @ np.concatenate([number, first, reply.mean(axis=0)]) + self.number_bias
        return odds


def read_network(question: str | None, text: str, amounts: Sequence[Span]) -> Reading:
    """What the network makes of `text` as the answer to `question`; of several windows the surest counts."""
    known = heads()
    chances = np.zeros(len(known.propositions), dtype=np.float32)
    places: list[Span] = [(0, len(text))] * len(known.propositions)
    owners: list[dict[str, float]] = [{} for _ in amounts]
    for window in windows(question, text):
        made = vectors(window.ids, window.kinds, FOLDER / UPPER)
        reply, first = made[window.first : -1], made[0]
        odds, seen = known.says(reply, first)
        said = _chance(odds)
        for at in np.flatnonzero(said > chances):
            places[at] = window.spans[seen[at]]
        chances = np.maximum(chances, said)
        for place, span in enumerate(amounts):
            if inside := window.places(span):
                owns = _chance(known.owns(made[inside].mean(axis=0), reply, first))
                for name, chance in zip(known.fields, owns.tolist(), strict=True):
                    owners[place][name] = max(chance, owners[place].get(name, 0.0))
    names = known.propositions
    return Reading(
        dict(zip(names, chances.tolist(), strict=True)), dict(zip(names, places, strict=True)), tuple(owners)
    )


@cache
def heads() -> ReplyHeads:
    """The heads as shipped; `StaleNetwork` where the catalogue has changed since they were trained."""
    with np.load(FOLDER / HEADS, allow_pickle=False) as held:
        about = json.loads(str(held["about"]))
        now = made_with()
        if (then := {key: about.get(key) for key in now}) != now:
            raise StaleNetwork(then, now)
        names = tuple((name, said) for name, said in json.loads(str(held["propositions"])))
        return ReplyHeads(names, owner_names(), **{name: held[name].astype(np.float32) for name in _PARTS})


def owner_names() -> tuple[str, ...]:
    """To whom an amount may belong: the number fields, then what a length and a mention of days may be told of."""
    return (*number_fields(), MINUTES, DAYS, EXCLUDED_DAYS)


def made_with() -> dict[str, str]:
    """What the heads depend on beside the corpus."""
    return {"fields": fields_digest(), "numbers": " ".join(owner_names())}


def _chance(odds: Matrix) -> Matrix:
    return (1 / (1 + np.exp(-np.clip(odds, -_FAR, _FAR)))).astype(np.float32)


def _product(left: Matrix, right: Matrix) -> Matrix:
    """`left @ right` in parts too small to be spread over threads: quicker here, and always the same sums."""
    step = max(1, _SMALL // right.size)
    return np.concatenate([left[at : at + step] @ right for at in range(0, len(left), step)])
