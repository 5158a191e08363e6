"""Values of a list by any of their names: "bisoprolol 5 mg" is a beta blocker. A name that nobody knows stays as it is.

The names are the words of the catalogue. Without this a rule that asks for a class would not see its members.
"""

import re
from functools import cache

from coach.profile.catalogue import catalogue
from coach.records.fact import Value

_DOSE = re.compile(r"\W+\d[\d.,]*\s*(?:mg|mcg|µg|g|ml|units?|iu|%)?\b.*$")


def by_catalogue(name: str, value: Value) -> Value:
    """`value` of the field `name` with every item of an open list under its name in the catalogue, each once."""
    field = catalogue().fields.get(name)
    if field is None or not field.open_values or not isinstance(value, tuple):
        return value
    return tuple(dict.fromkeys(item if item in field.values else _class_of(name, item) for item in value))


def _class_of(name: str, item: str) -> str:
    said = " ".join(re.sub(r"[_-]", " ", item.lower()).split())
    names = _names(name)
    return names.get(said) or names.get(_DOSE.sub("", said)) or item


@cache
def _names(name: str) -> dict[str, str]:
    choices = catalogue().fields[name].values
    words = {word.lower().replace("-", " "): key for key, choice in choices.items() for word in choice.words}
    return words | {key.replace("_", " "): key for key in choices}
