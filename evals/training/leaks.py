"""Trains the upper layers and the head that read leaks, from the train split of the leak corpus.

`python -m evals.training.leaks` writes upper.onnx and head.npz of evals/checks/unspoken/meaning: the
first half of `make train-leaks`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.meaning.encoded import HEAD, UPPER
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.normalize import fold
from evals.language.sentences import split
from evals.language.windows import windows
from evals.training import leak_texts
from evals.training.exporting import write_upper
from evals.training.network import base
from evals.training.sentence_reader import Case, fit

_EPOCHS = 2
_ANY = len(OUTPUTS)
"""The output behind the categories: "leaks at all"."""


def main() -> None:
    """Train and write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=leak_texts.PATH)
    options.add_argument("--base", type=Path, default=None, help="folder with the pretrained model.safetensors")
    options.add_argument("--upper", type=Path, default=UPPER)
    options.add_argument("--head", type=Path, default=HEAD)
    chosen = options.parse_args()
    texts = (*leak_texts.read_cases("train", chosen.corpus), *leak_texts.own_cases())
    trained = fit([case for text in texts for case in cases(text)], chosen.base or base(), _ANY + 1, _EPOCHS)
    write_upper(trained.upper, chosen.upper, in_integers=True)
    head = trained.head
    np.savez_compressed(
        chosen.head,
        weights=head.weight.detach().numpy().T,
        bias=head.bias.detach().numpy(),
        corpus=np.array(leak_texts.digest(texts)),
    )


def cases(text: Labelled) -> Iterator[Case]:
    """The windows of a labelled text."""
    view = fold(text.text)
    read = tuple(split(view.text))
    labels = [leak_texts.label_of(text, view, one) for one in read]
    for window in windows([view.text[one.start : one.end] for one in read], " ".join(text.user_said or ())):
        told = [labels[at] for at, _, _ in window.places]
        yield Case(window, tuple(frozenset({OUTPUTS.index(one), _ANY}) if one else frozenset() for one in told))


if __name__ == "__main__":
    main()
