"""The wordings as data: what stands in phrases/*.yaml, validated once. Knows no persona and picks nothing."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import RootModel, field_validator

from coach import sourced_yaml
from coach.records.base import Record

FOLDER = Path(__file__).with_name("phrases")


class EntryWords(Record):
    """One entry of an enum or list fact: `noun` names it in a denial, `asks` finds it in a question.

    `tag` stands for `full` with those who say little.
    """

    noun: str
    full: tuple[str, ...]
    tag: tuple[str, ...] = ()
    asks: str | None = None


class FactWords(Record):
    """How one field is said; see the heads of facts.yaml and lists.yaml.

    `none_beside` stands for `none` where the field `beside` has a value ("no other operation").
    """

    name: str
    kind: str = "plain"
    approx: bool = False
    short: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    none_beside: tuple[str, ...] = ()
    beside: str | None = None
    empty: tuple[str, ...] = ()
    if_true: tuple[str, ...] = ()
    if_false: tuple[str, ...] = ()
    other: str = "{v}"
    values: Mapping[str, EntryWords] = {}


class Style(Record):
    """A voice; shares are chances per message."""

    length: str = "normal"
    openers: tuple[str, ...] = ()
    opener_share: float = 0.0
    greeting: tuple[str, ...] = ()
    chatter: tuple[str, ...] = ()
    chatter_share: float = 0.0
    end: tuple[str, ...] = (".",)


class FieldAsks(Record):
    """Patterns that ask about a field (`asks`) or only touch it (`hints`).

    `blind` words are taken out first. Nothing is asked where `needs` stands neither in the sentence nor before it,
    or where `unless` stands in the clause. `by_name`: no question about a whole topic reaches the field.
    `goes_on` asks further, where the field `after` was asked before.
    """

    asks: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()
    needs: str | None = None
    unless: str | None = None
    by_name: bool = False
    after: str | None = None
    goes_on: tuple[str, ...] = ()


class GistWords(Record):
    """`asks`: only the asking sentences are looked at, else only the others.

    `unless`: words anywhere that mean something else after all.
    """

    asks: bool
    patterns: tuple[str, ...]
    unless: tuple[str, ...] = ()

    @field_validator("patterns", "unless")
    @classmethod
    def _compile(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            re.compile(pattern)
        return patterns


class AsksFile(Record):
    fields: dict[str, FieldAsks]
    everything: tuple[str, ...]


class _Facts(RootModel[dict[str, FactWords]]):
    pass


class _Styles(RootModel[dict[str, Style]]):
    pass


class _Stock(RootModel[dict[str, tuple[str, ...]]]):
    pass


class _Gists(RootModel[dict[str, GistWords]]):
    pass


@cache
def facts() -> dict[str, FactWords]:
    """Wordings of every field of the catalogue."""
    return {
        **sourced_yaml.read_as(FOLDER / "facts.yaml", _Facts).root,
        **sourced_yaml.read_as(FOLDER / "lists.yaml", _Facts).root,
    }


@cache
def styles() -> dict[str, Style]:
    return sourced_yaml.read_as(FOLDER / "styles.yaml", _Styles).root


@cache
def manner() -> dict[str, tuple[str, ...]]:
    """Stocks of sentences that carry no fact."""
    return sourced_yaml.read_as(FOLDER / "manner.yaml", _Stock).root


@cache
def languages() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(FOLDER / "languages.yaml", _Stock).root


@cache
def gists() -> dict[str, GistWords]:
    return sourced_yaml.read_as(FOLDER / "gists.yaml", _Gists).root


@cache
def asks() -> AsksFile:
    return sourced_yaml.read_as(FOLDER / "asks.yaml", AsksFile)
