"""Remembers what a function said of a frozen record. Knows no record."""

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["by_identity"]

Of = TypeVar("Of")
Found = TypeVar("Found")

_MOST = 8192


def by_identity(function: Callable[[Of], Found], most: int = _MOST) -> Callable[[Of], Found]:
    """`function`, asked once per object while that object is among the last `most`.

    For functions of records that never change: the same object has the same answer. Equal records are asked anew, for
    comparing them costs more than most answers. An entry keeps its record alive, so no other one can have its id.
    """
    kept: dict[int, tuple[Any, Found]] = {}

    def ask(record: Of) -> Found:
        entry = kept.get(id(record))
        if entry is not None and entry[0] is record:
            return entry[1]
        if len(kept) >= most:
            kept.clear()
        found = function(record)
        kept[id(record)] = record, found
        return found

    return ask
