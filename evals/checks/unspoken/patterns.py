"""Finds the sentences of the lexicon: phrases searched only where their words stand, judged by their sentence.

All words that a phrase cannot do without are looked for at once. A phrase is searched for only in a sentence that has
all of its words, so the time is linear and few sentences cost anything.
"""

import itertools
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import ahocorasick

from evals.checks.unspoken.lexicon import Pattern, lexicon, searches
from evals.checks.unspoken.normalize import View
from evals.checks.unspoken.phrases import APOSTROPHE, Anchor, Anchors, bounded, cost
from evals.checks.unspoken.sentences import Sentences, Stretch
from evals.checks.unspoken.texts import Leak

_AROUND = 220
"""Characters before and behind a find in which `beside: around` looks."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A leak with the words of its sentence, for asking whether the athlete said them first."""

    leak: Leak
    words: tuple[str, ...]
    reflects: bool


_TRIED = 5
"""Matches of a phrase in one sentence that are judged before it is given up."""

_BITS = 6
_RARE = 250
"""So many words of a phrase are looked for before it is, when they are rare enough to be worth the look."""


class _Search(NamedTuple):
    """One phrase: searched where all of its words (a bit each) stand."""

    number: int
    pattern: Pattern
    regex: re.Pattern[str]
    words: int


class _Piece(NamedTuple):
    """A piece of text that ends at `until`, the words in it (a bit each), and the searches they may begin."""

    until: int
    bits: int
    candidates: set[int]


class _Anchored(NamedTuple):
    """What a word in the text stands for: bits, and the searches that begin with it."""

    length: int
    bits: int
    searches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Index:
    searches: tuple[_Search, ...]
    automaton: Any


def find_patterns(text: str, read: View) -> Iterator[Sentence]:
    """Every match of the lexicon's patterns in the prose view `read` of `text`."""
    sentences = Sentences(read.text)
    for until, bits, candidates in _pieces_with_words(read, sentences):
        ready = [search for number in candidates if not (search := _index().searches[number]).words & ~bits]
        if ready:
            stretch = sentences.stretch(until)
            for search in sorted(ready, key=_in_order):
                if (found := _first_guilty(search, stretch, text, read)) is not None:
                    yield found


def _in_order(search: _Search) -> int:
    return search.number


def _pieces_with_words(read: View, sentences: Sentences) -> Iterator[_Piece]:
    """The pieces of the text in which searches may begin. Of a cut sentence, a neighbour's words count too."""
    held, earlier = _Piece(0, 0, set()), 0
    for piece in (*_pieces(read, sentences.ends), _Piece(-1, 0, set())):
        together = piece.until in sentences.cut and held.until in sentences.cut
        if held.candidates:
            yield held._replace(bits=earlier | held.bits | piece.bits) if together or earlier else held
        earlier = held.bits if together else 0
        held = piece


def _pieces(read: View, ends: list[int]) -> Iterator[_Piece]:
    until = bits = number = 0
    candidates = set[int]()
    for at, (length, more, numbers) in _index().automaton.iter(f" {read.spaced} "):
        if at - length >= until - 1:
            if bits:
                yield _Piece(until, bits, candidates)
                candidates = set()
            number = bisect_right(ends, at - length + 1, number)
            until, bits = ends[number], 0
        bits |= more
        if numbers:
            candidates.update(numbers)
    if bits:
        yield _Piece(until, bits, candidates)


def _first_guilty(search: _Search, stretch: Stretch, text: str, read: View) -> Sentence | None:
    """One finding a phrase and sentence: the others would say no more."""
    matches = search.regex.finditer(read.text, stretch.start, stretch.end)
    first = next(matches, None)
    if first is None or _innocent(search.pattern, read.text[stretch.start : stretch.end]):
        return None
    for match in itertools.islice(itertools.chain((first,), matches), _TRIED):
        if (found := _guilty(search.pattern, match, stretch, text, read)) is not None:
            return found
    return None


def _innocent(pattern: Pattern, sentence: str) -> bool:
    if pattern.claim and sentence.rstrip("\"')] ").endswith("?"):
        return True
    return any(unless.search(sentence) for unless in searches(pattern.unless))


def _guilty(pattern: Pattern, match: re.Match[str], stretch: Stretch, text: str, read: View) -> Sentence | None:
    sentence = read.text[stretch.start : stretch.end]
    if pattern.heading and not _heads(match, stretch, read.text):
        return None
    if pattern.beside and not _beside(pattern, match, sentence, read.text):
        return None
    first, last = read.origin(*match.span())
    if pattern.capitals and not text[first:last].isupper():
        return None
    leak = Leak(pattern.category, first, last, text[first:last], f"pattern {pattern.id}", pattern.why)
    return Sentence(leak, tuple(re.findall(r"[a-z']+", sentence)), pattern.reflects)


def _heads(match: re.Match[str], stretch: Stretch, read: str) -> bool:
    """Whether nothing but signs stands before in the sentence, and a colon or the like behind."""
    ahead, behind = read[stretch.start : match.start()], read[match.end() : match.end() + 3]
    return not any(c.isalnum() for c in ahead[-40:]) and bool(re.match(r"[\"')\]]? ?(?:[:!\]|]|- )|[.]$", behind))


def _beside(pattern: Pattern, match: re.Match[str], sentence: str, read: str) -> bool:
    near = read[max(0, match.start() - _AROUND) : match.end() + _AROUND]
    around = near if pattern.reach == "around" else sentence
    return all(any(search.search(around) for search in searches(phrases)) for phrases in pattern.beside)


@cache
def _index() -> _Index:
    bits: dict[Anchors, int] = {}
    listed: list[_Search] = []
    carried: defaultdict[str, list[tuple[int, int | None]]] = defaultdict(list)
    for pattern in lexicon().patterns:
        for phrase in pattern.find:
            chain = lexicon().reader.read(phrase)
            first, *more = sorted(set(chain.needed()), key=cost)
            mask = 0
            for anchors in (first, *(anchors for anchors in more[: _BITS - 1] if cost(anchors) < _RARE)):
                mask |= bits.setdefault(anchors, 1 << len(bits))
            for anchor in first:
                carried[_key(anchor)].append((0, len(listed)))
            listed.append(_Search(len(listed), pattern, bounded(chain), mask))
    for anchors, bit in bits.items():
        for anchor in anchors:
            carried[_key(anchor)].append((bit, None))
    automaton = ahocorasick.Automaton()
    for key, rows in carried.items():
        automaton.add_word(key, _anchored(key, rows))
    automaton.make_automaton()
    return _Index(tuple(listed), automaton)


def _key(anchor: Anchor) -> str:
    """The word as it stands among spaces."""
    return f" {anchor.word.replace(APOSTROPHE, ' ')}{'' if anchor.begins else ' '}"


def _anchored(key: str, rows: list[tuple[int, int | None]]) -> _Anchored:
    together = 0
    for bit, _ in rows:
        together |= bit
    return _Anchored(len(key), together, tuple(sorted({number for _, number in rows if number is not None})))
