"""The second half of `make train-leaks`: weights from the train split, and how all weighs together, from dev.

The encoder must have been trained before (`evals.training.leaks`). Folds by writer on train, and on dev, whose writers
neither has met. Writes model.npz, which is the same to the byte for the same corpus, encoder, code and libraries, and
a report of how well it does. Never opens the test split.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning import corpus as corpora
from evals.checks.unspoken.meaning.corpus import UNHEARD, UNREAD, Corpus, voice
from evals.checks.unspoken.meaning.encoded import Head, encoded
from evals.checks.unspoken.meaning.fitting import Numbers, calibrated, doubtful, fit, hints, joined, out_of_fold
from evals.checks.unspoken.meaning.joint import evidence
from evals.checks.unspoken.meaning.model import PATH, compressed, made_with
from evals.checks.unspoken.meaning.report import PRECISION, written
from evals.checks.unspoken.meaning.validation import judged, operating_point, to_spare
from evals.checks.unspoken.texts import Category

_FOLDS = 8
KEPT: dict[Category, float] = {
    "age_categorization": 0.865,
    "goal_judgement": 0.765,
    "reframe_reveal": 0.805,
    "motive_naming": 0.72,
    "framework_name": 0.985,
    "internal_disclosure": 0.97,
    "compliance_tone": 0.975,
}
"""Recall on dev: of what meaning decides, what lies above is spent on accusing published prose less; of what words
decide, and must find more often, what is missing is bought with accusing more."""
_PASSED = 0.005
"""Share of the accused sentences that the floor of the weights may keep from the encoder."""


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
    scale = calibrated(train, by_author, told, unread)
    alone = judged(train, np.maximum(scale.chance(by_author, told), firm), UNREAD)
    fitted = fit(train)
    odds = scale.odds(fitted.scores(dev.features))
    seen = evidence(encoded(*dev.windows(), Head.read()), odds, dev.told(doubted))
    firm_in_dev = dev.told(doubted, but=True)
    unheard = joined_out_of_fold(dev, seen)
    together = judged(dev, np.maximum(unheard, firm_in_dev), UNHEARD)
    threshold = operating_point(together, PRECISION)
    surer = to_spare(dev, np.maximum(unheard, firm_in_dev), threshold, KEPT)
    unheard = joined_out_of_fold(dev, seen, surer)
    together = judged(dev, np.maximum(unheard, firm_in_dev), UNHEARD)
    joint = joined(dev, seen).lowered(surer)
    weights, step = compressed(fitted.weights)
    sure = (unheard >= threshold).any(axis=1)
    np.savez_compressed(
        chosen.model,
        weights=weights,
        scale=step,
        bias=fitted.bias.astype(np.float32),
        slope=scale.slope.astype(np.float32),
        offset=scale.offset.astype(np.float32),
        by_words=scale.by_words.astype(np.float32),
        joint=joint.weights.astype(np.float32),
        joint_bias=joint.bias.astype(np.float32),
        threshold=np.float64(threshold),
        floor=np.quantile(odds[sure].max(axis=1), _PASSED),
        alone=np.float64(operating_point(alone, PRECISION)),
        doubted=np.array(sorted(doubted)),
        hints=hints(train, voices),
        about=np.array(json.dumps(made_with() | {"corpus": corpora.digest(train.cases)})),
    )
    chosen.report.write_text(written({"alone": alone, "dev": together}, threshold, train, dev), encoding="utf-8")


def folds(groups: list[str], train: Corpus) -> NDArray[np.int64]:
    """A fold for every sentence: the same group, the same fold."""
    few = {name: k % _FOLDS for k, name in enumerate(sorted(set(groups)))}
    return np.array([few[group] for group in groups], dtype=np.int64)[train.case_of]


def joined_out_of_fold(dev: Corpus, seen: Numbers, surer: Numbers | None = None) -> Numbers:
    """The chance of every sentence of dev as weighed on the other writers; `surer`: what log odds are lowered by."""
    writers = dev.by_sentence([who if (who := voice(case.author)) in UNHEARD else "" for case in dev.cases])
    chance = np.zeros(seen.shape[:2])
    for writer in np.unique(writers):
        held = writers == writer
        weighed = joined(dev, seen, ~held)
        chance[held] = (weighed if surer is None else weighed.lowered(surer)).chance(seen[held])
    return chance


if __name__ == "__main__":
    main()
