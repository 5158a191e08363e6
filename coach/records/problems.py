"""What is wrong in a file that a person wrote, in words. Knows pydantic, and none of our forms."""

from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from coach.close_names import unknown

UNKNOWN_KEY = "extra_forbidden"
"""Pydantic's type of the error for a key that a form does not have."""


class Problem(NamedTuple):
    """`key`: where, with dots between its parts; empty for the whole."""

    key: str
    what: str

    def __str__(self) -> str:
        return f"{self.key}: {self.what}" if self.key else self.what


def foremost(error: ValidationError) -> ErrorDetails:
    """An unknown key where there is one, since a misspelt key lacks the right one, too; else the first error."""
    found = error.errors(include_url=False)
    return next((each for each in found if each["type"] == UNKNOWN_KEY), found[0])


def first_problem(error: ValidationError, form: type[BaseModel] | None = None) -> Problem:
    """The foremost of what `error` says; of a key that `form`, where given, does not have, with those that it has."""
    first = foremost(error)
    key = ".".join(map(str, first["loc"]))
    if form is None or first["type"] != UNKNOWN_KEY:
        return Problem(key, first["msg"].removeprefix("Value error, "))
    *place, name = first["loc"]
    held: Any = form
    for part in place:
        held = get_args(held)[0] if isinstance(part, int) else held.model_fields[part].annotation
    known = tuple(held.model_fields)
    return Problem(key, unknown("key", str(name), known, f"there are {', '.join(known)}"))
