"""Weights of the evidence for a fact, fitted on replies that neither the rules nor the network learned from."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from coach.profile.catalogue import catalogue
from coach.profile.extraction.learned.layer import Reply, considered
from coach.profile.extraction.learned.weighing import Evidence, best, chance, features
from coach.profile.extraction.reader import by_rules
from coach.records.fact import Value
from evals.checks.utterance import Utterance, readings, same
from evals.training.reply_corpus import today_of

FOLDS = 5
_SHRUNK, _BY_FIELD = 2.0, 6.0
"""How strongly weights are held to nought; those of single fields, of which there are many, more."""

_PRIOR = 10
"""As many facts of a field count as if they had been read as well as all others."""
_TRUST = "trust:"
_SIGNS = {"support": (0, None), "rival": (None, 0)}
_STEPS = 2000
_FAR = 50


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate of a reply; `right` is None where the label leaves it open."""

    evidence: Evidence
    value: Value
    right: bool | None


Gathered = tuple[Weighed, ...]
Row = NDArray[np.float64]


def gathered(case: Utterance, networks: tuple[str, ...]) -> Gathered:
    """All candidates of a reply with the rules as they are and the networks of these names."""
    today = today_of(case)
    found = by_rules(case.text, question=case.question, today=today)
    facts = considered(Reply(case.text, case.question, None, today), found.facts, networks)
    return tuple(Weighed(fact.evidence, fact.value, _right(fact.field, fact.value, case)) for fact in facts)


def by_rules_alone(case: Utterance) -> dict[str, Value]:
    """What the rules read without the layer."""
    found = by_rules(case.text, question=case.question, today=today_of(case))
    return {name: fact.value for name, fact in found.facts.items()}


def _right(name: str, value: Value, case: Utterance) -> bool | None:
    allowed = any(same(value, other) for other in case.allowed.get(name, ()))
    if name in case.facts:
        return allowed or same(value, case.facts[name].value)
    return None if allowed else False


def trust(cases: Iterable[Utterance]) -> dict[str, float]:
    """Log odds by field that what the rules read is right, on replies that no rule was mended against."""
    right, wrong = Counter[str](), Counter[str]()
    for case in cases:
        for name, value in by_rules_alone(case).items():
            was = _right(name, value, case)
            right[name] += was is True
            wrong[name] += was is False
    share = right.total() / (right.total() + wrong.total())
    return {
        name: math.log((right[name] + _PRIOR * share) / (wrong[name] + _PRIOR * (1 - share)))
        for name in catalogue().fields
    }


def fit(among: Iterable[Gathered], trusted: Mapping[str, float]) -> dict[str, float]:
    """Logistic regression, with the signs that `weighing.features` promises; `trusted`: as `trust` has it.

    What a label leaves open is no mistake of the rules, and tells nothing of the network.
    """
    told = [one for each in among for one in each if one.right is not None or one.evidence.by_rules]
    rows = [dict(_with_trust(one.evidence, trusted)) for one in told]
    names = sorted({name for row in rows for name in row})
    places = {name: at for at, name in enumerate(names)}
    matrix = np.zeros((len(told), len(names)))
    for at, row in enumerate(rows):
        for name, value in row.items():
            matrix[at, places[name]] = value
    wanted = np.array([-1.0 if one.right is False else 1.0 for one in told])
    held = np.array([_BY_FIELD if name.partition(":")[2] in catalogue().fields else _SHRUNK for name in names])

    def cost(weights: Row) -> tuple[float, Row]:
        margin = wanted * (matrix @ weights)
        slope = -wanted / (1 + np.exp(np.clip(margin, -_FAR, _FAR)))
        total = np.logaddexp(0, -margin).sum() + 0.5 * (held * weights**2).sum()
        return float(total), matrix.T @ slope + held * weights

    bounds = [_SIGNS.get(name.partition(":")[0], (None, None)) for name in names]
    start = np.zeros(len(names))
    found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": _STEPS})
    return _folded(dict(zip(names, map(float, found.x), strict=True)), trusted)


def _with_trust(evidence: Evidence, trusted: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    yield from features(evidence)
    if evidence.by_rules:
        yield f"{_TRUST}{evidence.reader}", trusted[evidence.field]


def _folded(weights: Mapping[str, float], trusted: Mapping[str, float]) -> dict[str, float]:
    """What is due to a field by trust, as part of the field's own weight."""
    kept = {name: weight for name, weight in weights.items() if not name.startswith(_TRUST)}
    for name in weights.keys() - kept.keys():
        reader = name.removeprefix(_TRUST)
        for field, odds in trusted.items():
            kept[f"{reader}:{field}"] = kept.get(f"{reader}:{field}", 0.0) + weights[name] * odds
    return kept


def out_of_fold(
    cases: Sequence[Utterance], among: Sequence[Gathered], trusted: Mapping[str, float]
) -> list[list[float]]:
    """The chance of every candidate by weights that were fitted on other scenarios."""
    fold = [crc32(case.scenario.encode()) // 7 % FOLDS for case in cases]
    fitted = [fit((each for at, each in zip(fold, among, strict=True) if at != out), trusted) for out in range(FOLDS)]
    return [[chance(one.evidence, fitted[at]) for one in each] for at, each in zip(fold, among, strict=True)]


def counted(cases: Sequence[Utterance], among: Sequence[Gathered], chances: Sequence[Sequence[float]]) -> Counter[str]:
    """Readings of all replies as the layer would give them."""
    total: Counter[str] = Counter()
    for case, each, rated in zip(cases, among, chances, strict=True):
        total.update(reading for _, reading in readings(believed_of(each, rated), case))
    return total


def believed_of(each: Gathered, rated: Sequence[float]) -> dict[str, Value]:
    by_field: dict[str, list[tuple[Weighed, float]]] = {}
    for one, likely in zip(each, rated, strict=True):
        by_field.setdefault(one.evidence.field, []).append((one, likely))
    found: dict[str, Value] = {}
    for name, ones in by_field.items():
        at = best([(one.evidence, likely) for one, likely in ones])
        if at is not None:
            found[name] = ones[at][0].value
    return found


def rates(total: Mapping[str, int]) -> tuple[float, float]:
    """Precision and recall."""
    right, wrong, invented, missed = (total.get(name, 0) for name in ("right", "wrong", "invented", "missed"))
    return right / max(1, right + wrong + invented), right / max(1, right + wrong + missed)
