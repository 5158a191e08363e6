"""Values of a list by any of their names: "bisoprolol 5 mg" is a beta blocker. A name that nobody knows stays as it is.

The names are the words and endings of the catalogue. Without this a rule that asks for a class would miss its members.
"""

from collections.abc import Iterator
from functools import cache

from coach.profile.catalogue import catalogue
from coach.profile.health_words import plain_words
from coach.records.fact import Value

_MOST_WORDS = 6
"""Words of a name."""


def by_catalogue(name: str, value: Value) -> Value:
    """`value` of the field `name` with every item of an open list under its names in the catalogue, each once."""
    field = catalogue().fields.get(name)
    if field is None or not field.open_values or not isinstance(value, tuple):
        return value
    return tuple(dict.fromkeys(key for item in value for key in _classes_of(name, item)))


@cache
def _classes_of(name: str, item: str) -> tuple[str, ...]:
    """Each value that words of `item` name, or a word of it by its ending ("insulin glargine"); else `item` itself.

    A name inside a longer one counts for nothing: "steroid inhaler" is no reliever inhaler.
    """
    if item in catalogue().fields[name].values:
        return (item,)
    words = plain_words(item)
    found = [*_named(name, words), *_ended(name, words)]
    widest = [(span, key) for span, key in found if not any(_lies_within(span, other) for other, _ in found)]
    return tuple(dict.fromkeys(key for _, key in widest)) or (item,)


_Named = Iterator[tuple[tuple[int, int], str]]
"""From which word to before which one, with the value."""


def _named(name: str, words: list[str]) -> _Named:
    """A name in one word or several, whichever way the item writes it ("betablocker"); one word also in the plural."""
    names = _names(name)
    for start, word in enumerate(words):
        for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
            if (key := names.get("".join(words[start:end]))) is not None:
                yield (start, end), key
        if (key := names.get(word.removesuffix("s"))) is not None:
            yield (start, start + 1), key


def _ended(name: str, words: list[str]) -> _Named:
    for at, word in enumerate(words):
        for key, choice in catalogue().fields[name].values.items():
            if word.removesuffix("s").endswith(choice.endings):
                yield (at, at + 1), key


def _lies_within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]


@cache
def _names(name: str) -> dict[str, str]:
    """Every name, without blanks, to its value."""
    choices = catalogue().fields[name].values
    words = {"".join(plain_words(word)): key for key, choice in choices.items() for word in choice.words}
    return words | {"".join(plain_words(key)): key for key in choices}
