"""How a field is asked for again, in other words than before. Data: asking_again.yaml; knows the catalogue's values."""

from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml
from coach.profile.catalogue import catalogue

PATH = Path(__file__).with_name("asking_again.yaml")
_PLAIN = "What can you tell me about {thing}?", "Is there anything you know about {thing}, even roughly?"
"""For what a model added to the catalogue's fields."""


class _Table(RootModel[dict[str, tuple[str, str]]]):
    pass


@cache
def wordings(name: str) -> tuple[str, str]:
    """The two ways to ask for the field `name` again, its values filled in."""
    known = sourced_yaml.read_as(PATH, _Table).root
    first, second = known.get(name, _PLAIN)
    return _filled(first, name), _filled(second, name)


def _filled(wording: str, name: str) -> str:
    field = catalogue().fields.get(name)
    says = [value.say for value in field.values.values()] if field else []
    values = f"{', '.join(says[:-1])} or {says[-1]}" if len(says) > 1 else "".join(says)
    return wording.format(values=values, thing=name.replace("_", " "))
