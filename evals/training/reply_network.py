"""The trained part of the reader of replies: upper layers and heads, and how they learn. Needs PyTorch."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from evals.reading.propositions import Proposition
from evals.reading.values import number_fields
from evals.training.network import WIDTH, Layers, Lower, pretrained
from evals.training.reply_corpus import ReplyExample
from evals.training.reply_days import empty_rows

_FAR = -1e4
_BATCH = 2048
"""Pieces, padding included, of one step."""
_CARELESS = 0.2
"""Weight of what a reply may be read to say, yet owes nothing of."""
_WARM, _LAST = 0.1, 0.02
_HEADS_FASTER = 10

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the network is trained; `rate` is of the layers, the heads learn ten times as fast."""

    rounds: tuple[int, ...] = (4, 3)
    """Epochs of each."""
    rate: float = 2e-4
    seed: int = 0
    decay: float = 0.01
    dropped: float = 0.1
    """Share of the vectors' values that the heads do not see."""


class TrainedHeads(nn.Module):  # type: ignore[misc]
    """For each proposition what of a reply bears on it and whether it says so; for each number, whose it is."""

    def __init__(self, count: int, fields: int, dropped: float) -> None:
        super().__init__()
        self.query = nn.Parameter(torch.randn(count, WIDTH) * 0.02)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Parameter(torch.randn(count, 2 * WIDTH) * 0.02)
        self.bias = nn.Parameter(torch.full((count,), -4.0))
        self.number = nn.Linear(3 * WIDTH, fields)
        nn.init.constant_(self.number.bias, -3.0)
        self.drop = nn.Dropout(dropped)

    def forward(self, vectors: Tensor, told: Tensor, pools: Tensor) -> tuple[Tensor, Tensor]:
        """Log odds by proposition and by number and field; `told`: where the reply is, `pools`: numbers by piece."""
        vectors = self.drop(vectors)
        weight = torch.einsum("btd,pd->bpt", self.key(vectors), self.query)
        weight = weight.masked_fill(~told[:, None, :], _FAR).softmax(-1).to(vectors.dtype)
        seen = torch.einsum("bpt,btd->bpd", weight, vectors)
        whole = vectors[:, 0]
        says = (seen * self.out[:, :WIDTH]).sum(-1) + whole @ self.out[:, WIDTH:].T + self.bias
        numbers = pools @ vectors
        mean = (told.to(vectors.dtype) / told.sum(-1, keepdim=True).clamp(min=1))[:, None, :] @ vectors
        parts = (numbers, whole[:, None].expand_as(numbers), mean.expand_as(numbers))
        return says, self.number(torch.cat(parts, -1))


class Net(nn.Module):  # type: ignore[misc]
    def __init__(self, upper: Layers, heads: TrainedHeads) -> None:
        super().__init__()
        self.upper, self.heads = upper, heads

    def forward(self, hidden: Tensor, seen: Tensor, told: Tensor, pools: Tensor) -> tuple[Tensor, Tensor]:
        vectors = self.upper(hidden, seen)
        says, owns = self.heads(vectors, told, pools)
        return says, owns


@dataclass(frozen=True, slots=True)
class Lesson:
    """Examples with what the shared layers make of them, and what each is to give: `says` by proposition, with the
    `weight` of each, and `owns`: the owners of its numbers by place.
    """

    examples: Sequence[ReplyExample]
    hidden: list[Tensor]
    says: Matrix
    weight: Matrix
    owns: list[list[list[int]]]

    def loss(self, net: Net, batch: list[int]) -> Tensor:
        says, owns = net(*_tensors(batch, self.examples, self.hidden))
        wanted, counted = torch.zeros(owns.shape), torch.zeros(owns.shape[:2])
        for row, at in enumerate(batch):
            for place, fields in enumerate(self.owns[at]):
                counted[row, place] = 1
                wanted[row, place, fields] = 1
        said = torch.from_numpy(self.says[batch])
        by_said = functional.binary_cross_entropy_with_logits(says, said, reduction="none")
        by_owner = functional.binary_cross_entropy_with_logits(owns, wanted, reduction="none")
        first = (by_said * torch.from_numpy(self.weight[batch])).sum(-1).mean()
        second: Tensor = (by_owner.sum(-1) * counted).sum() / counted.sum().clamp(min=1)
        return first + second


def train(among: Sequence[ReplyExample], names: Sequence[Proposition], recipe: Recipe, base: Path) -> Net:
    """A network that was trained on `among`; the same for the same seed, libraries and number of threads."""
    torch.manual_seed(recipe.seed)
    lower, upper = pretrained(base)
    net = Net(upper, TrainedHeads(len(names), len(number_fields()), recipe.dropped))
    lesson = _lesson(among, names, _lowered(lower.eval(), among))
    for at in range(len(recipe.rounds)):
        learn(net, lesson, recipe, at)
    net.eval()
    return net


def learn(net: Net, lesson: Lesson, recipe: Recipe, at: int) -> None:
    """One round: the rate rises, then falls, and the next round begins afresh (Loshchilov and Hutter, SGDR, 2017)."""
    torch.manual_seed(recipe.seed + at)
    order = np.random.default_rng(recipe.seed + at)
    rates = ((net.upper, recipe.rate), (net.heads, recipe.rate * _HEADS_FASTER))
    groups = [{"params": list(part.parameters()), "lr": rate, "first": rate} for part, rate in rates]
    optimizer = torch.optim.AdamW(groups, weight_decay=recipe.decay)
    batches = [batch for _ in range(recipe.rounds[at]) for batch in _batches(lesson.examples, order)]
    net.train()
    for step, batch in enumerate(tqdm(batches, mininterval=5)):
        done = step / len(batches)
        for group in optimizer.param_groups:
            group["lr"] = group["first"] * min(1, (step + 1) / (len(batches) * _WARM)) * max(_LAST, 1 - done)
        optimizer.zero_grad()
        lesson.loss(net, batch).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def arrays(heads: TrainedHeads) -> dict[str, Matrix]:
    """The heads as `evals.reading.network` reads them: keys folded into the queries, rows for days to be fitted."""
    rows, biases = empty_rows(3 * WIDTH)
    held = {name: part.detach().numpy() for name, part in heads.named_parameters()}
    return {
        "look": held["query"] @ held["key.weight"],
        "seen": held["out"][:, :WIDTH],
        "whole": held["out"][:, WIDTH:],
        "bias": held["bias"],
        "number": np.concatenate([held["number.weight"], rows]),
        "number_bias": np.concatenate([held["number.bias"], biases]),
    }


def _lesson(among: Sequence[ReplyExample], names: Sequence[Proposition], hidden: list[Tensor]) -> Lesson:
    says = np.array([[one in example.said for one in names] for example in among], np.float32)
    weight = np.array([[_CARELESS if one[0] in example.open else 1 for one in names] for example in among], np.float32)
    fields = number_fields()
    owns = [[sorted(fields.index(name) for name in own if name in fields) for own in one.owners] for one in among]
    return Lesson(among, hidden, says, weight, owns)


def _lowered(lower: Lower, among: Sequence[ReplyExample]) -> list[Tensor]:
    """The shared layers never change: what they make of every example."""
    made: dict[int, Tensor] = {}
    with torch.no_grad():
        for batch in _batches(among, np.random.default_rng(0)):
            longest = max(len(among[at].window.ids) for at in batch)
            ids, kinds = (torch.zeros(len(batch), longest, dtype=torch.long) for _ in range(2))
            seen = torch.zeros(len(batch), longest, dtype=torch.bool)
            for row, at in enumerate(batch):
                window = among[at].window
                ids[row, : len(window.ids)] = torch.tensor(window.ids)
                kinds[row, : len(window.ids)] = torch.tensor(window.kinds)
                seen[row, : len(window.ids)] = True
            lowered = lower(ids, kinds, seen)
            made |= {at: lowered[row, : len(among[at].window.ids)].clone() for row, at in enumerate(batch)}
    return [made[at] for at in range(len(among))]


def _batches(among: Sequence[ReplyExample], order: np.random.Generator) -> list[list[int]]:
    """Examples of like length together, in any order."""
    lengths = np.array([len(example.window.ids) for example in among])
    found: list[list[int]] = [[]]
    for at in np.argsort(lengths + order.random(len(among)) * 6, kind="stable"):
        if found[-1] and (lengths[[*found[-1], at]].max()) * (len(found[-1]) + 1) > _BATCH:
            found.append([])
        found[-1].append(int(at))
    order.shuffle(found)
    return found


def _tensors(
    batch: list[int], among: Sequence[ReplyExample], hidden: list[Tensor]
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    longest = max(len(among[at].window.ids) for at in batch)
    most = max(1, *(len(among[at].places) for at in batch), 1)
    whole = torch.zeros(len(batch), longest, WIDTH)
    seen = torch.zeros(len(batch), longest, dtype=torch.bool)
    told = torch.zeros_like(seen)
    pools = torch.zeros(len(batch), most, longest)
    for row, at in enumerate(batch):
        window = among[at].window
        whole[row, : len(window.ids)] = hidden[at]
        seen[row, : len(window.ids)] = True
        told[row, window.first : len(window.ids) - 1] = True
        for place, at_pieces in enumerate(among[at].places):
            if at_pieces:
                pools[row, place, list(at_pieces)] = 1 / len(at_pieces)
    return whole, seen, told, pools
