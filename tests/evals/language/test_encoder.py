"""Texts as pieces and vectors: every place is true, the same text is the same vectors, too much is refused."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.checks.unspoken.meaning.encoded import UPPER
from evals.dialogue_acts.reading import LAYERS
from evals.language.encoder import EMBEDDINGS, LONGEST, LOWER, vectors
from evals.language.pieces import BEGIN, END, pieces
from evals.reading.network import FOLDER
from evals.reading.network import UPPER as READERS_UPPER

PURPOSES = (UPPER, FOLDER / READERS_UPPER, LAYERS)


def test_pieces_stand_where_the_text_has_them() -> None:
    text = "I ran a 4:25 MILE, café!"
    read = pieces(text)
    assert [text[start:end].lower() for start, end in read.spans] == [
        "i", "ran", "a", "4", ":", "25", "mile", ",", "café", "!",
    ]  # fmt: skip
    assert len(read.ids) == len(read.spans)


@given(st.text(max_size=300))
def test_any_text_is_cut_into_pieces_in_order(text: str) -> None:
    read = pieces(text)
    assert all(0 <= start <= end <= len(text) for start, end in read.spans)
    assert list(read.spans) == sorted(read.spans)


def test_case_says_nothing() -> None:
    assert pieces("Run EASY").ids == pieces("run easy").ids


@pytest.mark.parametrize("layers", PURPOSES, ids=lambda path: path.parent.name)
def test_a_vector_for_every_piece_and_the_same_again(layers: Path) -> None:
    ids = (BEGIN, *pieces("rest on monday").ids, END)
    read = vectors(ids, [0] * len(ids), layers)
    assert read.shape == (len(ids), 384)
    assert np.isfinite(read).all()
    assert np.array_equal(read, vectors(ids, [0] * len(ids), layers))


def test_a_piece_is_read_in_the_light_of_the_others() -> None:
    calm, hot = ((BEGIN, *pieces(text).ids, END) for text in ("a hard run", "a hard boiled egg"))
    before, after = (vectors(ids, [0] * len(ids), UPPER)[2] for ids in (calm, hot))
    assert not np.allclose(before, after, atol=0.1)


def test_too_many_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match=f"at most {LONGEST}"):
        vectors([BEGIN] * (LONGEST + 1), [0] * (LONGEST + 1), UPPER)


def test_the_shared_parts_are_there_once() -> None:
    assert EMBEDDINGS.is_file()
    assert LOWER.is_file()
    assert all(layers.is_file() and layers.parent != LOWER.parent for layers in PURPOSES)


@pytest.mark.parametrize("path", [UPPER, LAYERS], ids=lambda path: path.parent.name)
def test_products_of_bytes_fit_into_16_bits_so_that_every_processor_sums_them_alike(path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx comes with `make train-leaks`")
    graph = onnx.load(path).graph
    factors = {node.input[1] for node in graph.node if node.op_type == "MatMulInteger"}
    held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer if one.name in factors}
    assert held
    assert max(int(np.abs(weights.astype(int)).max()) for weights in held.values()) <= 63
