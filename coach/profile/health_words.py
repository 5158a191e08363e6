"""Words on health in a text: which stand in it, what fields they mean, and whether the sentence may take them back.

Reads the word lists of health_words.yaml and the catalogue's own; knows no session and no name of an item.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from rapidfuzz.distance import OSA

from coach.profile import health_doubts as doubts
from coach.profile.catalogue import Field, catalogue

TOPICS_OF_HEALTH = frozenset({"health", "injuries", "food", "cycle", "today"})
"""Topics of the catalogue's questions that are about health."""
_WEATHER = frozenset({"expected_wbgt_c", "heat_acclimatised"})
_NO_APOSTROPHES = str.maketrans("", "", "'`\N{RIGHT SINGLE QUOTATION MARK}")
_WORDS = re.compile(r"[^\W_]+")
_WILL = re.compile(r"\W(?<=['`\N{RIGHT SINGLE QUOTATION MARK}])ll\b")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LONGEST_PHRASE = 6


class WordTable(NamedTuple):
    """Phrases and beginnings to the fields that they mean."""

    words: Mapping[str, frozenset[str]]
    stems: Mapping[str, frozenset[str]]
    long: Mapping[str, tuple[str, ...]]  # first letter to the long single words
    longest: Mapping[str, int]  # first word to how many words the longest phrase or beginning with it has


class Phrase(NamedTuple):
    """Words of the lists that stand in a text, as the lists have them, with the fields that they mean.

    `written`: the whole words that the text has there first, in lower case; `denied`: a no stands before it;
    `doubted`: its sentence may deny it, suppose it, or speak of somebody else; `settled`: it surely does. A denial that
    says more than the no (a hedge, an exception, a question, another matter) settles nothing.
    """

    words: str
    fields: frozenset[str]
    denied: bool = True
    doubted: bool = True
    settled: bool = True
    written: str = ""

    def also(self, other: "Phrase") -> "Phrase":
        """Both occurrences as one: it is as sure as the surer of them."""
        sure = (self.denied and other.denied, self.doubted and other.doubted, self.settled and other.settled)
        return Phrase(self.words, self.fields | other.fields, *sure, self.written or other.written)

    @property
    def urgent(self) -> bool:
        return not doubts.health_words().urgent.isdisjoint(self.fields)


@lru_cache(4096)
def health_phrases(text: str) -> tuple[Phrase, ...]:
    """Every word or phrase of `text` on health; sleep, food and stress are none."""
    tokens = without_spared(plain_words(text))
    found: dict[str, Phrase] = {}
    spans = tuple(_spans(tokens, health_table(everyday=False)))
    on_health = {at for span in spans for at in range(span.start, span.end)}
    rest = (token for at, token in enumerate(tokens) if at not in on_health)
    asks = text.rstrip().endswith("?")
    plain = not asks and doubts.is_plain(rest)
    for span in spans:
        fields = frozenset(name for name in span.fields if is_about_health(catalogue().fields[name]))
        before = doubts.words_before(tokens, span.start, on_health)
        behind = tokens[span.end :]
        denied, of_no_one = doubts.is_denied(before, behind), doubts.is_of_no_one(tokens, span, before)
        taken_back = not asks and (denied or doubts.says_all_is_well(behind))
        settled, written = (taken_back and plain) or of_no_one, " ".join(tokens[span.start : span.end])
        here = Phrase(span.words, fields, denied, taken_back or of_no_one, settled, written)
        found[span.words] = found.get(span.words, Phrase(span.words, frozenset())).also(here)
    return tuple(phrase for phrase in found.values() if phrase.fields)


def fields_of_words(text: str, *, everyday: bool) -> set[str]:
    """Fields that the words of `text` mean."""
    spans = _spans(without_spared(plain_words(text)), health_table(everyday=everyday))
    return {field for span in spans for field in span.fields}


def is_about_health(field: Field) -> bool:
    """Whether the field is about the athlete's health (and what they want to weigh) rather than their training."""
    return catalogue().questions[field.question].topic in TOPICS_OF_HEALTH


def plain_words(text: str) -> list[str]:
    """Words of `text` in lower case, without accents and apostrophes; `chestPain` and `chest_pain` are two."""
    folded = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text))
    folded = _WILL.sub(" will", folded)  # "I'll" is not "ill"
    bare = folded.translate(_NO_APOSTROPHES)
    if not bare.isascii():
        bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return _WORDS.findall(bare.casefold())


def without_spared(tokens: list[str]) -> list[str]:
    """`tokens` without the phrases that say nothing about health."""
    kept: list[str] = []
    at = 0
    while at < len(tokens):
        length = next((len(each) for each in _spared().get(tokens[at], ()) if tokens[at : at + len(each)] == each), 0)
        if not length:
            kept.append(tokens[at])
        at += length or 1
    return kept


@cache
def _spared() -> Mapping[str, list[list[str]]]:
    """First word to the phrases that begin with it, the longest first."""
    found: dict[str, list[list[str]]] = {}
    for phrase in sorted((phrase.split() for phrase in doubts.health_words().spared), key=len, reverse=True):
        found.setdefault(phrase[0], []).append(phrase)
    return found


def speaks_of_change(text: str) -> bool:
    return not doubts.health_words().change.isdisjoint(plain_words(text))


def _spans(tokens: list[str], table: WordTable) -> Iterator[doubts.Span]:
    for start in range(len(tokens)):
        longest = min(table.longest.get(tokens[start], 1), _LONGEST_PHRASE)
        for end in range(start + 1, min(start + longest, len(tokens)) + 1):
            for words, fields in _meaning(" ".join(tokens[start:end]), table):
                yield doubts.Span(start, end, words, fields)
    for at, token in enumerate(tokens):
        for words, fields in (*_misspelt(token, table), *_of_ending(token)):
            yield doubts.Span(at, at + 1, words, fields)
    yield from _complained_of(tokens)


_Found = Iterator[tuple[str, Iterable[str]]]
"""Words of the lists with their fields."""


def _meaning(phrase: str, table: WordTable) -> _Found:
    if phrase in table.words:
        yield phrase, table.words[phrase]
    last = phrase.rfind(" ") + 1
    for end in range(last + 3, len(phrase) + 1):  # the stem's last word begins the phrase's last word
        if phrase[:end] in table.stems:
            yield phrase[:end], table.stems[phrase[:end]]


def _misspelt(token: str, table: WordTable) -> _Found:
    """A long word that is one letter away."""
    if len(token) >= doubts.SHORTEST_TYPO and token not in table.words:
        for word in table.long.get(token[0], ()):
            if OSA.distance(token, word, score_cutoff=1) <= 1:
                yield word, table.words[word]


def _of_ending(token: str) -> _Found:
    """A long word that ends as diseases, operations or medicines do."""
    for ending in doubts.health_words().endings if len(token) >= doubts.SHORTEST_TYPO else ():
        if token.endswith(ending.words):
            yield token, ending.fields


def _complained_of(tokens: list[str]) -> Iterator[doubts.Span]:
    """Each part of the body with a complaint near it."""
    complaints = doubts.health_words().complaints
    bad = [at for at, token in enumerate(tokens) if token.startswith(complaints.stems)]
    for part in doubts.health_words().parts if bad else ():
        near = [at for at, token in enumerate(tokens) if token in part.words]
        for one, other in product(near, bad):
            if 0 < abs(one - other) <= complaints.gap:
                start, end = min(one, other), max(one, other)
                yield doubts.Span(start, end + 1, f"{tokens[one]} {tokens[other]}", part.fields)


@cache
def health_table(*, everyday: bool) -> WordTable:
    topics = [topic for topic in doubts.health_words().topics if everyday or not topic.everyday]
    silent = {" ".join(plain_words(word)) for word in doubts.health_words().silent}
    listed = [(topic.words, topic.fields) for topic in topics]
    listed += [(words, (name,)) for name, values in doubts.health_words().stated.items() for words in values.values()]
    own = [(words, (name,)) for name, words in _of_catalogue(everyday=everyday)]
    words = {word: fields for word, fields in table_of(own).items() if word not in silent}
    words = _merged(words, table_of(listed))
    stems = table_of((topic.stems, topic.fields) for topic in topics)
    return WordTable(words, stems, _long(words), _longest((*words, *stems)))


def _longest(phrases: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for tokens in map(str.split, phrases):
        found[tokens[0]] = max(found.get(tokens[0], 1), len(tokens))
    return found


def _long(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        if len(word) >= doubts.SHORTEST_TYPO and " " not in word:
            found[word[0]] = (*found.get(word[0], ()), word)
    return found


def _of_catalogue(*, everyday: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The catalogue's own words for its fields on health and, of the lists, for their values."""
    for name, field in catalogue().fields.items():
        if not is_about_health(field) or name in _WEATHER or (name == "sleep_hours_avg" and not everyday):
            continue
        values = field.values.values() if field.type == "list" else ()
        yield name, (*field.words, *(word for choice in values for word in choice.words))


def table_of(rows: Iterable[tuple[tuple[str, ...], tuple[str, ...]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for words, fields in rows:
        for word in words:
            if "_" not in word:
                phrase = " ".join(plain_words(word))
                found[phrase] = found.get(phrase, frozenset()) | frozenset(fields)
    return found


def _merged(one: Mapping[str, frozenset[str]], other: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {word: one.get(word, frozenset()) | other.get(word, frozenset()) for word in {**one, **other}}
