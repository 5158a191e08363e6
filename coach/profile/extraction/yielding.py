"""Fields that a question only sounds like: what else it asks for owns its words. The cases stand in yielding.yaml."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

_PATH = Path(__file__).with_name("yielding.yaml")


class _Case(NamedTuple):
    fields: frozenset[str]
    to: str | None
    where: re.Pattern[str]
    unless: re.Pattern[str] | None
    drop: bool


class Yielded(NamedTuple):
    """`dropped`: not asked for at all; `loosened`: asked for, but closed by no plain no."""

    dropped: frozenset[str]
    loosened: frozenset[str]


@cache
def _cases() -> tuple[_Case, ...]:
    rows = yaml.safe_load(_PATH.read_text(encoding="utf-8"))
    return tuple(
        _Case(
            frozenset(row["fields"]),
            row.get("to"),
            re.compile(row["where"]),
            re.compile(row["unless"]) if "unless" in row else None,
            row.get("drop", False),
        )
        for row in rows
    )


def yielded(question: str, fields: tuple[str, ...]) -> Yielded:
    """Of the `fields` that a lower-case `question` seems to ask for, those that only sound so."""
    found = list(_found(question, frozenset(fields)))
    return Yielded(
        frozenset(name for case in found if case.drop for name in case.fields),
        frozenset(name for case in found if not case.drop for name in case.fields),
    )


def _found(question: str, fields: frozenset[str]) -> Iterator[_Case]:
    for case in _cases():
        if (
            not case.fields.isdisjoint(fields)
            and (case.to is None or case.to in fields)
            and case.where.search(question)
            and not (case.unless and case.unless.search(question))
        ):
            yield case
