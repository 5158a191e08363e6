"""`make train-leaks`: weights from the train split, checked by author, confirmed on dev.

Writes model.npz, which is the same to the byte for the same corpus, code and libraries, and a report of how well
it does. Never opens the test split.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning import corpus as corpora
from evals.checks.unspoken.meaning.corpus import UNREAD, Corpus, voice
from evals.checks.unspoken.meaning.fitting import Scale, calibrated, doubtful, fit, hints, out_of_fold
from evals.checks.unspoken.meaning.leaning import leaned
from evals.checks.unspoken.meaning.model import PATH, compressed, made_with
from evals.checks.unspoken.meaning.report import PRECISION, written
from evals.checks.unspoken.meaning.validation import Judged, judged, operating_point

_FOLDS = 8


def main() -> None:
    """Train, check, write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=corpora.PATH)
    options.add_argument("--model", type=Path, default=PATH)
    options.add_argument("--report", type=Path, required=True)
    chosen = options.parse_args()
    train = corpora.matrix((*corpora.read_cases("train", chosen.corpus), *corpora.own_cases()))
    dev = corpora.matrix(corpora.read_cases("dev", chosen.corpus))
    writers = [voice(case.author) for case in train.cases]
    unread = np.isin(train.by_sentence(writers), UNREAD)
    voices = folds(writers, train)
    by_author = out_of_fold(train, voices)
    doubted = doubtful(train, unread)
    told, firm = train.told(doubted), train.told(doubted, but=True)

    def weighed(scale: Scale) -> Judged:
        return judged(train, np.maximum(scale.chance(by_author, told), firm), UNREAD)

    scale = leaned(calibrated(train, by_author, told, unread), weighed, PRECISION)
    found = {"author": weighed(scale)}
    threshold = operating_point(found["author"], PRECISION)
    fitted = fit(train)
    chance = scale.chance(fitted.scores(dev.features), dev.told(doubted))
    found["dev"] = judged(dev, np.maximum(chance, dev.told(doubted, but=True)))
    weights, step = compressed(fitted.weights)
    np.savez_compressed(
        chosen.model,
        weights=weights,
        scale=step,
        bias=fitted.bias.astype(np.float32),
        slope=scale.slope.astype(np.float32),
        offset=scale.offset.astype(np.float32),
        by_words=scale.by_words.astype(np.float32),
        threshold=np.float64(threshold),
        doubted=np.array(sorted(doubted)),
        hints=hints(train, scale.chance(by_author, np.zeros_like(told)).max(axis=1), threshold, voices),
        about=np.array(json.dumps(made_with() | {"corpus": corpora.digest(train.cases)})),
    )
    chosen.report.write_text(written(found, threshold, train, dev), encoding="utf-8")


def folds(groups: list[str], train: Corpus) -> NDArray[np.int64]:
    """A fold for every sentence: the same group, the same fold."""
    few = {name: k % _FOLDS for k, name in enumerate(sorted(set(groups)))}
    return np.array([few[group] for group in groups], dtype=np.int64)[train.case_of]


if __name__ == "__main__":
    main()
