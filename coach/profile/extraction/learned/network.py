"""What the trained networks together make of one reply. Knows no rules.

Several networks, alike but for the chances of their training and the replies that they learned from, err less together
than each alone: their log odds are averaged (deep ensembles: Lakshminarayanan et al., NeurIPS 2017).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coach.language.encoder import Vectors, lowered, raised
from coach.profile.extraction.learned.amounts import Amount
from coach.profile.extraction.learned.heads import Heads, Matrix, load
from coach.profile.extraction.learned.propositions import Proposition
from coach.profile.extraction.learned.reading import windows
from coach.profile.extraction.records import Span

FOLDER: Final = Path(__file__).with_name("networks")
UPPER: Final = "upper.onnx"
HEADS: Final = "heads.npz"
WHOLE: Final = "whole"
"""Learned from all labelled replies."""
APART: Final = "apart"
"""Kept from a fifth of the late writers and from earlier tests, on which its evidence is weighed."""
NETWORKS: Final = (WHOLE, APART)

_FAR: Final = 30.0


class Reading(NamedTuple):
    """`chances` of every proposition, `places` where it was seen; `owners`: for every amount the chance by field."""

    chances: Mapping[Proposition, float]
    places: Mapping[Proposition, Span]
    owners: tuple[Mapping[str, float], ...]


class _Look(NamedTuple):
    """Log odds by proposition, the piece that each looked at most, and log odds by field of each amount in view."""

    says: Matrix
    pieces: NDArray[np.int64]
    owns: Mapping[int, Matrix]


class _Network(NamedTuple):
    """`known`: the place of each of its propositions among those of all."""

    upper: Path
    heads: Heads
    known: NDArray[np.int64]

    def look(self, hidden: Vectors, first: int, amounts: Mapping[int, list[int]], count: int) -> _Look:
        """Of the `count` propositions of all; those it does not know have no odds."""
        made = raised(hidden, self.upper)
        told, whole = made[first:-1], made[0]
        own, looked = self.heads.says(told, whole)
        says, pieces = np.full(count, np.nan, dtype=np.float32), np.zeros(count, dtype=np.int64)
        says[self.known], pieces[self.known] = own, looked
        owns = {at: self.heads.owns(made[places].mean(axis=0), told, whole) for at, places in amounts.items()}
        return _Look(says, pieces, owns)


class _Committee(NamedTuple):
    propositions: tuple[Proposition, ...]
    fields: tuple[str, ...]
    members: tuple[_Network, ...]


def read(question: str | None, text: str, found: Sequence[Amount], networks: tuple[str, ...] = NETWORKS) -> Reading:
    """What the networks of these names make of a reply; of a long one, the surest of its windows."""
    known = committee(networks)
    count = len(known.propositions)
    chances = np.zeros(count, dtype=np.float32)
    places: list[Span] = [(0, len(text))] * count
    owners: list[dict[str, float]] = [{} for _ in found]
    for window in windows(question, text):
        amounts = {at: pieces for at, amount in enumerate(found) if (pieces := window.places(amount.span))}
        hidden = lowered(window.ids, window.kinds)
        looks = [member.look(hidden, window.first, amounts, count) for member in known.members]
        odds = np.stack([look.says for look in looks])
        said = _chance(np.nanmean(odds, axis=0))
        surest = np.nanargmax(odds, axis=0)
        for at in np.flatnonzero(said > chances):
            places[at] = window.spans[looks[surest[at]].pieces[at]]
        chances = np.maximum(chances, said)
        for place in amounts:
            owns = _chance(np.stack([look.owns[place] for look in looks]).mean(axis=0))
            for name, chance in zip(known.fields, owns.tolist(), strict=True):
                owners[place][name] = max(chance, owners[place].get(name, 0.0))
    by_name = dict(zip(known.propositions, chances.tolist(), strict=True))
    return Reading(by_name, dict(zip(known.propositions, places, strict=True)), tuple(owners))


@cache
def committee(networks: tuple[str, ...] = NETWORKS) -> _Committee:
    """The networks of these names, as shipped."""
    heads = {name: load(FOLDER / name / HEADS) for name in networks}
    names = tuple(dict.fromkeys(said for each in heads.values() for said in each.propositions))
    place = {said: at for at, said in enumerate(names)}
    members = tuple(
        _Network(FOLDER / name / UPPER, each, np.array([place[said] for said in each.propositions]))
        for name, each in heads.items()
    )
    return _Committee(names, members[0].heads.fields, members)


def _chance(odds: Matrix) -> Matrix:
    return (1 / (1 + np.exp(-np.clip(odds, -_FAR, _FAR)))).astype(np.float32)
