"""Word pieces to vectors. Embeddings and lower layers are shared, as they were pretrained; each purpose has its own.

A purpose has upper layers above the shared ones, or, where speed counts, a few layers of its own on the embeddings.

Source: all-MiniLM-L6-v2 (Wang et al., NeurIPS 2020; Reimers and Gurevych, EMNLP 2019); see NOTICE.md.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions

EMBEDDINGS, LOWER = (Path(__file__).with_name(f"{part}.onnx") for part in ("embeddings", "lower"))
EMBEDDED, HIDDEN = "embedded", "hidden"
"""What a purpose's layers are given, as their file names it: embeddings, or what the shared layers make of them."""
LONGEST = 256
"""Pieces that are read at once."""

Vectors = NDArray[np.float32]


def vectors(ids: Sequence[int], kinds: Sequence[int], upper: Path) -> Vectors:
    """A vector for every piece, pieces by width; `kinds`: 0 for the first text, 1 for the second.

    ValueError for more than `LONGEST` pieces.
    """
    if len(ids) > LONGEST:
        raise ValueError(f"{len(ids)} pieces at once, at most {LONGEST} can be read")
    own = _session(upper)
    (given,) = (one.name for one in own.get_inputs())
    shared = embedded(ids, kinds) if given == EMBEDDED else hidden(ids, kinds)
    read: Vectors = _run(own, {given: shared})[0]
    return read


def hidden(ids: Sequence[int], kinds: Sequence[int]) -> Vectors:
    """What the shared layers make of the pieces; the arguments of `vectors`."""
    return _run(_session(LOWER), {EMBEDDED: embedded(ids, kinds)})


def embedded(ids: Sequence[int], kinds: Sequence[int]) -> Vectors:
    """The pieces each by itself; the arguments of `vectors`."""
    given = {"ids": np.array([ids], dtype=np.int64), "kinds": np.array([kinds], dtype=np.int64)}
    return _run(_session(EMBEDDINGS), given)


def _run(session: InferenceSession, given: dict[str, NDArray[Any]]) -> Vectors:
    (made,) = session.run(None, given)
    read: Vectors = made
    return read


@cache
def _session(path: Path) -> InferenceSession:
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # the same sums in the same order
    if path == EMBEDDINGS:  # its table of places is the same in every run; of layers this changes the last bits
        options.add_session_config_entry("session.disable_quant_qdq", "1")
    return InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
