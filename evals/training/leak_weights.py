"""The second half of `make train-leaks`: weights of n-grams, and how they and the encoder weigh together.

`python -m evals.training.leak_weights` writes model.npz of evals/checks/unspoken/meaning, the same to the byte for the
same corpus, encoder, code and libraries. The encoder must have been trained on the train split before
(`evals.training.leaks`). Never opens the test split.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.svm import LinearSVC  # type: ignore[import-untyped]

from evals.checks.unspoken.labelled import clean
from evals.checks.unspoken.meaning.model import OUTPUTS, PATH, Regression, compressed, evidence, made_with
from evals.checks.unspoken.meaning.ngrams import WORD_SLOTS
from evals.checks.unspoken.texts import Category
from evals.labelled.leaks import SET
from evals.training import leak_texts
from evals.training.leak_texts import OWN, UNHEARD, Corpus

SOFTNESS = 0.5
"""C of the support vector machines."""
ANY_LEAK = 0.5
"""How much "this leaks, whatever" adds to each category: what all leaks share is learned from all of them."""
OWN_COUNTS = 4.0
"""So many times as much as other texts count those that the project itself has labelled."""
AT_LEAST = 2
"""A feature must stand in that many sentences."""
FOLDS = 4
PASSED = 0.01
"""Share of the accused sentences that the floor of the n-grams may keep from the encoder."""
THRESHOLDS: dict[Category, float] = {
    "age_categorization": 0.95,
    "goal_judgement": 0.87,
    "reframe_reveal": 0.65,
    "motive_naming": 0.87,
    "framework_name": 0.5,
    "internal_disclosure": 0.5,
    "compliance_tone": 0.5,
}
"""The chance from which a category is accused. Of 300 clean conversations that nothing had met a common threshold that
accuses as few loses a third of the judgements and of the notices; names and notices are never in doubt in them."""

Numbers = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Fitted:
    """Scores of sentences are `features @ weights + bias`."""

    weights: Numbers
    bias: Numbers

    def scores(self, features: csr_matrix) -> Numbers:
        made: Numbers = features @ self.weights + self.bias
        return made


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=SET.path)
    options.add_argument("--model", type=Path, default=PATH)
    chosen = options.parse_args()
    own, talk = leak_texts.own_cases(), leak_texts.talk_cases("train")
    train = leak_texts.corpus((*SET.cases("train", chosen.corpus), *own, *talk))
    dev = leak_texts.corpus((*SET.cases("dev", chosen.corpus), *leak_texts.talk_cases("dev")))
    weights, scores = fitted(train, dev)
    made = weighed(
        dev, evidence(dev.encoded(alone=False), dev.encoded(alone=True), scores, dev.weak, dev.asked), scores
    )
    write(chosen.model, weights, made, leak_texts.digest((*train.cases, *dev.cases)))
    accused = accused_clean(dev, made.chance)
    sys.stdout.write(f"{sum(accused)} of {len(accused)} clean conversations of dev accused\n")


def fitted(train: Corpus, dev: Corpus) -> tuple[Fitted, Numbers]:
    """Weights from all texts, and scores of dev by weights that never saw the writer."""
    features, unheard = train.features(), dev.features()
    labels, counts = np.concatenate([train.labels, dev.labels]), np.ones(len(train.labels) + len(dev.labels))
    counts[: len(train.labels)][train.writers == OWN] = OWN_COUNTS
    everything = vstack([features, unheard]).tocsr()
    held_by = np.concatenate([np.full(len(train.labels), -1), _folds(dev)])
    scores = np.zeros((len(dev.labels), len(OUTPUTS)))
    for fold in range(FOLDS):
        rows = held_by != fold
        scores[_folds(dev) == fold] = fit(everything[rows], labels[rows], counts[rows]).scores(
            unheard[_folds(dev) == fold]
        )
    return fit(everything, labels, counts), scores


def fit(features: csr_matrix, labels: NDArray[np.str_], counts: Numbers) -> Fitted:
    """One machine for each category against all else, and a share of one for "leaks at all" in each."""
    kept = np.flatnonzero(np.bincount(features.indices, minlength=features.shape[1]) >= AT_LEAST)
    seen = features[:, kept]
    shared = _machine(seen, labels != "", counts)
    weights, bias = np.zeros((features.shape[1], len(OUTPUTS))), np.zeros(len(OUTPUTS))
    for column, category in enumerate(OUTPUTS):
        own = _machine(seen, labels == category, counts)
        weights[kept, column] = own.coef_[0] + ANY_LEAK * shared.coef_[0]
        bias[column] = own.intercept_[0] + ANY_LEAK * shared.intercept_[0]
    return Fitted(weights, bias)


@dataclass(frozen=True, slots=True)
class Weighed:
    """How all weighs together; `chance`: of the sentences of dev by regressions that never saw the writer."""

    joint: Regression
    floor: float
    chance: Numbers


def weighed(dev: Corpus, seen: Numbers, scores: Numbers) -> Weighed:
    """Regressions over the evidence of dev."""
    chance = np.maximum(out_of_fold(dev, seen), dev.firm)
    marked = (dev.firm | dev.weak | dev.asked).any(axis=1)
    accused = (chance >= _thresholds()).any(axis=1) & ~marked & (dev.labels != "")
    everybody = np.ones(len(dev.labels), dtype=np.bool_)
    floor = float(np.quantile(scores[accused].max(axis=1), PASSED))
    return Weighed(_regression(dev, seen, everybody), floor, chance)


def _thresholds() -> Numbers:
    return np.array([THRESHOLDS[each] for each in OUTPUTS])


def accused_clean(corpus: Corpus, chance: Numbers) -> list[bool]:
    """Of each clean conversation of dev whether a sentence is accused."""
    names = np.array([case.scenario for case in corpus.cases])[corpus.case_of]
    accused = set(names[(chance >= _thresholds()).any(axis=1)])
    return [talk.id in accused for talk in clean("dev")]


def write(path: Path, weights: Fitted, made: Weighed, corpus: str) -> None:
    """The model as `evals.checks.unspoken.meaning.model` reads it; `corpus`: the digest of its texts."""
    words, letters = (compressed(part) for part in np.split(weights.weights, [WORD_SLOTS]))
    arrays: dict[str, Any] = {
        "words": words[0],
        "letters": letters[0],
        "scale": np.stack([words[1], letters[1]]),
        "bias": weights.bias.astype(np.float32),
        "floor": np.float64(made.floor),
        "about": np.array(json.dumps(made_with() | {"corpus": corpus})),
        "joint": made.joint.weights,
        "joint_bias": made.joint.bias,
        "joint_thresholds": made.joint.thresholds,
    }
    np.savez_compressed(path, **arrays)


def out_of_fold(dev: Corpus, seen: Numbers) -> Numbers:
    """The chance of every sentence of dev as weighed on the other writers."""
    writers = np.where(np.isin(dev.writers, UNHEARD), dev.writers, "")
    chance = np.zeros(seen.shape[:2])
    for writer in np.unique(writers):
        held = writers == writer
        chance[held] = _regression(dev, seen, ~held).chance(seen[held])
    return chance


def _regression(dev: Corpus, seen: Numbers, chosen: NDArray[np.bool_]) -> Regression:
    found = [
        LogisticRegression(C=1.0, max_iter=2000).fit(seen[chosen, column], dev.labels[chosen] == category)
        for column, category in enumerate(OUTPUTS)
    ]
    weights, bias = (np.stack([getattr(one, name)[0] for one in found]) for name in ("coef_", "intercept_"))
    return Regression(weights, bias, _thresholds())


def _folds(dev: Corpus) -> NDArray[np.int64]:
    """A fold for every sentence: the same writer, the same fold."""
    number = {name: at % FOLDS for at, name in enumerate(sorted(set(dev.writers)))}
    return np.array([number[name] for name in dev.writers], dtype=np.int64)


def _machine(features: csr_matrix, wanted: NDArray[np.bool_], counts: Numbers) -> LinearSVC:
    return LinearSVC(C=SOFTNESS, random_state=0, max_iter=5000).fit(features, wanted, sample_weight=counts)


if __name__ == "__main__":
    main()
