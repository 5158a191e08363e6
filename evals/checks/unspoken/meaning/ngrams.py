"""Sentences as hashed runs of words and of letters: slots of two tables. Knows no weights."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

VERSION = 2  # bump whenever the same sentence would get other slots; then `make train-leaks`

WORD_SLOTS, LETTER_SLOTS = 1 << 20, 1 << 18
WORDS_COUNT = 1.5
"""How much the runs of words of a sentence count in all, beside those of letters."""
_START, _STOP = 1, 2
_LONGEST = 3
_LETTERS = (3, 4, 5)
_MIX, _FULL = np.uint64(1_000_003), np.uint64(0xFFFFFFFF)

Slots = NDArray[np.int64]


class Runs(NamedTuple):
    """The slot of every run of words, and the number of the sentence it stands in."""

    slots: Slots
    sentence: Slots


def runs_of_words(sentences: Sequence[Sequence[str]]) -> Runs:
    """Runs of one to `_LONGEST` words, the ends of a sentence marked; none crosses into the next sentence."""
    ids = np.array([i for words in sentences for i in (_START, *map(_number, words), _STOP)], dtype=np.uint64)
    number = np.repeat(np.arange(len(sentences)), [len(words) + 2 for words in sentences])
    slots, owners, mixed = [ids], [number], ids
    for length in range(2, _LONGEST + 1):
        if len(ids) < length:
            break
        mixed = (mixed[:-1] * _MIX + ids[length - 1 :]) & _FULL
        inside = number[: len(mixed)] == number[length - 1 :]
        slots.append(mixed[inside])
        owners.append(number[: len(mixed)][inside])
    together = np.concatenate(slots)
    placed = (together ^ (together >> np.uint64(13))) % np.uint64(WORD_SLOTS)
    return Runs(placed.astype(np.int64), np.concatenate(owners))


@lru_cache(maxsize=1 << 16)
def runs_of_letters(word: str) -> tuple[int, ...]:
    """Slots of the runs of letters in a word, its ends marked."""
    marked = f"_{word}_"
    runs = {marked[at : at + n] for n in _LETTERS for at in range(max(1, len(marked) - n + 1))}
    return tuple(sorted({crc32(f"l{run}".encode(errors="replace")) % LETTER_SLOTS for run in runs}))


@lru_cache(maxsize=1 << 16)
def _number(word: str) -> int:
    """All numbers are one word."""
    return crc32(b"#" if word[0].isdigit() else word.encode(errors="replace"))
