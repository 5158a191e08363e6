"""What an item outside the catalogue speaks of: the catalogue's fields that its name or its words mean.

Reads names and words, no values of known fields; knows no session. The words stand in health_words.yaml, beside
those of the catalogue itself.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from rapidfuzz.distance import OSA

from coach import sourced_yaml
from coach.profile.catalogue import Field, catalogue
from coach.records.base import Record

PATH = Path(__file__).with_name("health_words.yaml")

_TOPICS = frozenset({"health", "injuries", "food", "cycle", "today"})
"""Topics of the catalogue's questions that are about health."""
_WEATHER = frozenset({"expected_wbgt_c", "heat_acclimatised"})
_CLOSE = 0.7
"""The least likeness of a name to a field's name (0 to 1)."""
_SIDES = frozenset({"left", "right", "both", "my", "lower", "upper", "inner", "outer"})
_APOSTROPHES = "'`\N{RIGHT SINGLE QUOTATION MARK}"
_WILL = re.compile(r"\W(?<=['`\N{RIGHT SINGLE QUOTATION MARK}])ll\b")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST_PHRASE = 6
_SHORTEST_TYPO, _SHORTEST_PART = 7, 6
"""Letters from which a word may have a typo, and may stand inside a name written together."""


class _Topic(Record):
    fields: tuple[str, ...]
    everyday: bool = False
    stems: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class _Parts(Record):
    fields: tuple[str, ...]
    words: tuple[str, ...]


class _Complaints(Record):
    stems: tuple[str, ...]
    gap: int


class HealthWords(Record):
    """`spared`: phrases without a word on health; `silent`: words of the catalogue that say too little alone.

    `urgent`: fields whose words nobody waves away; `doubtful`: words of a sentence that may deny, suppose, or speak of
    somebody else.
    """

    topics: tuple[_Topic, ...]
    endings: tuple[_Parts, ...]
    parts: tuple[_Parts, ...]
    complaints: _Complaints
    spared: tuple[str, ...]
    silent: tuple[str, ...]
    urgent: frozenset[str]
    doubtful: frozenset[str]


class _Table(NamedTuple):
    """Phrases and beginnings to the fields that they mean."""

    words: Mapping[str, frozenset[str]]
    stems: Mapping[str, frozenset[str]]
    long: Mapping[str, tuple[str, ...]]  # first letter to the long single words


def fields_meant(name: str, words: str = "") -> tuple[str, ...]:
    """The catalogue's fields that an item `name` with these words means, in catalogue order; none where it means none.

    A close or synonymous name means any field; a word on health means the fields it points at.
    """
    return _in_order({*_named(name, everyday=True), *_of_health(f"{name} {words}", everyday=True)})


def fields_named(name: str) -> tuple[str, ...]:
    """The same for a name alone that only announces a question: sleep, food and stress mean no field."""
    return _in_order(_named(name, everyday=False))


def symptoms_meant(words: str) -> tuple[str, ...]:
    """The fields on health that words told in passing mean; sleep, food and stress mean none."""
    fields = catalogue().fields
    return tuple(name for name in _in_order(_of_health(words, everyday=False)) if is_about_health(fields[name]))


@lru_cache(4096)
def health_phrases(text: str) -> Mapping[str, frozenset[str]]:
    """Every word or phrase of `text` on health (as the lists have it) with the fields that it means, as above."""
    fields = catalogue().fields
    found = {
        phrase: frozenset(filter(lambda name: is_about_health(fields[name]), names))
        for phrase, names in _phrases_on_health(text, everyday=False).items()
    }
    return {phrase: names for phrase, names in found.items() if names}


def is_urgent(names: Iterable[str]) -> bool:
    """Whether one of the fields is one whose words have to be recorded or asked about."""
    return not _words().urgent.isdisjoint(names)


def is_doubtful(sentence: str) -> bool:
    """Whether the sentence may deny, suppose, or speak of somebody else."""
    return not _words().doubtful.isdisjoint(_plain(sentence))


def in_brief(text: str, most: int = 39) -> str:
    """The first words of `text` in lower case, without signs, at most so many letters."""
    return shorten(" ".join(_plain(text)), most, placeholder="")


def is_about_health(field: Field) -> bool:
    """Whether the field is about the athlete's health (and what they want to weigh) rather than their training."""
    return catalogue().questions[field.question].topic in _TOPICS


def _in_order(found: set[str]) -> tuple[str, ...]:
    return tuple(name for name in catalogue().fields if name in found)


def _plain(text: str) -> list[str]:
    """Words of `text` in lower case, without accents and apostrophes; `chestPain` and `chest_pain` are two."""
    folded = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text))
    folded = _WILL.sub(" will", folded)  # "I'll" is not "ill"
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter) and letter not in _APOSTROPHES)
    return re.findall(r"[^\W_]+", bare.casefold())


def _like(name: str) -> Iterator[str]:
    """Fields with a name like this one, or asked for in exactly this word."""
    fields = catalogue().fields
    yield from get_close_matches("_".join(_plain(name)), fields, n=3, cutoff=_CLOSE)
    yield from _synonyms().get(" ".join(_plain(name)), ())


@cache
def _synonyms() -> Mapping[str, frozenset[str]]:
    pairs = ((word, name) for name, field in catalogue().fields.items() for word in field.words if "_" not in word)
    return _table(((word,), (name,)) for word, name in pairs)


def _named(name: str, *, everyday: bool) -> set[str]:
    """Fields that a name means by itself: as one word too ("kneepain"), or where it is a part of the body."""
    tokens = _plain(name)
    found = {*_like(name), *_of_health(name, everyday=everyday)}
    if len(tokens) == 1:
        found |= _inside(tokens[0], _health(everyday=everyday))
    places = {word for part in _words().parts for word in part.words}
    if places & set(tokens) and places | _SIDES >= set(tokens):
        found |= {field for part in _words().parts if set(part.words) & set(tokens) for field in part.fields}
    return found


def _of_health(text: str, *, everyday: bool) -> set[str]:
    """Fields that the words of `text` mean."""
    return {field for fields in _phrases_on_health(text, everyday=everyday).values() for field in fields}


def _phrases_on_health(text: str, *, everyday: bool) -> dict[str, set[str]]:
    """Words and phrases of the lists that stand in `text`, with their fields."""
    table, tokens = _health(everyday=everyday), _without_spared(_plain(text))
    found: dict[str, set[str]] = {}
    for pairs in (
        *(_meaning(phrase, table) for phrase in _phrases(tokens)),
        *(_misspelt(token, table) for token in tokens),
        *(_of_ending(token) for token in tokens),
        _complained_of(tokens),
    ):
        for phrase, fields in pairs:
            found.setdefault(phrase, set()).update(fields)
    return found


_Found = Iterator[tuple[str, Iterable[str]]]
"""Words of the lists with their fields."""


def _phrases(tokens: list[str]) -> Iterator[str]:
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST_PHRASE, len(tokens)) + 1):
            yield " ".join(tokens[start:end])


def _meaning(phrase: str, table: _Table) -> _Found:
    if phrase in table.words:
        yield phrase, table.words[phrase]
    last = phrase.rfind(" ") + 1
    for end in range(last + 3, len(phrase) + 1):  # the stem's last word begins the phrase's last word
        if phrase[:end] in table.stems:
            yield phrase[:end], table.stems[phrase[:end]]


def _misspelt(token: str, table: _Table) -> _Found:
    """A long word that is one letter away."""
    if len(token) >= _SHORTEST_TYPO and token not in table.words:
        for word in table.long.get(token[0], ()):
            if OSA.distance(token, word, score_cutoff=1) <= 1:
                yield word, table.words[word]


def _of_ending(token: str) -> _Found:
    """A long word that ends as diseases, operations or medicines do."""
    for ending in _words().endings if len(token) >= _SHORTEST_TYPO else ():
        if token.endswith(ending.words):
            yield token, ending.fields


def _inside(token: str, table: _Table) -> set[str]:
    """Fields of the words and phrases that stand in a name written together ("kneepain")."""
    held = {**table.words, **table.stems}.items()
    return {
        field
        for phrase, fields in held
        if len(whole := phrase.replace(" ", "")) >= _SHORTEST_PART and whole in token
        for field in fields
    }


def _complained_of(tokens: list[str]) -> _Found:
    """Each part of the body with a complaint near it."""
    complaints = _words().complaints
    bad = [at for at, token in enumerate(tokens) if token.startswith(complaints.stems)]
    for part in _words().parts:
        near = [at for at, token in enumerate(tokens) if token in part.words]
        for one, other in product(near, bad):
            if 0 < abs(one - other) <= complaints.gap:
                yield f"{tokens[one]} {tokens[other]}", part.fields


def _without_spared(tokens: list[str]) -> list[str]:
    """`tokens` without the phrases that say nothing about health."""
    spared = {tuple(phrase.split()) for phrase in _words().spared}
    lengths = sorted({len(phrase) for phrase in spared}, reverse=True)
    kept: list[str] = []
    at = 0
    while at < len(tokens):
        length = next((n for n in lengths if tuple(tokens[at : at + n]) in spared), 0)
        if not length:
            kept.append(tokens[at])
        at += length or 1
    return kept


@cache
def _words() -> HealthWords:
    return sourced_yaml.read_as(PATH, HealthWords)


@cache
def _health(*, everyday: bool) -> _Table:
    topics = [topic for topic in _words().topics if everyday or not topic.everyday]
    silent = {" ".join(_plain(word)) for word in _words().silent}
    listed = [(topic.words, topic.fields) for topic in topics]
    own = [(words, (name,)) for name, words in _of_catalogue(everyday=everyday)]
    words = {word: fields for word, fields in _table(own).items() if word not in silent}
    words = _merged(words, _table(listed))
    return _Table(words, _table((topic.stems, topic.fields) for topic in topics), _long(words))


def _long(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        if len(word) >= _SHORTEST_TYPO and " " not in word:
            found[word[0]] = (*found.get(word[0], ()), word)
    return found


def _of_catalogue(*, everyday: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The catalogue's own words for its fields on health and, of the lists, for their values."""
    for name, field in catalogue().fields.items():
        if not is_about_health(field) or name in _WEATHER or (name == "sleep_hours_avg" and not everyday):
            continue
        values = field.values.values() if field.type == "list" else ()
        yield name, (*field.words, *(word for choice in values for word in choice.words))


def _table(rows: Iterable[tuple[tuple[str, ...], tuple[str, ...]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for words, fields in rows:
        for word in words:
            if "_" not in word:
                phrase = " ".join(_plain(word))
                found[phrase] = found.get(phrase, frozenset()) | frozenset(fields)
    return found


def _merged(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {word: one.get(word, frozenset()) | other.get(word, frozenset()) for word in {**one, **other}}
