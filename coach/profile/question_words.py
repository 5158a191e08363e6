"""Every phrase by which a question may name a field, a value or a topic: one table, and how to find its rows."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import ahocorasick

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.records.base import Record

PATH = Path(__file__).with_name("question_words.yaml")
_GAP = r"(?:\W+[\w']+){0,4}?\W+"
_ENDING = re.compile(r"(?:'?s|es|ed|ing)?(?!\w)")


class _General(Record):
    fields: tuple[str, ...]
    words: tuple[str, ...]


class _Hint(Record):
    words: tuple[str, ...]
    values: tuple[str, ...]


class QuestionWords(Record):
    vague: frozenset[str]
    quiet: frozenset[str]
    unheard: frozenset[str]
    nothing: tuple[str, ...]
    also: dict[str, tuple[str, ...]]
    general: tuple[_General, ...]
    hints: dict[str, tuple[_Hint, ...]]


class Named(NamedTuple):
    """What a phrase names: a field, perhaps some of its values; `general`: only as part of a topic."""

    field: str
    values: tuple[str, ...] = ()
    general: bool = False


class Found(NamedTuple):
    start: int
    end: int
    named: frozenset[Named]
    exact: bool = True  # without a plural or other ending that the phrase does not have


@cache
def question_words() -> QuestionWords:
    return sourced_yaml.read_as(PATH, QuestionWords)


def find(text: str) -> Iterator[Found]:
    """Every phrase in the lower-case `text`, on word boundaries, overlapping ones too."""
    fixed, gapped = _compiled()
    for last, (phrase, named) in fixed.iter(text):
        start = last - len(phrase) + 1
        ending = _ENDING.match(text, last + 1)
        if ending and (start == 0 or not text[start - 1].isalnum()):
            yield Found(start, ending.end(), named, exact=not ending.group())
    for pattern, named in gapped:
        yield from (Found(*match.span(), named) for match in pattern.finditer(text))


def _phrases() -> Iterator[tuple[str, Named]]:
    for name, field in catalogue().fields.items():
        vague = name in question_words().vague
        yield from ((word, Named(name, (), vague)) for word in field.words)
        for value, choice in field.values.items():
            yield from ((word, Named(name, (value,))) for word in choice.words if word not in question_words().unheard)
    for name, hints in question_words().hints.items():
        yield from ((word, Named(name, hint.values)) for hint in hints for word in hint.words)
    yield from ((word, Named(name)) for name, words in question_words().also.items() for word in words)
    for topic in question_words().general:
        pairs = itertools.product(topic.words, topic.fields)
        yield from ((word, Named(field, (), general=True)) for word, field in pairs)


@cache
def _compiled() -> tuple[Any, tuple[tuple[re.Pattern[str], frozenset[Named]], ...]]:
    table: dict[str, set[Named]] = {}
    for word, named in _phrases():
        table.setdefault(word.lower(), set()).add(named)
    table |= {word: set() for word in question_words().nothing}
    fixed = ahocorasick.Automaton()
    gapped = []
    for word, names in table.items():
        if "_" in word:
            parts = [re.escape(part.strip()) for part in word.split("_")]
            gapped.append((re.compile(rf"\b{_GAP.join(parts)}\b"), frozenset(names)))
        else:
            fixed.add_word(word, (word, frozenset(names)))
    fixed.make_automaton()
    return fixed, tuple(gapped)
