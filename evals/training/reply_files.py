"""What was trained, as the files that `coach.profile.extraction.learned` reads."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coach.profile.extraction.learned.heads import made_with
from coach.profile.extraction.learned.propositions import Proposition

Arrays = Mapping[str, NDArray[np.float32]]


def write_heads(path: Path, names: Sequence[Proposition], arrays: Arrays) -> None:
    """Numbers in 16 bits; the same to the byte for the same contents."""
    small: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(
        path,
        propositions=json.dumps([list(name) for name in names]),
        about=json.dumps(made_with()),
        **small,
    )


def write_weights(path: Path, weights: Mapping[str, float]) -> None:
    """Weights of the evidence, in order of their names; what weighs nothing is left out."""
    rounded = {name: round(value, 4) for name, value in sorted(weights.items()) if abs(value) >= 5e-5}  # noqa: PLR2004
    path.write_text(json.dumps(rounded, indent=0) + "\n", encoding="utf-8")
