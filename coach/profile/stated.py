"""Entries of the catalogue's lists that a text states in so many words, or merely names. Knows no session."""

from collections.abc import Mapping
from functools import cache

from coach.profile.catalogue import catalogue
from coach.profile.health_word_lists import health_words
from coach.profile.health_words import health_phrases, plain_words

__all__ = ["entries_named", "says_only_no", "stated_entries"]


def stated_entries(text: str) -> dict[str, tuple[str, ...]]:
    """What `text` states beyond doubt, entries by field: no denial, no supposition, nobody else, not nearly."""
    told = {phrase.words for phrase in health_phrases(text) if not (phrase.doubted or phrase.denied)}
    nearly = " . ".join(words for words in told if words not in _stated())
    found: dict[str, dict[str, None]] = {}
    for words, (name, entry) in _stated().items():
        if words in told and words not in nearly:
            found.setdefault(name, {})[entry] = None
    return {name: tuple(entries) for name, entries in found.items()}


def entries_named(name: str, text: str, *, told: bool = False) -> tuple[str, ...]:
    """The entries of the list `name` of which a word stands in `text`; where `told`, in no doubt."""
    field = catalogue().fields[name]
    if field.type != "list":
        return ()
    found = {phrase.words for phrase in health_phrases(text) if not (told and phrase.doubted)}
    return tuple(entry for entry, words in _words_of(name).items() if not found.isdisjoint(words))


def says_only_no(text: str) -> bool:
    """Whether the text is a no, and names nothing that it denies."""
    words = health_words()
    return {*plain_words(text)} <= words.denied_before | words.filling | {"nope", "nah", "really"}


@cache
def _words_of(name: str) -> Mapping[str, frozenset[str]]:
    """The catalogue's words for each entry, and those of a topic that asks about it."""
    named: dict[str, set[str]] = {
        entry: {" ".join(plain_words(word)) for word in value.words}
        for entry, value in catalogue().fields[name].values.items()
    }
    for topic in health_words().topics:
        if topic.entry in named and name in topic.fields:
            named[topic.entry].update(" ".join(plain_words(word)) for word in (*topic.words, *topic.stems))
    return {entry: frozenset(words) for entry, words in named.items()}


@cache
def _stated() -> Mapping[str, tuple[str, str]]:
    return {
        words: (name, entry)
        for name, entries in health_words().stated.items()
        for entry, listed in entries.items()
        for words in listed
    }
