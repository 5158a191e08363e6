"""The rows of the number head that tell of days and lengths, fitted on the finished layers. Needs no PyTorch.

Few replies speak of days, so these rows are a logistic regression over what the layers make of a mention.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from evals.language.encoder import vectors
from evals.reading.calendar import WEEKDAY_KIND
from evals.reading.network import FOLDER, HEADS, UPPER, heads, made_with, owner_names
from evals.reading.propositions import DAYS, EXCLUDED_DAYS, MINUTES, Proposition
from evals.reading.reader import amounts_of
from evals.reading.values import number_fields
from evals.training.reply_corpus import ReplyExample, today_of

_KINDS: Final = {MINUTES: "duration", DAYS: WEEKDAY_KIND, EXCLUDED_DAYS: WEEKDAY_KIND}
_SHRUNK: Final = 30.0
"""How strongly weights are held to nought."""
_FAR: Final = 50.0

Row = NDArray[np.float64]
Arrays = Mapping[str, NDArray[np.float32]]


def fit_days(among: Iterable[ReplyExample]) -> None:
    """Writes the heads anew with rows fitted on `among`."""
    seen: dict[str, list[tuple[Row, bool]]] = {name: [] for name in _KINDS}
    for example in among:
        for name, made, is_owner in _mentions(example):
            seen[name].append((made, is_owner))
    rows = [_fit(np.stack([made for made, _ in seen[name]]), [own for _, own in seen[name]]) for name in _KINDS]
    held = heads()
    known = len(number_fields())
    arrays = {name: getattr(held, name) for name in ("look", "seen", "whole", "bias")}
    arrays["number"] = np.concatenate([held.number[:known], np.stack([row[:-1] for row in rows])])
    arrays["number_bias"] = np.concatenate([held.number_bias[:known], np.array([row[-1] for row in rows])])
    write_heads(FOLDER / HEADS, held.propositions, arrays)
    heads.cache_clear()


def _mentions(example: ReplyExample) -> Iterator[tuple[str, Row, bool]]:
    """For each mention of days or length: the row it concerns, what the layers make of it, whether it is owned."""
    case = example.case
    kinds = [each.amount.kind for each in amounts_of(case.text, case.question, today_of(case))]
    if WEEKDAY_KIND not in kinds and MINUTES not in case.facts:
        return
    made = vectors(example.window.ids, example.window.kinds, FOLDER / UPPER)
    around = np.concatenate([made[0], made[example.window.first : -1].mean(axis=0)])
    for kind, places, owners in zip(kinds, example.places, example.owners, strict=True):
        for name, of_kind in _KINDS.items():
            if kind == of_kind and places:
                whole = np.concatenate([made[list(places)].mean(axis=0), around])
                yield name, whole.astype(np.float64), name in owners


def _fit(matrix: Row, owned: list[bool]) -> Row:
    """Weights and, last, the bias of a logistic regression."""
    sign = np.where(owned, 1.0, -1.0)

    def cost(weights: Row) -> tuple[float, Row]:
        margin = sign * (matrix @ weights[:-1] + weights[-1])
        slope = -sign / (1 + np.exp(np.clip(margin, -_FAR, _FAR)))
        held = _SHRUNK * weights[:-1]
        total = float(np.logaddexp(0, -margin).sum() + held @ weights[:-1] / 2)
        return total, np.append(matrix.T @ slope + held, slope.sum())

    found: Row = minimize(cost, np.zeros(matrix.shape[1] + 1), jac=True, method="L-BFGS-B").x
    return found


def empty_rows(width: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights and biases that stand for the rows until they are fitted."""
    count = len(owner_names()) - len(number_fields())
    return np.zeros((count, width), np.float32), np.full(count, -_FAR, np.float32)


def write_heads(path: Path, names: Sequence[Proposition], arrays: Arrays) -> None:
    """Numbers in 16 bits; the same to the byte for the same contents."""
    small: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(
        path, propositions=json.dumps([list(name) for name in names]), about=json.dumps(made_with()), **small
    )
