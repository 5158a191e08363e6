"""A text as word pieces of the encoder's vocabulary, each with its place. Knows no weights."""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from tokenizers import BertWordPieceTokenizer

_VOCABULARY = Path(__file__).with_name("vocabulary.txt")
BEGIN, END = 101, 102
"""What stands before the first text and behind every text."""


class Pieces(NamedTuple):
    """`ids` of the vocabulary and the half-open code points of the text that each stands for."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def pieces(text: str) -> Pieces:
    """The pieces of a text, whatever its case, without the signs that frame it."""
    found = _tokenizer().encode(text, add_special_tokens=False)
    return Pieces(tuple(found.ids), tuple(found.offsets))


@lru_cache(8192)
def ids_of(text: str) -> tuple[int, ...]:
    """The ids of `pieces(text)`; a sentence stands in many windows."""
    return tuple(_tokenizer().encode(text, add_special_tokens=False).ids)


@cache
def whole_words(first: int | None = None) -> frozenset[str]:
    """The vocabulary's pieces that are whole words: some 23,000 that are written often.

    `first`: of that many pieces only; the pieces that are written most often in English come first.
    """
    lines = _VOCABULARY.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines[:first] if line.isalpha())


@cache
def _tokenizer() -> BertWordPieceTokenizer:
    return BertWordPieceTokenizer(str(_VOCABULARY), lowercase=True)
