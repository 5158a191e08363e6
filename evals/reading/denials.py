"""What a text says no to by name: entries of the lists that are asked part by part. Reads words; knows no question."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from coach.profile.catalogue import Choice, catalogue
from coach.profile.health_words import health_phrases, plain_words
from coach.sentences import remarks

_LIMITED = re.compile(
    r"\b(?:when|while|during|unless|except|apart|only|until|but|today|now|currently|moment|lately|recently|any ?more"
    r"|yet|far|rest|week|month|uphill|hills?|easy|hard)\b",
    re.IGNORECASE,
)


def denied_entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each such list with the entries that are denied: by a name of theirs, or one that what they say begins with.

    A sentence that limits its no to a time or an occasion counts for none.
    """
    parts = [each for each in remarks(text) if not _LIMITED.search(each)]
    phrases = [each for part in parts for each in health_phrases(part)]
    denied = frozenset(phrase.words for phrase in phrases if phrase.denied)
    told = frozenset(phrase.words for phrase in phrases if not phrase.denied)
    if denied:
        for name, names in _entries().items():
            entries = tuple(key for key, each in names.items() if _named(denied, each) and not _named(told, each))
            if entries:
                yield name, entries


class _Names(NamedTuple):
    say: str
    words: frozenset[str]


@cache
def _entries() -> dict[str, dict[str, _Names]]:
    """Each list that is asked part by part to the names of its entries, in plain words."""
    fields = catalogue().fields
    return {name: {key: _names_of(each) for key, each in fields[name].values.items()} for name in catalogue().in_parts}


def _names_of(entry: Choice) -> _Names:
    return _Names(" ".join(plain_words(entry.say)), frozenset(" ".join(plain_words(word)) for word in entry.words))


def _named(phrases: frozenset[str], entry: _Names) -> bool:
    begins = any(" " in each and f"{entry.say} ".startswith(f"{each} ") for each in phrases)
    return begins or not phrases.isdisjoint(entry.words)
