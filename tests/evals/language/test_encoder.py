"""Texts as pieces and vectors: every place is true, the same text is the same vectors, too much is refused."""

from pathlib import Path

import numpy as np
import pytest
from google.protobuf.internal.decoder import _DecodeVarint  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.encoded import UPPER
from evals.dialogue_acts.reading import LAYERS
from evals.language.encoder import EMBEDDINGS, LONGEST, LOWER, vectors
from evals.language.pieces import BEGIN, END, pieces
from evals.reading.network import FOLDER
from evals.reading.network import UPPER as READERS_UPPER

VARINT, BYTES = 0, 2
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
    factors = multiplied_in_bytes(path.read_bytes())
    assert len(factors) >= 18
    assert max(int(np.abs(weights.astype(int)).max()) for weights in factors) <= 63


def multiplied_in_bytes(model: bytes) -> list[NDArray[np.int8]]:
    """The weights of a model in ONNX (onnx.proto: a graph's nodes and tensors) that are multiplied with bytes."""
    (graph,) = fields_of(model, 7)
    inputs = [fields_of(node, 1) for node in fields_of(graph, 1) if fields_of(node, 4) == [b"MatMulInteger"]]
    tensors = {fields_of(tensor, 8)[0]: fields_of(tensor, 9) for tensor in fields_of(graph, 5)}
    return [np.frombuffer(tensors[names[1]][0], dtype=np.int8) for names in inputs]


def fields_of(message: bytes, number: int) -> list[bytes]:
    """The fields of that number of a protobuf message that hold bytes; numbers are passed over."""
    found, at = list[bytes](), 0
    while at < len(message):
        tag, at = _DecodeVarint(message, at)
        if tag & 7 == BYTES:
            size, at = _DecodeVarint(message, at)
            found += [message[at : at + size]] * (tag >> 3 == number)
            at += size
        else:
            at = _DecodeVarint(message, at)[1] if tag & 7 == VARINT else at + (8 if tag & 7 == 1 else 4)
    return found
