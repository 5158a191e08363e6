"""The lexicon as values. Knows the shape of its files and how its patterns are put together; judges nothing."""

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator

from coach import sourced_yaml
from coach.records.base import Record
from evals.checks.unspoken.phrases import Reader, bounded
from evals.checks.unspoken.texts import Category

PATH = Path(__file__).with_name("lexicon.yaml")
THINKERS = Path(__file__).with_name("thinkers.yaml")
_ALTERNATIVES = re.compile(r"\(([^()]*)\)")

Needs = Literal["nothing", "title", "numbers", "citation", "surname", "initial", "identifier"]
Examples = Annotated[tuple[str, ...], Field(min_length=1)]


class Name(Record):
    """Phrases that are a leak wherever the context gives what they need.

    In the file a phrase may hold alternatives in round brackets, of which one may be empty; here each is spelt out.
    `capital`: counts only where it is written like a name or a title, since its words are ordinary ones.
    """

    id: str
    topic: str
    category: Category = "framework_name"
    phrases: Annotated[tuple[str, ...], Field(min_length=1)]
    needs: Needs
    capital: bool = False
    leaks: Examples
    innocent: Examples
    why: str

    @field_validator("phrases")
    @classmethod
    def _alternatives_are_spelt_out(cls, phrases: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(spelt for phrase in phrases for spelt in _spelt_out(phrase)))


def _spelt_out(phrase: str) -> list[str]:
    """Every way to read a phrase, the innermost brackets first: of `(art|arthur) brooks` both."""
    found = _ALTERNATIVES.search(phrase)
    if found is None:
        return [" ".join(phrase.split())]
    ahead, behind = phrase[: found.start()], phrase[found.end() :]
    return [spelt for way in found[1].split("|") for spelt in _spelt_out(f"{ahead}{way}{behind}")]


class Pattern(Record):
    """Sentences that leak: one of the phrases `find`, with all of `beside` near, and nothing of `unless`."""

    id: str
    category: Category
    find: Examples
    beside: tuple[Examples, ...] = ()
    reach: Literal["sentence", "around"] = "sentence"
    unless: tuple[str, ...] = ()
    capitals: bool = False
    heading: bool = False
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
    places: str
    own_firsts: frozenset[str]
    sentence_words: frozenset[str]

    @field_validator("own_firsts", "sentence_words", mode="before")
    @classmethod
    def _lists_are_sets(cls, words: list[str]) -> frozenset[str]:
        return frozenset(words)


class Confirming(Record):
    asks: str
    describes: str
    drawn: str
    opening: str
    anywhere: str
    denial: str


class Lexicon(Record):
    words: dict[str, tuple[str, ...]]
    names: tuple[Name, ...]
    near_misses: tuple[NearMiss, ...]
    citing: Citing
    patterns: tuple[Pattern, ...]
    confirming: Confirming

    @cached_property
    def reader(self) -> Reader:
        """Reads phrases that refer to `words`."""
        return Reader(self.words)


class Thinkers(Record):
    """Names beside those of the frameworks in use."""

    names: tuple[Name, ...]


@cache
def lexicon() -> Lexicon:
    """The lexicon as shipped, with the thinkers that fill a file of their own."""
    read = sourced_yaml.read_as(PATH, Lexicon)
    return read.model_copy(update={"names": read.names + sourced_yaml.read_as(THINKERS, Thinkers).names})


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A regular expression of the lexicon."""
    return re.compile(pattern)


@cache
def searches(phrases: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """The phrases as searches, in one where there are many."""
    if not phrases:
        return ()
    return (re.compile("|".join(bounded(lexicon().reader.read(phrase)).pattern for phrase in phrases)),)
