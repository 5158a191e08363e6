"""Names of medicines and conditions spelt nearly right: one letter off, or two in a long name.

Bounded by length and by the first letter; names of medicines look like no other words.
"""

import re
from functools import cache

from rapidfuzz.distance import OSA

from coach.profile.catalogue import catalogue

FIELDS = ("medications", "known_conditions")
_WORD = re.compile(r"(?<![\w-])[a-z]{7,}(?![\w-])")
_LONG = 10
_REAL = frozenset(
    {
        "station",
        "stations",
        "asphalt",
        "pressure",
        "condition",
        "diabetics",
        "isolation",
        "attacks",
        "concert",
        "concerts",
        "creator",
        "creators",
        "relieved",
        "relieves",
        "relieve",
        "believer",
        "prevented",
        "inhaled",
        "inhales",
        "inhale",
        "statutes",
    }
)
"""Words of English that are as near to a name as a slip of the pen."""


@cache
def _names() -> dict[str, tuple[str, str]]:
    return {
        word: (field, value)
        for field in FIELDS
        for value, choice in catalogue().fields[field].values.items()
        for word in choice.words
        if _WORD.fullmatch(word)
    }


@cache
def _nearest(word: str) -> tuple[str, str] | None:
    if word in _names() or word in _REAL:
        return None
    off = 2 if len(word) >= _LONG else 1
    near = {
        owner
        for name, owner in _names().items()
        if name[0] == word[0]
        and abs(len(name) - len(word)) <= off
        and OSA.distance(name, word, score_cutoff=off) <= off
        and name.rstrip("s") != word.rstrip("s")
    }
    return near.pop() if len(near) == 1 else None


def misspelt(text: str) -> list[tuple[str, str, int, int]]:
    """(field, value, start, end) of every name that is spelt nearly right."""
    found = ((_nearest(match[0]), match) for match in _WORD.finditer(text))
    return [(*owner, match.start(), match.end()) for owner, match in found if owner is not None]
