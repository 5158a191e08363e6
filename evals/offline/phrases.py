"""The offline coach's wordings: several for each purpose, chosen by seed and place in the talk, and for each field.

Data: phrases.yaml and asking_again.yaml.
"""

import random
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from coach import sourced_yaml

PATH = Path(__file__).with_name("phrases.yaml")


@cache
def table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(PATH, dict[str, tuple[str, ...]])


def phrase(purpose: str, seed: int, place: int, **values: str) -> str:
    """One wording for `purpose` with its blanks filled in and a capital at the start.

    The seed decides the order of the wordings, `place` which of them; neighbouring places never give the same.
    """
    order = shuffled(table()[purpose], f"{seed}:{purpose}")
    text = order[place % len(order)].format(**values)
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=4096)
def shuffled(texts: tuple[str, ...], seed: str) -> tuple[str, ...]:
    """The texts in the order that the seed decides."""
    return tuple(random.Random(seed).sample(texts, len(texts)))


def said_before(purpose: str, text: str) -> bool:
    """Whether `text` holds one of the wordings for `purpose` that have no blanks."""
    return any(wording in text for wording in table()[purpose] if "{" not in wording)


_LEAST = 3
"""Of a field's wordings: as often as it is asked at most."""
_PLAIN = (
    "What can you tell me about {thing}?",
    "Is there anything you know about {thing}, even roughly?",
    "Could you say something about {thing}?",
)
"""For what a model added to the catalogue's fields."""


def has_wordings(name: str) -> bool:
    return name in _asking()


@cache
def wordings(name: str) -> tuple[str, ...]:
    """The ways to ask for the field `name` alone."""
    plain = tuple(each.format(thing=name.replace("_", " ")) for each in _PLAIN)
    return _asking().get(name, plain)


@cache
def _asking() -> dict[str, tuple[str, ...]]:
    form = dict[str, Annotated[tuple[str, ...], Field(min_length=_LEAST)]]
    return sourced_yaml.read_as(PATH.with_name("asking_again.yaml"), form)
