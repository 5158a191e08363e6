"""One thing the coach knows about the athlete, with where it came from."""

from typing import Literal, TypeGuard

from coach.records.base import Record

Value = bool | int | float | str | tuple[str, ...] | dict[str, float] | None
"""A value in the field's canonical unit. None is known: the field does not apply."""

Confidence = Literal["explicit", "inferred"]
Standing = Literal["given", "declined", "not_known"]
"""`declined`: the athlete will not say; `not_known`: the athlete cannot say. Both leave the field undecided."""


class Fact(Record):
    """A field's value as told at `turn` (1-based count of the athlete's messages) in the words `raw`.

    `denied`: of a list that several questions ask part by part, the entries asked about by name that are not so; what
    is neither in `value` nor denied is unknown. None: the value is the whole of it.
    """

    field: str
    value: Value = None
    raw: str = ""
    turn: int = 0
    confidence: Confidence = "explicit"
    standing: Standing = "given"
    denied: tuple[str, ...] | None = None


def entries(value: Value) -> tuple[str, ...]:
    """The entries of a list; none of a value that is not a list."""
    return value if isinstance(value, tuple) else ()


def is_number(value: object) -> TypeGuard[float]:
    """Whether the value is a number, which True and False are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)
