"""How a field is asked for again by itself. Data: asking_again.yaml."""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from coach import sourced_yaml

PATH = Path(__file__).with_name("asking_again.yaml")
_LEAST = 3
"""Of a field's wordings: as often as it is asked at most."""
_PLAIN = (
    "What can you tell me about {thing}?",
    "Is there anything you know about {thing}, even roughly?",
    "Could you say something about {thing}?",
)
"""For what a model added to the catalogue's fields."""


def has_wordings(name: str) -> bool:
    return name in _table()


@cache
def wordings(name: str) -> tuple[str, ...]:
    """The ways to ask for the field `name` alone."""
    plain = tuple(each.format(thing=name.replace("_", " ")) for each in _PLAIN)
    return _table().get(name, plain)


@cache
def _table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(PATH, dict[str, Annotated[tuple[str, ...], Field(min_length=_LEAST)]])
