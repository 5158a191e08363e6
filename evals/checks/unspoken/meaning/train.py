"""`make train-leaks`: weights from the train split, checked by author and by scenario, confirmed on dev.

Writes model.npz, which is the same to the byte for the same corpus, code and libraries, and a report of how well
it does. Never opens the test split.
"""

import argparse
import json
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning import corpus as corpora
from evals.checks.unspoken.meaning.corpus import Corpus
from evals.checks.unspoken.meaning.fitting import calibrated, fit, hints, out_of_fold
from evals.checks.unspoken.meaning.model import PATH, compressed, made_with
from evals.checks.unspoken.meaning.report import PRECISION, written
from evals.checks.unspoken.meaning.validation import judged, operating_point, surest

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
    voices = folds([case.author for case in train.cases], train)
    by_author = out_of_fold(train, voices)
    slope, offset = calibrated(train, by_author)
    found = {"author": judged(train, by_author, slope, offset)}
    threshold = operating_point(found["author"], PRECISION)
    fitted = fit(train)
    by_scenario = out_of_fold(train, folds([case.scenario for case in train.cases], train))
    found["scenario"] = judged(train, by_scenario, slope, offset)
    found["dev"] = judged(dev, fitted.scores(dev.features), slope, offset)
    weights, scale = compressed(fitted.weights)
    np.savez_compressed(
        chosen.model,
        weights=weights,
        scale=scale,
        bias=fitted.bias.astype(np.float32),
        slope=slope.astype(np.float32),
        offset=offset.astype(np.float32),
        threshold=np.float64(threshold),
        hints=hints(train, surest(by_author, slope, offset), threshold, voices),
        about=np.array(json.dumps(made_with() | {"corpus": corpora.digest(train.cases)})),
    )
    chosen.report.write_text(written(found, threshold, train, dev), encoding="utf-8")


def folds(groups: list[str], train: Corpus) -> NDArray[np.int64]:
    """A fold for every sentence: the same group, the same fold; authors are dealt out, scenarios drawn."""
    names = sorted(set(groups))
    few = {name: k % _FOLDS for k, name in enumerate(names)}
    dealt = [few[g] if len(names) < 5 * _FOLDS else crc32(g.encode()) % _FOLDS for g in groups]
    return np.array(dealt, dtype=np.int64)[train.case_of]


if __name__ == "__main__":
    main()
