"""Scores of sentences from hashed runs of words and of letters: slots of two tables of weights. Knows no file."""

from collections.abc import Iterable, Iterator, Sequence
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
_MANY = 1 << 16

Slots = NDArray[np.int64]
Numbers = NDArray[np.floating]
Words = Sequence[str]


class Runs(NamedTuple):
    """Slots of runs of one length, sentence after sentence, and how many each sentence has (at least one)."""

    slots: Slots
    counts: Slots


def runs_of_words(numbers: NDArray[np.uint64], lengths: Slots) -> Iterator[Runs]:
    """Runs of one to `_LONGEST` words, the ends of a sentence marked; none crosses into the next sentence.

    `numbers`: of all words of all sentences (`number_of`); `lengths`: the words of each sentence, at least one.
    """
    sentence = np.arange(len(lengths)).repeat(lengths + 2)
    ends = (lengths + 2).cumsum()
    framed = np.full(len(sentence), _START, dtype=np.uint64)
    framed[ends - 1] = _STOP
    framed[np.arange(len(numbers)) + 2 * np.arange(len(lengths)).repeat(lengths) + 1] = numbers
    mixed = framed
    for length in range(1, _LONGEST + 1):
        if length > 1:
            mixed = (mixed[:-1] * _MIX + framed[length - 1 :]) & _FULL
        inside = mixed if length == 1 else mixed[sentence[: len(mixed)] == sentence[length - 1 :]]
        placed = (inside ^ (inside >> np.uint64(13))) % np.uint64(WORD_SLOTS)
        yield Runs(placed.astype(np.int64), lengths + 3 - length)


def runs_of_letters(word: str) -> list[int]:
    """Slots of the runs of letters in a word, its ends marked."""
    marked = f"_{word}_"
    runs = {marked[at : at + n] for n in _LETTERS for at in range(max(1, len(marked) - n + 1))}
    return sorted({crc32(f"l{run}".encode(errors="replace")) % LETTER_SLOTS for run in runs})


def number_of(word: str) -> int:
    """What stands for a word in a run; all numbers are one word."""
    return crc32(b"#" if word[0].isdigit() else word.encode(errors="replace"))


class Tables:
    """The weights of all slots. What a word's letters come to, and a sentence's words, is kept of the last 65,536 or
    more words and as many sentences."""

    def __init__(self, words: NDArray[np.int8], letters: NDArray[np.int8], scale: Numbers, bias: Numbers) -> None:
        """`words`, `letters`: slots by outputs, in steps of `scale` (tables by outputs); `bias` by outputs."""
        self._words, self._letters, self._scale, self._bias = words, letters, scale, bias
        self._scored: dict[Words, Numbers] = {}
        self._places: dict[str, int] = {}
        self._numbers = np.zeros(_MANY, dtype=np.uint64)
        self._counts = np.zeros(_MANY, dtype=np.int64)
        self._spelt = np.zeros((_MANY, len(bias)), dtype=np.int32)

    def scores(self, sentences: Sequence[Words]) -> Numbers:
        """What the n-grams of each sentence, a tuple of words, say, sentences by outputs."""
        if not sentences:
            return np.zeros((0, len(self._bias)))
        if len(self._scored) > _MANY:
            self._scored.clear()
        if new := [words for words in dict.fromkeys(sentences) if words not in self._scored]:
            self._scored.update(zip(new, self._made(new), strict=True))
        return np.array([self._scored[words] for words in sentences])

    def _made(self, sentences: Sequence[Words]) -> Numbers:
        lengths = np.fromiter(map(len, sentences), dtype=np.int64, count=len(sentences))
        known = self._known([word for words in sentences for word in words])
        total, count = np.zeros((len(sentences), len(self._bias))), np.zeros(len(sentences))
        for slots, counts in runs_of_words(self._numbers[known], lengths):
            total += _sums(self._words[slots], counts)
            count += counts
        spelt, letters = _sums(self._spelt[known], lengths), _sums(self._counts[known], lengths)
        by_words = total * (WORDS_COUNT / np.sqrt(count))[:, None] * self._scale[0]
        made: Numbers = by_words + self._bias + spelt / np.sqrt(letters)[:, None] * self._scale[1]
        return made

    def _known(self, words: Sequence[str]) -> Slots:
        try:
            return np.fromiter(map(self._places.__getitem__, words), dtype=np.int64, count=len(words))
        except KeyError:
            self._learn(dict.fromkeys(words))
            return self._known(words)

    def _learn(self, words: Iterable[str]) -> None:
        if len(self._places) > _MANY:
            self._places.clear()
        fresh = [word for word in words if word not in self._places]
        slots = [runs_of_letters(word) for word in fresh]
        counts = np.fromiter(map(len, slots), dtype=np.int64, count=len(slots))
        spelt = _sums(self._letters[[slot for each in slots for slot in each]], counts)
        first, last = len(self._places), len(self._places) + len(fresh)
        while last > len(self._numbers):
            self._numbers, self._counts = np.tile(self._numbers, 2), np.tile(self._counts, 2)
            self._spelt = np.tile(self._spelt, (2, 1))
        self._places.update(zip(fresh, range(first, last), strict=True))
        self._numbers[first:last] = [number_of(word) for word in fresh]
        self._counts[first:last], self._spelt[first:last] = counts, spelt


def _sums(values: NDArray[np.signedinteger], counts: Slots) -> NDArray[np.int32]:
    """Of values by rows, the sums of the first so many rows, of the next so many, and so on."""
    made: NDArray[np.int32] = np.add.reduceat(values, counts.cumsum() - counts, axis=0, dtype=np.int32)
    return made
