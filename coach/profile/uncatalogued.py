"""What an item outside the catalogue speaks of: the catalogue's fields that its name or its words mean.

Reads names and words, no values of known fields; knows no session.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache

from coach.profile import health_words as health
from coach.profile.catalogue import catalogue
from coach.profile.health_doubts import health_words

_CLOSE = 0.7
"""The least likeness of a name to a field's name (0 to 1)."""
_SIDES = frozenset({"left", "right", "both", "my", "lower", "upper", "inner", "outer"})
_SHORTEST_PART = 6
"""Letters from which a word may stand inside a name written together."""


def fields_meant(name: str, words: str = "") -> tuple[str, ...]:
    """The catalogue's fields that an item `name` with these words means, in catalogue order; none where it means none.

    A close or synonymous name means any field; a word on health means the fields it points at.
    """
    return _in_order({*_named(name, everyday=True), *health.fields_of_words(f"{name} {words}", everyday=True)})


def fields_named(name: str) -> tuple[str, ...]:
    """The same for a name alone that only announces a question: sleep, food and stress mean no field."""
    return _in_order(_named(name, everyday=False))


def symptoms_meant(words: str) -> tuple[str, ...]:
    """The fields on health that words told in passing mean; sleep, food and stress mean none."""
    fields = catalogue().fields
    return tuple(
        name
        for name in _in_order(health.fields_of_words(words, everyday=False))
        if health.is_about_health(fields[name])
    )


def _in_order(found: set[str]) -> tuple[str, ...]:
    return tuple(name for name in catalogue().fields if name in found)


def _like(name: str) -> Iterator[str]:
    """Fields with a name like this one, or asked for in exactly this word."""
    fields = catalogue().fields
    yield from get_close_matches("_".join(health.plain_words(name)), fields, n=3, cutoff=_CLOSE)
    yield from _synonyms().get(" ".join(health.plain_words(name)), ())


@cache
def _synonyms() -> Mapping[str, frozenset[str]]:
    pairs = ((word, name) for name, field in catalogue().fields.items() for word in field.words if "_" not in word)
    return health.table_of(((word,), (name,)) for word, name in pairs)


def _named(name: str, *, everyday: bool) -> set[str]:
    """Fields that a name means by itself: as one word too ("kneepain"), or where it is a part of the body."""
    tokens = health.plain_words(name)
    if not tokens:
        return set()
    found = {*_like(name), *health.fields_of_words(name, everyday=everyday)}
    if len(tokens) == 1:
        found |= _inside(tokens[0], health.health_table(everyday=everyday))
    places = {word for part in health_words().parts for word in part.words}
    if places & set(tokens) and places | _SIDES >= set(tokens):
        found |= {field for part in health_words().parts if set(part.words) & set(tokens) for field in part.fields}
    return found


def _inside(token: str, table: health.WordTable) -> set[str]:
    """Fields of the words and phrases that stand in a name written together ("kneepain")."""
    held = {**table.words, **table.stems}.items()
    return {
        field
        for phrase, fields in held
        if len(whole := phrase.replace(" ", "")) >= _SHORTEST_PART and whole in token
        for field in fields
    }
