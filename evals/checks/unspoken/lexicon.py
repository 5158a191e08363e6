"""The lexicon as values. Knows the shape of lexicon.yaml and how its patterns are put together; judges nothing."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator

from coach import sourced_yaml
from coach.records.base import Record
from evals.checks.unspoken.texts import Category

PATH = Path(__file__).with_name("lexicon.yaml")

Needs = Literal["nothing", "title", "numbers", "citation", "surname", "identifier"]
Examples = Annotated[tuple[str, ...], Field(min_length=1)]


class Name(Record):
    """Phrases that are a leak wherever the context gives what they need."""

    id: str
    topic: str
    category: Category = "framework_name"
    phrases: Annotated[tuple[str, ...], Field(min_length=1)]
    needs: Needs
    leaks: Examples
    innocent: Examples
    why: str


class Pattern(Record):
    """A regular expression over folded prose."""

    id: str
    category: Category
    pattern: str
    unless: str | None = None
    claim: bool = False
    reflects: bool = False
    leaks: Examples
    innocent: Examples
    why: str


class NearMiss(Record):
    """A name that people misspell: how far off still counts, and the words that are not it."""

    name: str
    topic: str
    firsts: tuple[str, ...]
    distance: Annotated[int, Field(ge=1, le=2)]
    spared: Annotated[tuple[str, ...], Field(alias="except")]


class Citing(Record):
    """Readable tests of a context; the fields are explained in the file."""

    before: str
    verb: str
    noun: str
    strong: str
    shoes: str
    titled: str
    of_numbers: str
    idiom: str
    unit: str
    persons: str
    own_firsts: frozenset[str]
    sentence_words: frozenset[str]

    @field_validator("own_firsts", "sentence_words", mode="before")
    @classmethod
    def _lists_are_sets(cls, words: list[str]) -> frozenset[str]:
        return frozenset(words)


class Confirming(Record):
    opening: str
    anywhere: str
    denial: str


class Lexicon(Record):
    parts: dict[str, str]
    names: tuple[Name, ...]
    near_misses: tuple[NearMiss, ...]
    citing: Citing
    patterns: tuple[Pattern, ...]
    confirming: Confirming

    def expanded(self, pattern: str) -> str:
        """`pattern` with every <part> put in; parts may hold parts."""
        before = ""
        while before != pattern:
            before = pattern
            pattern = re.sub(r"(?<!\?P)<(\w+)>", lambda found: self.parts[found[1]], pattern)
        return pattern


@cache
def lexicon() -> Lexicon:
    """The lexicon as shipped."""
    return sourced_yaml.read_as(PATH, Lexicon)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of the lexicon, its parts put in."""
    return re.compile(lexicon().expanded(pattern))
