"""How weights are found: linear, one against all, with a share of "leaks at all" in each. Used in training only."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.svm import LinearSVC  # type: ignore[import-untyped]

from evals.checks.unspoken.meaning.corpus import OWN, Corpus
from evals.checks.unspoken.meaning.features import SLOTS
from evals.checks.unspoken.meaning.joint import Joint
from evals.checks.unspoken.meaning.model import HINT_SLOTS, OUTPUTS, hint_slots

SOFTNESS = 0.5
"""C of the support vector machines."""
ANY_LEAK = 0.5
"""How much "this leaks, whatever" adds to each category: what all leaks share is learned from all of them."""
OWN_COUNTS = 4.0
"""So many times as much as other texts count those that the project itself has labelled."""
AT_LEAST = 2
"""A feature must stand in that many sentences."""
PASSED = 0.985
"""Share of the sentences that leak which the hints must let through."""
HINT_SOFTNESS = 0.5
MISLED = 0.05
"""A kind of finding by words is doubted from that share of innocent texts among those it accuses,"""
MORE_THAN_ONCE = 2
"""and from so many of them."""
NEVER_DOUBTED = frozenset({"pattern state_in_capitals: names an internal state"})
"""Findings that hold whatever training makes of them: a state by its name in capitals is a leak by definition."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fitted:
    """Scores of sentences are `features @ weights + bias`."""

    weights: Numbers
    bias: Numbers

    def scores(self, features: csr_matrix) -> Numbers:
        made: Numbers = features @ self.weights + self.bias
        return made


def fit(corpus: Corpus, chosen: NDArray[np.bool_] | None = None) -> Fitted:
    """Weights from the chosen sentences."""
    rows = np.flatnonzero(chosen) if chosen is not None else np.arange(len(corpus.labels))
    features = corpus.features[rows]
    kept = np.flatnonzero(np.bincount(features.indices, minlength=SLOTS) >= AT_LEAST)
    features = features[:, kept]
    labels = np.array([corpus.labels[row] or "" for row in rows])
    authors = corpus.by_sentence([case.author for case in corpus.cases])[rows]
    weight = np.where(authors == OWN, OWN_COUNTS, 1.0)
    shared = _machine(features, labels != "", weight)
    weights, bias = np.zeros((SLOTS, len(OUTPUTS))), np.zeros(len(OUTPUTS))
    for column, category in enumerate(OUTPUTS):
        own = _machine(features, labels == category, weight)
        weights[kept, column] = own.coef_[0] + ANY_LEAK * shared.coef_[0]
        bias[column] = own.intercept_[0] + ANY_LEAK * shared.intercept_[0]
    return Fitted(weights, bias)


def out_of_fold(corpus: Corpus, fold_of: NDArray[np.int64]) -> Numbers:
    """The score of every sentence from weights that never saw its fold."""
    scores = np.zeros((len(corpus.labels), len(OUTPUTS)))
    for fold in np.unique(fold_of):
        held = fold_of == fold
        scores[held] = fit(corpus, ~held).scores(corpus.features[held])
    return scores


@dataclass(frozen=True, slots=True)
class Scale:
    """Log odds are `slope * score + offset + by_words * told`, by output."""

    slope: Numbers
    offset: Numbers
    by_words: Numbers

    def odds(self, scores: Numbers) -> Numbers:
        """Log odds by the weights alone, sentences by outputs."""
        return scores * self.slope + self.offset

    def chance(self, scores: Numbers, told: NDArray[np.bool_]) -> Numbers:
        """Sentences by outputs."""
        made: Numbers = 1 / (1 + np.exp(-(self.odds(scores) + told * self.by_words)))
        return made


def doubtful(corpus: Corpus, chosen: NDArray[np.bool_]) -> frozenset[str]:
    """Findings by words that accused too many innocent texts among the chosen sentences, but for `NEVER_DOUBTED`."""
    seen = {(claim.like, int(corpus.case_of[claim.row])) for claim in corpus.claims if chosen[claim.row]}
    of = Counter(like for like, _ in seen)
    wrong = Counter(like for like, case in seen if corpus.cases[case].label is None)
    misled = frozenset(like for like in wrong if wrong[like] > MISLED * of[like] and wrong[like] >= MORE_THAN_ONCE)
    return misled - NEVER_DOUBTED


def calibrated(corpus: Corpus, scores: Numbers, told: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> Scale:
    """Log odds of each category on the chosen sentences; `told`: what words found there and may be doubted."""
    labels = np.array([label or "" for label in corpus.labels])[chosen]
    found = []
    for column, category in enumerate(OUTPUTS):
        seen = np.stack([scores[chosen, column], told[chosen, column]], axis=1)
        found.append(LogisticRegression(C=1.0, max_iter=1000).fit(seen, labels == category))
    by_words = [max(0.0, one.coef_[0, 1]) for one in found]
    return Scale(
        np.array([one.coef_[0, 0] for one in found]), np.array([one.intercept_[0] for one in found]), np.array(by_words)
    )


def joined(corpus: Corpus, seen: Numbers, chosen: NDArray[np.bool_] | None = None) -> Joint:
    """How encoder, weights and words weigh together, from the chosen sentences."""
    rows = np.flatnonzero(chosen) if chosen is not None else np.arange(len(corpus.labels))
    labels = np.array([corpus.labels[row] or "" for row in rows])
    found = [
        LogisticRegression(C=1.0, max_iter=2000).fit(seen[rows, column], labels == category)
        for column, category in enumerate(OUTPUTS)
    ]
    return Joint(np.stack([one.coef_[0] for one in found]), np.array([one.intercept_[0] for one in found]))


def hints(corpus: Corpus, fold_of: NDArray[np.int64]) -> NDArray[np.float32]:
    """What single words say of leaking; set so that, in unheard voices, nearly all sentences that leak pass.

    The bias stands first.
    """
    slots = [[slot for word in words for slot in hint_slots(word)] for words in corpus.words]
    rows = np.repeat(np.arange(len(slots)), [len(each) for each in slots])
    columns = [slot for each in slots for slot in each]
    counts = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(slots), HINT_SLOTS))
    leaks = np.array([label is not None for label in corpus.labels])
    unheard = np.zeros(len(leaks))
    for fold in np.unique(fold_of):
        held = fold_of == fold
        unheard[held] = counts[held] @ _hinting(counts[~held], leaks[~held])
    passing = np.quantile(unheard[leaks], 1 - PASSED)
    return np.concatenate(([-passing], _hinting(counts, leaks))).astype(np.float32)


def _hinting(counts: csr_matrix, worth: NDArray[np.bool_]) -> Numbers:
    weights: Numbers = (
        LogisticRegression(C=HINT_SOFTNESS, solver="liblinear", random_state=0).fit(counts, worth).coef_[0]
    )
    return weights


def _machine(features: csr_matrix, wanted: NDArray[np.bool_], weight: Numbers) -> LinearSVC:
    return LinearSVC(C=SOFTNESS, random_state=0, max_iter=5000).fit(features, wanted, sample_weight=weight)
