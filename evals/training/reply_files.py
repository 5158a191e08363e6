"""The trained heads as the file that `evals.reading.network` reads."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.reading.network import made_with
from evals.reading.propositions import Proposition

Arrays = Mapping[str, NDArray[np.float32]]


def write_heads(path: Path, names: Sequence[Proposition], arrays: Arrays) -> None:
    """Numbers in 16 bits; the same to the byte for the same contents."""
    small: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(
        path, propositions=json.dumps([list(name) for name in names]), about=json.dumps(made_with()), **small
    )
