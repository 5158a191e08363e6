"""Remembers what a function said of a frozen record. Knows no record."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

Of = TypeVar("Of")
Found = TypeVar("Found")

_MOST = 8192
_FEW = 256


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


def by_parts(*parts: str) -> Callable[[Callable[[Of], Found]], Callable[[Of], Found]]:
    """A function of a frozen record that reads these attributes of it and no others: asked once for the same objects.

    At least two parts; each has to be a record that never changes, or a plain value.
    """
    values = attrgetter(*parts)

    def remembered(function: Callable[[Of], Found]) -> Callable[[Of], Found]:
        kept: dict[tuple[int, ...], tuple[tuple[Any, ...], Found]] = {}

        def ask(record: Of) -> Found:
            read = values(record)
            key = tuple(map(id, read))
            if key in kept:  # whose objects are alive, so that no others have their ids
                return kept[key][1]
            if len(kept) >= _FEW:
                kept.clear()
            found = function(record)
            kept[key] = read, found
            return found

        return ask

    return remembered
