"""Trains upper layers and a head that label sentences in their windows. Knows no labels.

Two threads, fixed seed: the same weights again on the same processor and libraries.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from evals.language.windows import SentenceWindow
from evals.training.network import WIDTH, Layers

_DECAY, _WARM, _LEAST_RATE = 0.01, 0.1, 0.02
_SEED, _THREADS = 0, 2
_LOW = -1e4


class Schedule(NamedTuple):
    """`pieces`: of a step; `weight`: how much a wanted output counts against one that is not; `rate`: the highest."""

    epochs: int
    pieces: int = 2048
    weight: float = 1.0
    rate: float = 1.5e-4


class TrainingWindow(NamedTuple):
    """A window and, of each of its sentences, the outputs wanted. `known`: the outputs that are labelled; None: all."""

    window: SentenceWindow
    wanted: tuple[frozenset[int], ...]
    known: frozenset[int] | None = None


class SentenceNetwork(nn.Module):  # type: ignore[misc]
    """Sentences of windows to scores, one for each output."""

    def __init__(self, fixed: nn.Module, learned: Layers, outputs: int) -> None:
        super().__init__()
        self.fixed, self.learned = fixed, learned
        self.head = nn.Linear(2 * WIDTH, outputs)

    def forward(self, ids: Tensor, kinds: Tensor, seen: Tensor, within: Tensor) -> Tensor:
        """`within`: batch by sentences by pieces, whether the piece belongs to the sentence."""
        read = self.learned(self.fixed(ids, kinds, seen), seen)
        share = within / within.sum(-1, keepdim=True).clamp(min=1)
        highest = torch.stack(
            [read.masked_fill(~one[..., None].bool(), _LOW).amax(1) for one in within.unbind(1)], dim=1
        )
        return self.head(torch.cat([share.to(read.dtype) @ read, highest], dim=-1))


def fit(
    examples: Sequence[TrainingWindow], parts: tuple[nn.Module, Layers], outputs: int, schedule: Schedule
) -> SentenceNetwork:
    """A reader trained on the examples. `parts`: what makes vectors of pieces and stays, and the layers that learn."""
    torch.manual_seed(_SEED)
    return further(SentenceNetwork(*parts, outputs), examples, schedule)


def further(reader: SentenceNetwork, examples: Sequence[TrainingWindow], schedule: Schedule) -> SentenceNetwork:
    """The reader, trained on the examples from where it is."""
    torch.set_num_threads(_THREADS)
    torch.manual_seed(_SEED)
    chance = random.Random(_SEED)
    reader.train()
    learned = [part for part in reader.parameters() if part.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=schedule.rate, weight_decay=_DECAY)
    steps = [step for _ in range(schedule.epochs) for step in _steps(examples, chance, schedule.pieces)]
    for at, step in enumerate(tqdm(steps, disable=None)):
        for group in optimizer.param_groups:
            group["lr"] = (
                schedule.rate * min(1.0, (at + 1) / (_WARM * len(steps))) * max(_LEAST_RATE, 1 - at / len(steps))
            )
        loss = _loss(reader, [examples[k] for k in step], schedule.weight)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
    reader.eval()
    return reader


def _loss(reader: SentenceNetwork, step: Sequence[TrainingWindow], weight: float) -> Tensor:
    ids, kinds, seen, within = _tensors([case.window for case in step])
    scores = reader(ids, kinds, seen, within)
    wanted, counted = torch.zeros(scores.shape), torch.zeros(scores.shape)
    for row, case in enumerate(step):
        known = slice(None) if case.known is None else sorted(case.known)
        counted[row, : len(case.wanted), known] = 1
        for at, outputs in enumerate(case.wanted):
            wanted[row, at, sorted(outputs)] = 1
    more = torch.full(scores.shape[-1:], weight)
    lost = functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none", pos_weight=more)
    return (lost * counted).sum() / counted.amax(-1).sum()


def _tensors(read: Sequence[SentenceWindow]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
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


def _steps(examples: Sequence[TrainingWindow], chance: random.Random, pieces: int) -> list[list[int]]:
    """Examples of about the same length together, in random order."""
    order = sorted(range(len(examples)), key=lambda k: (len(examples[k].window.ids) + chance.randrange(4), k))
    made: list[list[int]] = [[]]
    for k in order:
        if made[-1] and len(examples[k].window.ids) * (len(made[-1]) + 1) > pieces:
            made.append([])
        made[-1].append(k)
    chance.shuffle(made)
    return made
