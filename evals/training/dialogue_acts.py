"""Trains what reads dialogue acts: `make train-acts`. Writes layers.onnx and head.npz of evals/dialogue_acts.

Learns from the train split of datasets/dialogue_acts.jsonl, and of whole sessions: what is clean in them does nothing
that accuses, the words of a defect do what it is named after. A message is read without the one before it.
"""

import argparse
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import jsonlines
import numpy as np
from numpy.typing import NDArray

from evals.dialogue_acts import reading
from evals.dialogue_acts.labels import (
    ACCUSING,
    ACTS,
    CARE,
    CORPUS,
    LABELS,
    LEAST_WORDS,
    UNCARING,
    Act,
    LabelledMessage,
    Side,
)
from evals.language.encoder import EMBEDDED
from evals.language.sentences import split
from evals.language.windows import windows
from evals.training.act_sessions import SpannedMessage, calibration, near_misses, product, training
from evals.training.exporting import write_layers
from evals.training.network import base, embedded
from evals.training.sentence_reader import Schedule, TrainingWindow, fit

_LAYERS = 3
"""As many of its own as keep a session quick."""
_SCHEDULE = Schedule(epochs=8, pieces=448, weight=2.0)
_PRECISION: dict[str, float] = {
    **dict.fromkeys(ACCUSING, 0.75), **dict.fromkeys(("refuses", "undecided", "wants_change"), 0.9),
    "leads": 0.95, "prescribes": 0.88, "accepts": 0.7,
    **dict.fromkeys(("cautions", "refers", "way_forward"), 0.7),
}  # fmt: skip
_USUAL = 0.8
"""That a label's threshold keeps on dev, which is full of near misses; of what accuses clean talk decides as well."""
_STRAYS, _STRAY, _MARGIN = {UNCARING: 6, "leads": 4, "breaks_role": 2}, 3, 0.1
"""Of what accuses: the threshold stands that much, in log odds, above this highest score of clean talk. The two highest
of some 700 conversations are strays (of failures of care five, of leading three, of roles one); they would cost a third
of what is there to be seen."""
_FLOOR = 1.0
"""Of what accuses: it has to be more likely than not by far."""
_LEAST: dict[str, float] = {"prescribes": 3.0, "refuses": 3.0, "undecided": 2.5}
"""Of what decides about a whole talk: set on the dev sessions, which hold far more other talk than the corpus does."""
_HELPS, _EXCUSES = frozenset({"refers", "way_forward", "cautions", "withholds"}), -0.5
"""What excuses is never far less likely than not; anything else never less likely."""
_OVERLAP = 0.5
"""The share of a sentence as the reader cuts it that a labelled sentence has to cover to lend it its labels."""
_NUMBER = {label: at for at, label in enumerate(LABELS)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=CORPUS)
    options.add_argument("--base", type=Path, default=None, help="folder with the pretrained model.safetensors")
    chosen = options.parse_args()
    messages = read(chosen.corpus)
    examples = [case for each in messages if each.split == "train" for case in cases(each)]
    examples += [case for talk in (*training(), *near_misses()) for case in of_talk(talk)]
    trained = fit(examples, embedded(chosen.base or base(), _LAYERS), len(LABELS), _SCHEDULE)
    write_layers(trained.learned, reading.LAYERS, EMBEDDED, in_integers=True)
    weights, bias = trained.head.weight.detach().numpy().T, trained.head.bias.detach().numpy()
    _write(weights, bias, np.zeros(len(LABELS), dtype=np.float32))
    reading.head.cache_clear()
    _write(
        weights,
        bias,
        thresholds([each for each in messages if each.split == "dev"], list(calibration()), list(product())),
    )


def read(path: Path) -> list[LabelledMessage]:
    with jsonlines.open(path) as lines:
        return [LabelledMessage.model_validate(line) for line in lines]


def cases(message: LabelledMessage) -> Iterator[TrainingWindow]:
    """The windows of a message."""
    places, wanted = labelled(message)
    known = frozenset(_NUMBER[act] for act in ACTS[message.side])
    for window in windows([message.text[start:end] for start, end in places]):
        yield TrainingWindow(window, tuple(wanted[at] for at, _, _ in window.places), known)


def of_talk(talk: SpannedMessage) -> Iterator[TrainingWindow]:
    """The windows of a message of a whole session: known is only what accuses."""
    places = [(one.start, one.end) for one in split(talk.text)]
    known = frozenset(_NUMBER[act] for act in ACTS[talk.side] if act in ACCUSING)
    wanted = [
        _outputs([act for first, last, act in talk.spans if start < last and first < end]) for start, end in places
    ]
    for window in windows([talk.text[start:end] for start, end in places]):
        found = tuple(wanted[at] for at, _, _ in window.places)
        yield TrainingWindow(window, found, known.union(*found))


def _outputs(acts: Collection[Act]) -> frozenset[int]:
    more: tuple[Act, ...] = () if CARE.isdisjoint(acts) else (UNCARING,)
    return frozenset(_NUMBER[act] for act in (*acts, *more))


def labelled(message: LabelledMessage) -> tuple[list[tuple[int, int]], list[frozenset[int]]]:
    """The sentences as the reader cuts them, and the outputs that are wanted of each."""
    text, at = message.text, 0
    spans: list[tuple[int, int, frozenset[int]]] = []
    for sentence, acts in message.sentences:
        start = text.index(sentence.strip(), at)
        at = start + len(sentence.strip())
        spans.append((start, at, _outputs(acts)))
    places = [(one.start, one.end) for one in split(text)]
    return places, [_of(place, spans) for place in places]


def _of(place: tuple[int, int], spans: Sequence[tuple[int, int, frozenset[int]]]) -> frozenset[int]:
    start, end = place
    shares = [(min(end, last) - max(start, first), end - start, last - first, acts) for first, last, acts in spans]
    near = [acts for shared, own, whole, acts in shares if shared >= _OVERLAP * min(own, whole) and shared > 0]
    return frozenset().union(*near)


def thresholds(
    dev: Sequence[LabelledMessage], clean: Sequence[SpannedMessage], ours: Sequence[SpannedMessage]
) -> NDArray[np.float32]:
    """By label, in log odds: the lowest that keeps its precision on dev; of those that accuse, above clean talk too.

    `ours`: what the product itself says, which is never accused.
    """
    read = {side: _read([each for each in dev if each.side == side]) for side in ACTS}
    spoken, own = {side: _scores(clean, side) for side in ACTS}, _scores(ours, "coach")
    found = []
    for at, label in enumerate(LABELS):
        side: Side = "coach" if label in ACTS["coach"] else "athlete"
        rows, wanted = read[side]
        lowest = _threshold(rows[:, at], np.array([at in one for one in wanted]), _PRECISION.get(label, _USUAL))
        if label in ACCUSING and len(spoken[side]):
            stray = float(np.sort(spoken[side][:, at])[-_STRAYS.get(label, _STRAY)])
            lowest = max(lowest, _FLOOR, stray + _MARGIN, float(own[:, at].max()) + _MARGIN if side == "coach" else 0.0)
        found.append(max(lowest, _EXCUSES if label in _HELPS else _LEAST.get(label, 0.0)))
    return np.array(found, dtype=np.float32)


def _read(dev: Sequence[LabelledMessage]) -> tuple[NDArray[np.float32], list[frozenset[int]]]:
    """The scores of all sentences, and the outputs wanted of each."""
    scores, wanted = [np.zeros((0, len(LABELS)), dtype=np.float32)], []
    for message in dev:
        places, labels = labelled(message)
        scores.append(reading.scores_of(tuple(message.text[start:end] for start, end in places)))
        wanted += labels
    return np.concatenate(scores), wanted


def _scores(talks: Sequence[SpannedMessage], side: str) -> NDArray[np.float32]:
    read = [
        reading.scores_of(sentences)[[len(each.split()) >= LEAST_WORDS for each in sentences]]
        for talk in talks
        if talk.side == side and (sentences := tuple(talk.text[one.start : one.end] for one in split(talk.text)))
    ]
    return np.concatenate(read) if read else np.zeros((0, len(LABELS)), dtype=np.float32)


def _threshold(scores: NDArray[np.float32], wanted: NDArray[np.bool_], precision: float) -> float:
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(wanted[order])
    count = np.arange(1, len(order) + 1)
    kept = np.flatnonzero(right / count >= precision)
    best = int(kept[-1]) if len(kept) else int(np.argmax(2 * right / (count + max(1, wanted.sum()))))
    return float(scores[order[best]]) - 1e-4


def _write(weights: NDArray[np.float32], bias: NDArray[np.float32], found: NDArray[np.float32]) -> None:
    labels = np.array(json.dumps(LABELS))
    np.savez_compressed(reading.HEAD, weights=weights, bias=bias, thresholds=found, labels=labels)


if __name__ == "__main__":
    main()
