"""The trained heads and weights as the file that `coach.profile.extraction.learned.network` reads."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coach.profile.extraction.learned.network import made_with
from coach.profile.extraction.learned.propositions import Proposition

Arrays = Mapping[str, NDArray[np.float32]]


def write_heads(path: Path, names: Sequence[Proposition], arrays: Arrays, weights: Mapping[str, float]) -> None:
    """Numbers in 16 bits; the same to the byte for the same contents."""
    small: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    rounded = {name: round(value, 4) for name, value in sorted(weights.items()) if abs(value) >= 5e-5}  # noqa: PLR2004
    np.savez_compressed(
        path,
        propositions=json.dumps([list(name) for name in names]),
        weights=json.dumps(rounded),
        about=json.dumps(made_with()),
        **small,
    )
