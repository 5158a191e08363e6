"""The wordings as data: what stands in phrases/*.yaml, validated once. Knows no persona and picks nothing."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from coach import sourced_yaml
from coach.records.base import Record

FOLDER = Path(__file__).with_name("phrases")
Length = Literal["tiny", "short", "normal"]


class EntryWords(Record):
    """One entry of an enum or list fact: `noun` names it in a denial, `tag` after a question, `full` anywhere;
    `denied`: the noes to a question for it alone, where not every no will do."""

    noun: str
    full: tuple[str, ...]
    tag: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


class FactWords(Record):
    """How one field is said; see the heads of facts.yaml and lists.yaml.

    `yes_no`: a bare no answers its question, although it takes a number. `none_beside` stands for `none` where the
    field `beside` has a value ("no other operation").
    """

    name: str
    kind: str = "plain"
    approx: bool = False
    yes_no: bool = False
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
    """A voice. Shares are chances per message, `lower` that a persona types without capitals.

    `chatter`: remarks by the topic that was answered; those of `any` fit every light topic. `end` closes small talk.
    """

    length: Length = "normal"
    lower: float = 0.0
    openers: tuple[str, ...] = ()
    opener_share: float = 0.0
    greeting: tuple[str, ...] = ()
    chatter: Mapping[str, tuple[str, ...]] = {}
    chatter_share: float = 0.0
    again: tuple[str, ...] = ()
    end: tuple[str, ...] = (".",)


@cache
def facts() -> dict[str, FactWords]:
    """Wordings of every field of the catalogue."""
    return {
        **sourced_yaml.read_as(FOLDER / "facts.yaml", dict[str, FactWords]),
        **sourced_yaml.read_as(FOLDER / "lists.yaml", dict[str, FactWords]),
    }


@cache
def styles() -> dict[str, Style]:
    return sourced_yaml.read_as(FOLDER / "styles.yaml", dict[str, Style])


@cache
def manner() -> dict[str, tuple[str, ...]]:
    """Stocks of sentences that carry no fact."""
    return sourced_yaml.read_as(FOLDER / "manner.yaml", dict[str, tuple[str, ...]])


@cache
def languages() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(FOLDER / "languages.yaml", dict[str, tuple[str, ...]])


OTHERWISE = "unclear"


def stock_for(question: str) -> str:
    """The first stock one of whose words stands in `question`, in any case; `unclear` where none does."""
    asked = question.lower()
    return next((stock for stock, words in _table().items() if any(word in asked for word in words)), OTHERWISE)


@cache
def _table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(FOLDER / "small_talk.yaml", dict[str, tuple[str, ...]])
