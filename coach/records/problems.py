"""What is wrong in a file that a person wrote, in words. Knows pydantic, and none of our forms."""

from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError

from coach.close_names import unknown


class Problem(NamedTuple):
    """`key`: where, with dots between its parts."""

    key: str
    what: str


def first_problem(error: ValidationError, form: type[BaseModel]) -> Problem:
    """The first of what `error` says; of a key that `form` does not have, with those that it has."""
    first = error.errors(include_url=False)[0]
    *place, name = first["loc"] or ("",)
    key = ".".join(map(str, first["loc"]))
    if first["type"] != "extra_forbidden":
        return Problem(key, first["msg"])
    held: Any = form
    for part in place:
        held = get_args(held)[0] if isinstance(part, int) else held.model_fields[part].annotation
    known = tuple(held.model_fields)
    return Problem(key, unknown("key", str(name), known, f"there are {', '.join(known)}"))
