"""How a field is asked for by itself: again, or where the rest is known. Data: asking_again.yaml."""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, RootModel

from coach import sourced_yaml
from coach.profile.catalogue import catalogue

PATH = Path(__file__).with_name("asking_again.yaml")
_LEAST = 3
"""Of a field's wordings: as often as it is asked at most."""
_ONCE_MORE = ("{question}", "Coming back to an earlier question: {question}", "One I asked before: {question}")
"""For what a model added to the catalogue's fields."""


class _Table(RootModel[dict[str, Annotated[tuple[str, ...], Field(min_length=_LEAST)]]]):
    pass


def has_wordings(name: str) -> bool:
    """Whether the field has words of its own."""
    return name in _table()


@cache
def wordings(name: str, question: str = "") -> tuple[str, ...]:
    """The ways to ask for the field `name` alone, its values filled in; one outside the catalogue by its `question`."""
    return tuple(_filled(wording, name, question) for wording in _table().get(name, _ONCE_MORE))


@cache
def _table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(PATH, _Table).root


def _filled(wording: str, name: str, question: str) -> str:
    field = catalogue().fields.get(name)
    says = [value.say for value in field.values.values()] if field else []
    values = f"{', '.join(says[:-1])} or {says[-1]}" if len(says) > 1 else "".join(says)
    return wording.format(values=values, question=question)
