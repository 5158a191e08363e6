"""Trains the upper layers and the head that read leaks, from the train splits of the leak corpus and of clean talk.

`python -m evals.training.leaks` writes upper.onnx and head.npz of evals/checks/unspoken/meaning: the first half of
`make train-leaks`. With `--further` the shipped layers learn the clean talk, among a sample of the corpus so that they
keep what they know: ten minutes instead of an hour.
"""

import argparse
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch

from evals.checks.unspoken.labelled import LabelledText
from evals.checks.unspoken.meaning.encoded import HEAD, UPPER, head, window_of
from evals.checks.unspoken.meaning.model import OUTPUTS, model
from evals.checks.unspoken.normalize import fold
from evals.checks.unspoken.texts import Category
from evals.labelled.leaks import SET
from evals.language.encoder import HIDDEN
from evals.language.sentences import split
from evals.language.windows import window, windows
from evals.training import leak_texts
from evals.training.exporting import read_upper, write_layers
from evals.training.network import base, pretrained
from evals.training.sentence_reader import Schedule, SentenceNetwork, TrainingWindow, fit, further

_SCHEDULE = Schedule(epochs=2)
_FURTHER = Schedule(epochs=1, pieces=1024, rate=1e-4)
_SAMPLE, _ALONE = 0.2, 0.3
"""Shares of the corpus that `--further` reads, and of them those whose sentences are read without their neighbours."""
_TIMES = 4
"""How often `--further` reads the sentences of clean talk that the n-grams suspect."""
_ANY = len(OUTPUTS)
"""The output behind the categories: "leaks at all"."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=SET.path)
    options.add_argument("--base", type=Path, default=None, help="folder with the pretrained model.safetensors")
    options.add_argument("--upper", type=Path, default=UPPER)
    options.add_argument("--head", type=Path, default=HEAD)
    options.add_argument(
        "--further", action="store_true", help="begin with the shipped layers instead of the pretrained"
    )
    chosen = options.parse_args()
    texts = (*SET.cases("train", chosen.corpus), *leak_texts.own_cases())
    talk = leak_texts.talk_cases("train")
    folder = chosen.base or base()
    if chosen.further:
        trained = further(shipped(folder), [*_mixed(texts, talk)], _FURTHER)
    else:
        trained = fit(
            [case for text in (*texts, *talk) for case in cases(text)], pretrained(folder), _ANY + 1, _SCHEDULE
        )
    write_layers(trained.learned, chosen.upper, HIDDEN, in_integers=True)
    last = trained.head
    np.savez_compressed(
        chosen.head,
        weights=last.weight.detach().numpy().T,
        bias=last.bias.detach().numpy(),
        corpus=np.array(leak_texts.digest((*texts, *talk))),
    )


def shipped(folder: Path) -> SentenceNetwork:
    """The layers and the head as shipped, as floats."""
    reader, known = SentenceNetwork(pretrained(folder)[0], read_upper(UPPER), _ANY + 1), head()
    with torch.no_grad():
        reader.head.weight.copy_(torch.tensor(known.weights.T))
        reader.head.bias.copy_(torch.tensor(known.bias))
    return reader


def cases(text: LabelledText) -> Iterator[TrainingWindow]:
    """The windows of a labelled text."""
    read = _labelled(text)
    for made in windows([sentence for sentence, _ in read], " ".join(text.user_said or ())):
        yield TrainingWindow(made, tuple(_wanted(read[at][1]) for at, _, _ in made.places))


def _alone(text: LabelledText) -> Iterator[TrainingWindow]:
    """The sentences of a labelled text, each in a window of its own."""
    for sentence, label in _labelled(text):
        if (one := window([(0, sentence)], "")).places:
            yield TrainingWindow(one, (_wanted(label),))


def _mixed(texts: Iterable[LabelledText], talk: Iterable[LabelledText]) -> Iterator[TrainingWindow]:
    yield from [case for text in talk for case in _suspect(text)] * _TIMES
    for text in texts:
        if _share(text.id) < _SAMPLE:
            yield from _alone(text) if _share(f"{text.id} alone") < _ALONE else cases(text)


def _suspect(text: LabelledText) -> Iterator[TrainingWindow]:
    """The windows in which the shipped model has the sentences of an innocent text read."""
    view, heard = fold(text.text), leak_texts.history_of(text)
    read = tuple(split(view.text))
    sentences = [view.text[one.start : one.end] for one in read]
    suspect = model().ngrams.scores([one.words for one in read]).max(axis=1) >= model().floor
    for at in np.flatnonzero(suspect).tolist():
        for alone in (False, True):
            if (made := window_of(sentences, heard, at, alone=alone)).places:
                yield TrainingWindow(made, (frozenset(),) * len(made.places))


def _share(name: str) -> float:
    """A number from 0 to 1 that is always the same for the name."""
    return int(sha256(name.encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


def _labelled(text: LabelledText) -> list[tuple[str, Category | None]]:
    view = fold(text.text)
    return [(view.text[one.start : one.end], leak_texts.label_of(text, view, one)) for one in split(view.text)]


def _wanted(label: Category | None) -> frozenset[int]:
    return frozenset({OUTPUTS.index(label), _ANY}) if label else frozenset()


if __name__ == "__main__":
    main()
