"""A text as numbered features, by sentence. Knows tokens and classes; weights live in the model.

Every feature is a hash into one table of `SLOTS`. A block's features share a weight of one over the root of
their count, so that a long sentence says no more than a short one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evals.checks.unspoken.meaning.sentences import Sentence, Token, named

VERSION = 1  # bump whenever the same text would get other features; then `make train-leaks`

SLOTS = 1 << 20
BLOCKS = {"words": 1.5, "faces": 1.0, "pairs": 1.0, "classes": 1.0, "grammar": 1.0, "around": 0.5, "letters": 1.0}
"""How much each block counts."""

Ids = NDArray[np.int64]
_MASK = SLOTS - 1
_WINDOW = 8
_LETTERS = (3, 4, 5)
_SUBJECTS = ("i", "you", "we", "it", "he", "she", "they", "that", "this")
_YOU = frozenset(("you", "your", "yours", "yourself"))
_CONTENT = 4
_STEM = 5
_REFLECTED = 0.5
_MIX = np.array([0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Bag:
    """Features of one block: slot and sentence of each."""

    block: str
    slots: Ids
    sentence: Ids


def bags(read: Sequence[Sentence], user_said: Sequence[frozenset[str]] = ()) -> tuple[Bag, ...]:
    """All features of a text, block by block; `user_said`: the stems of each earlier message."""
    number = np.repeat(np.arange(len(read)), [len(one.tokens) + 2 for one in read])
    words = np.array([h for one in read for h in (_START, *[t.word_id for t in one.tokens], _STOP)])
    faces = np.array([h for one in read for h in (_START, *[t.face_id for t in one.tokens], _STOP)])
    items, place, owner = _items(read)
    return (
        _runs("words", words, number, 3),
        _runs("faces", faces, number, 4),
        _pairs(items, place, owner),
        _bag("classes", [tuple({name: 0 for token in one.tokens for name in token.names}) for one in read]),
        _bag("grammar", [_facts(one, user_said) for one in read]),
        _bag("around", [_around(one) for one in read]),
        _bag("letters", [[run for token in one.tokens for run in letters_of(token.word)] for one in read]),
    )


def stems(text: Sequence[Token]) -> frozenset[str]:
    """The content words of a message, shortened, for asking what was reflected."""
    return frozenset(token.word[:_STEM] for token in text if len(token.word) >= _CONTENT)


_START, _STOP, _ASKED = named("start"), named("stop"), named("asked before")
_SALT = {block: named(block) for block in BLOCKS}


def _slot(mixed: Ids) -> Ids:
    mixed = mixed ^ (mixed >> 15)
    return ((mixed * 0x2C1B3C6D) >> 12) & _MASK


def _runs(block: str, ids: Ids, number: Ids, longest: int) -> Bag:
    """Runs of one to `longest` neighbours that do not cross into the next sentence."""
    slots, owners = [], []
    mixed = np.zeros_like(ids)
    for length in range(1, longest + 1):
        end = len(ids) - length + 1
        if end <= 0:
            break
        mixed = (mixed[:end] * 31 + ids[length - 1 :] * _MIX[length - 1]) & 0xFFFFFFFFFFFF
        inside = number[:end] == number[length - 1 :]
        slots.append(_slot(mixed[inside] + _SALT[block] + length))
        owners.append(number[:end][inside])
    return Bag(block, np.concatenate(slots), np.concatenate(owners))


def _items(read: Sequence[Sentence]) -> tuple[Ids, Ids, Ids]:
    """Classes and function words with their place; sentences lie further apart than any pair reaches."""
    items: list[int] = []
    place: list[int] = []
    owner: list[int] = []
    at = 0
    for k, one in enumerate(read):
        for token in one.tokens:
            at += 1
            names = token.names
            items += names
            place += [at] * len(names)
            owner += [k] * len(names)
        at += _WINDOW
    return np.array(items, dtype=np.int64), np.array(place, dtype=np.int64), np.array(owner, dtype=np.int64)


def _pairs(items: Ids, place: Ids, owner: Ids) -> Bag:
    """Ordered pairs of classes within the window."""
    slots, owners = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for step in range(1, 3 * _WINDOW):
        if step >= len(items):
            break
        apart = place[step:] - place[:-step]
        if apart.min() > _WINDOW:
            break
        near = np.flatnonzero((apart > 0) & (apart <= _WINDOW))
        mixed = (items[near] * _MIX[1] + items[near + step] * _MIX[2]) & 0xFFFFFFFFFFFF
        slots.append(mixed)
        owners.append(owner[near])
    return Bag("pairs", _slot(np.concatenate(slots) + 77), np.concatenate(owners))


def _bag(block: str, each: Sequence[Sequence[int]]) -> Bag:
    counts = [len(ids) for ids in each]
    flat = np.array([one for ids in each for one in ids], dtype=np.int64)
    return Bag(block, _slot(flat + _SALT[block]), np.repeat(np.arange(len(each)), counts))


def _around(one: Sentence) -> list[int]:
    before, behind = [name + 1 for name in one.before], [name + 2 for name in one.behind]
    return [*before, *behind, *((_ASKED,) if one.after_question else ())]


def _facts(one: Sentence, user_said: Sequence[frozenset[str]]) -> list[int]:
    """Who is spoken of, question or claim, quoted or reflected, and where in the message."""
    words = [token.word for token in one.tokens]
    facts = [
        f"subject {next((word for word in words if word in _SUBJECTS), 'none')}",
        f"place {one.place}",
        f"length {min(6, len(words) // 6)}",
        f"you {min(4, sum(word in _YOU for word in words))}",
    ]
    if '"' in words:
        facts.append("quotes")
    content = stems(one.tokens)
    if content and any(len(content & said) >= _REFLECTED * len(content) for said in user_said):
        facts.append("reflects")
    if "?" in words[-2:]:
        facts += ["asks", *dict.fromkeys(f"asks {name}" for token in one.tokens for name in token.classes)]
    return [_fact(fact) for fact in facts]


@lru_cache(maxsize=1 << 12)
def _fact(fact: str) -> int:
    return named(f"g{fact}")


@lru_cache(maxsize=1 << 15)
def letters_of(word: str) -> tuple[int, ...]:
    """The runs of letters in a word, its ends marked."""
    marked = f"_{word}_"
    runs = {marked[at : at + n] for n in _LETTERS for at in range(max(1, len(marked) - n + 1))}
    return tuple(sorted(named(f"l{run}") for run in runs))
