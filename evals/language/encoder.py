"""Word pieces to vectors. The lower layers are shared, as they were pretrained; the upper ones belong to a purpose.

Source: all-MiniLM-L6-v2 (Wang et al., NeurIPS 2020; Reimers and Gurevych, EMNLP 2019); see NOTICE.md.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

LOWER = Path(__file__).with_name("lower.onnx")
LONGEST = 256
"""Pieces that are read at once."""

Vectors = NDArray[np.float32]


def vectors(ids: Sequence[int], kinds: Sequence[int], upper: Path) -> Vectors:
    """A vector for every piece, pieces by width; `kinds`: 0 for the first text, 1 for the second.

    ValueError for more than `LONGEST` pieces.
    """
    return raised(lowered(ids, kinds), upper)


def lowered(ids: Sequence[int], kinds: Sequence[int]) -> Vectors:
    """What the shared layers make of the pieces, for any number of purposes; the arguments of `vectors`."""
    if len(ids) > LONGEST:
        raise ValueError(f"{len(ids)} pieces at once, at most {LONGEST} can be read")
    given = {"ids": np.array([ids], dtype=np.int64), "kinds": np.array([kinds], dtype=np.int64)}
    (hidden,) = _session(LOWER).run(None, given)
    shared: Vectors = hidden
    return shared


def raised(hidden: Vectors, upper: Path) -> Vectors:
    """The vectors that the layers of one purpose make of `hidden`."""
    (made,) = _session(upper).run(None, {"hidden": hidden})
    read: Vectors = made[0]
    return read


@cache
def _session(path: Path) -> InferenceSession:
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # the same sums in the same order
    return InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
