"""How a field is asked for by itself: again, or where the rest is known. Data: asking_again.yaml."""

from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml
from coach.profile.catalogue import catalogue

PATH = Path(__file__).with_name("asking_again.yaml")
_PLAIN = "What can you tell me about {thing}?", "Is there anything you know about {thing}, even roughly?"
"""For what a model added to the catalogue's fields."""


class _Table(RootModel[dict[str, tuple[str, str] | tuple[str, str, str]]]):
    pass


@cache
def wordings(name: str) -> tuple[str, ...]:
    """The ways to ask for the field `name` alone, its values filled in."""
    known = sourced_yaml.read_as(PATH, _Table).root
    return tuple(_filled(wording, name) for wording in known.get(name, _PLAIN))


def _filled(wording: str, name: str) -> str:
    field = catalogue().fields.get(name)
    says = [value.say for value in field.values.values()] if field else []
    values = f"{', '.join(says[:-1])} or {says[-1]}" if len(says) > 1 else "".join(says)
    return wording.format(values=values, thing=name.replace("_", " "))
