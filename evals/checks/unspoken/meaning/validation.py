"""How well scores tell leaks from innocent texts: precision, recall, operating point. Used in training only."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.meaning.corpus import OWN, Corpus
from evals.checks.unspoken.texts import BY_MEANING, BY_WORDS

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """By text: how sure the surest accusation is (0 where a rival by words wins), and of what."""

    cases: tuple[Labelled, ...]
    chance: Numbers
    category: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a threshold gives. `innocent`: accused texts that leak nothing; `other`: leaks accused as another."""

    threshold: float
    caught: dict[str, tuple[int, int]]
    accused: int
    innocent: int
    innocents: int
    other: int

    @property
    def precision(self) -> float:
        return 1 - self.innocent / self.accused if self.accused else 1.0


def judged(corpus: Corpus, scores: Numbers, slope: Numbers, offset: Numbers) -> Judged:
    """The surest sentence of each text."""
    chance = _chance(scores, slope, offset)
    top, best = np.zeros(len(corpus.cases)), np.zeros(len(corpus.cases), dtype=np.int64)
    for row in np.argsort(chance.max(axis=1), kind="stable"):
        top[corpus.case_of[row]] = chance[row].max()
        best[corpus.case_of[row]] = chance[row].argmax()
    return Judged(corpus.cases, top, best)


def surest(scores: Numbers, slope: Numbers, offset: Numbers) -> Numbers:
    """The chance of each sentence to leak in the category it leaks in most surely."""
    highest: Numbers = _chance(scores, slope, offset).max(axis=1)
    return highest


def _chance(scores: Numbers, slope: Numbers, offset: Numbers) -> Numbers:
    count = len(BY_MEANING)
    chance: Numbers = 1 / (1 + np.exp(-(scores[:, :count] * slope + offset)))
    chance[scores.argmax(axis=1) >= count] = 0.0
    return chance


def tally(found: Judged, threshold: float, only: Sequence[str] | None = None) -> Tally:
    """Counts at a threshold; `only` these authors. Leaks that words decide count on neither side."""
    caught = {category: [0, 0] for category in BY_MEANING}
    accused = innocent = innocents = other = 0
    for case, chance, category in zip(found.cases, found.chance, found.category, strict=True):
        if case.author == OWN or case.label in BY_WORDS or (only is not None and case.author not in only):
            continue
        sure = bool(chance >= threshold)
        accused += sure
        innocents += case.label is None
        if case.label is None:
            innocent += sure
            continue
        right = sure and BY_MEANING[category] == case.label
        other += sure and not right
        caught[case.label][0] += right
        caught[case.label][1] += 1
    counted: dict[str, tuple[int, int]] = {category: (hit, of) for category, (hit, of) in caught.items()}
    return Tally(threshold, counted, accused, innocent, innocents, other)


def operating_point(found: Judged, precision: float) -> float:
    """The lowest threshold above which so many of the accused texts leak."""
    counts = np.array([case.author != OWN and case.label not in BY_WORDS for case in found.cases])
    order = np.argsort(-found.chance[counts], kind="stable")
    leaks = np.array([case.label is not None for case in found.cases])[counts][order]
    share = np.cumsum(leaks) / np.arange(1, len(leaks) + 1)
    last = np.flatnonzero(share >= precision)
    return float(found.chance[counts][order][last[-1]]) if len(last) else 1.0


def worst(found: Judged, count: int) -> list[tuple[Labelled, float, str]]:
    """The innocent texts accused most surely."""
    order = np.argsort(-found.chance, kind="stable")
    wrong = [k for k in order if found.cases[k].label is None and found.cases[k].author != OWN][:count]
    return [(found.cases[k], float(found.chance[k]), BY_MEANING[found.category[k]]) for k in wrong]
