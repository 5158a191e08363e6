"""Trains what reads dialogue acts, from the train split of datasets/dialogue_acts.jsonl: `make train-acts`.

Writes upper.onnx and head.npz of evals/dialogue_acts. The threshold of each label is the lowest on dev that keeps its
precision, or the best F1 where none does.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import jsonlines
import numpy as np
from numpy.typing import NDArray

from evals.dialogue_acts import reading
from evals.dialogue_acts.labels import CORPUS, LABELS, Message
from evals.language.sentences import split
from evals.language.windows import windows
from evals.training.exporting import write_upper
from evals.training.network import base
from evals.training.sentence_reader import Case, Schedule, fit

_SCHEDULE = Schedule(epochs=16, pieces=512, weight=3.0)
_PRECISION = 0.9
_OVERLAP = 0.5
"""The share of a sentence as the reader cuts it that a labelled sentence has to cover to lend it its labels."""


def main() -> None:
    """Train, choose the thresholds on dev, write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=CORPUS)
    options.add_argument("--base", type=Path, default=None, help="folder with the pretrained model.safetensors")
    chosen = options.parse_args()
    messages = read(chosen.corpus)
    examples = [case for each in messages if each.split == "train" for case in cases(each)]
    trained = fit(examples, chosen.base or base(), len(LABELS), _SCHEDULE)
    write_upper(trained.upper, reading.UPPER)
    weights, bias = trained.head.weight.detach().numpy().T, trained.head.bias.detach().numpy()
    _write(weights, bias, np.zeros(len(LABELS), dtype=np.float32))
    reading.head.cache_clear()
    _write(weights, bias, thresholds([each for each in messages if each.split == "dev"]))


def read(path: Path) -> list[Message]:
    with jsonlines.open(path) as lines:
        return [Message.model_validate(line) for line in lines]


def cases(message: Message) -> Iterator[Case]:
    """The windows of a message."""
    places, wanted = labelled(message)
    for window in windows([message.text[start:end] for start, end in places], message.before):
        yield Case(window, tuple(wanted[at] for at, _, _ in window.places))


def labelled(message: Message) -> tuple[list[tuple[int, int]], list[frozenset[int]]]:
    """The sentences as the reader cuts them, and the outputs that are wanted of each."""
    text, at = message.text, 0
    spans: list[tuple[int, int, frozenset[int]]] = []
    for sentence, acts in message.sentences:
        start = text.index(sentence.strip(), at)
        at = start + len(sentence.strip())
        spans.append((start, at, frozenset(map(LABELS.index, acts))))
    places = [(one.start, one.end) for one in split(text)]
    return places, [_of(place, spans) for place in places]


def _of(place: tuple[int, int], spans: Sequence[tuple[int, int, frozenset[int]]]) -> frozenset[int]:
    start, end = place
    shares = [(min(end, last) - max(start, first), end - start, last - first, acts) for first, last, acts in spans]
    near = [acts for shared, own, whole, acts in shares if shared >= _OVERLAP * min(own, whole) and shared > 0]
    return frozenset().union(*near)


def thresholds(dev: Sequence[Message]) -> NDArray[np.float32]:
    """By label, in log odds."""
    scores, wanted = [], []
    for message in dev:
        places, labels = labelled(message)
        scores.append(reading.scores_of(tuple(message.text[start:end] for start, end in places), message.before))
        wanted += labels
    rows = np.concatenate(scores)
    return np.array([_threshold(rows[:, at], np.array([at in one for one in wanted])) for at in range(len(LABELS))],
                    dtype=np.float32)  # fmt: skip


def _threshold(scores: NDArray[np.float32], wanted: NDArray[np.bool_]) -> float:
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(wanted[order])
    count = np.arange(1, len(order) + 1)
    kept = np.flatnonzero(right / count >= _PRECISION)
    best = int(kept[-1]) if len(kept) else int(np.argmax(2 * right / (count + max(1, wanted.sum()))))
    return float(scores[order[best]]) - 1e-4


def _write(weights: NDArray[np.float32], bias: NDArray[np.float32], thresholds: NDArray[np.float32]) -> None:
    np.savez_compressed(
        reading.HEAD, weights=weights, bias=bias, thresholds=thresholds, labels=np.array(json.dumps(LABELS))
    )


if __name__ == "__main__":
    main()
