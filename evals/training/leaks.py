"""Trains the upper layers and the head that read leaks, from the train split of the leak corpus.

`python -m evals.training.leaks` writes upper.onnx and head.npz of evals/checks/unspoken/meaning: the
first half of `make train-leaks`. Two threads, fixed seed: the same files again on the same processor and libraries.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.meaning.encoded import HEAD, UPPER
from evals.checks.unspoken.meaning.model import OUTPUTS
from evals.checks.unspoken.meaning.sentences import split
from evals.checks.unspoken.normalize import fold
from evals.language.windows import Window, windows
from evals.training import leak_texts
from evals.training.exporting import write_upper
from evals.training.network import WIDTH, Lower, Upper, base, pretrained

_EPOCHS, _RATE, _DECAY, _WARM, _LEAST_RATE = 2, 1.5e-4, 0.01, 0.1, 0.02
_AT_ONCE = 2048
"""Pieces of a step."""
_SEED, _THREADS = 0, 2
_LOW = -1e4


class Case(NamedTuple):
    """A window and, of each sentence in it, the output that it leaks; None where it is innocent."""

    window: Window
    labels: tuple[int | None, ...]


class Reader(nn.Module):  # type: ignore[misc]
    """Sentences of windows to scores; the last score is "leaks at all"."""

    def __init__(self, lower: Lower, upper: Upper) -> None:
        super().__init__()
        self.lower, self.upper = lower, upper
        self.head = nn.Linear(2 * WIDTH, len(OUTPUTS) + 1)

    def forward(self, ids: Tensor, kinds: Tensor, seen: Tensor, within: Tensor) -> Tensor:
        """`within`: batch by sentences by pieces, whether the piece belongs to the sentence."""
        read = self.upper(self.lower(ids, kinds, seen), seen)
        share = within / within.sum(-1, keepdim=True).clamp(min=1)
        highest = torch.stack(
            [read.masked_fill(~one[..., None].bool(), _LOW).amax(1) for one in within.unbind(1)], dim=1
        )
        return self.head(torch.cat([share.to(read.dtype) @ read, highest], dim=-1))


def main() -> None:
    """Train and write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--corpus", type=Path, default=leak_texts.PATH)
    options.add_argument("--base", type=Path, default=None, help="folder with the pretrained model.safetensors")
    options.add_argument("--upper", type=Path, default=UPPER)
    options.add_argument("--head", type=Path, default=HEAD)
    chosen = options.parse_args()
    texts = (*leak_texts.read_cases("train", chosen.corpus), *leak_texts.own_cases())
    trained = fit([case for text in texts for case in cases(text)], chosen.base or base())
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
        yield Case(window, tuple(None if label is None else OUTPUTS.index(label) for label in told))


def fit(examples: Sequence[Case], folder: Path) -> Reader:
    """A reader trained on the examples."""
    torch.set_num_threads(_THREADS)
    torch.manual_seed(_SEED)
    chance = random.Random(_SEED)
    reader = Reader(*pretrained(folder))
    reader.train()
    learned = [part for part in reader.parameters() if part.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=_RATE, weight_decay=_DECAY)
    steps = [step for _ in range(_EPOCHS) for step in _steps(examples, chance)]
    for at, step in enumerate(tqdm(steps, disable=None)):
        for group in optimizer.param_groups:
            group["lr"] = _RATE * min(1.0, (at + 1) / (_WARM * len(steps))) * max(_LEAST_RATE, 1 - at / len(steps))
        loss = _loss(reader, [examples[k] for k in step])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
    reader.eval()
    return reader


def _loss(reader: Reader, step: Sequence[Case]) -> Tensor:
    ids, kinds, seen, within = _tensors([case.window for case in step])
    scores = reader(ids, kinds, seen, within)
    wanted, counted = torch.zeros(scores.shape), torch.zeros(scores.shape[:2])
    for row, case in enumerate(step):
        counted[row, : len(case.labels)] = 1
        for at, label in enumerate(case.labels):
            if label is not None:
                wanted[row, at, [label, len(OUTPUTS)]] = 1
    lost = functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none").sum(-1)
    return (lost * counted).sum() / counted.sum()


def _tensors(read: Sequence[Window]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    long, most = max(len(one.ids) for one in read), max(len(one.places) for one in read)
    ids, kinds = torch.zeros(len(read), long, dtype=torch.long), torch.zeros(len(read), long, dtype=torch.long)
    seen, within = torch.zeros(len(read), long, dtype=torch.bool), torch.zeros(len(read), most, long)
    for row, one in enumerate(read):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        kinds[row, : len(one.ids)] = torch.tensor(one.kinds)
        seen[row, : len(one.ids)] = True
        for at, (_, first, last) in enumerate(one.places):
            within[row, at, first:last] = 1
    return ids, kinds, seen, within


def _steps(examples: Sequence[Case], chance: random.Random) -> list[list[int]]:
    """Examples of about the same length together, in random order."""
    order = sorted(range(len(examples)), key=lambda k: (len(examples[k].window.ids) + chance.randrange(4), k))
    made: list[list[int]] = [[]]
    for k in order:
        if made[-1] and len(examples[k].window.ids) * (len(made[-1]) + 1) > _AT_ONCE:
            made.append([])
        made[-1].append(k)
    chance.shuffle(made)
    return made


if __name__ == "__main__":
    main()
