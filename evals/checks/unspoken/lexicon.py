"""The lexicon as values: names with examples, and the words that make a context. Judges nothing."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator

from coach import sourced_yaml
from coach.records.base import Record
from evals.checks.unspoken.texts import Category

PATH = Path(__file__).with_name("lexicon.yaml")
THINKERS = Path(__file__).with_name("thinkers.yaml")
_ALTERNATIVES = re.compile(r"\(([^()]*)\)")

Needs = Literal[
    "nothing", "title", "numbers", "citation", "surname", "initial", "identifier", "capitals", "masked", "word"
]
Examples = Annotated[tuple[str, ...], Field(min_length=1)]


class Name(Record):
    """Phrases that are a leak wherever the context gives what they need; lexicon.yaml explains the fields.

    In the file a phrase may hold alternatives in round brackets, of which one may be empty; here each is spelt out.
    """

    id: str
    topic: str
    category: Category = "framework_name"
    phrases: Examples
    needs: Needs
    capital: bool = False
    weighed: bool = False
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


class Lexicon(Record):
    """`spared`: words that are no slip of the pen for a word of a name."""

    names: tuple[Name, ...]
    spared: frozenset[str]
    contexts: dict[str, tuple[str, ...]]
    sources: tuple[str, ...]


class Thinkers(Record):
    """Names beside those of the frameworks in use."""

    names: tuple[Name, ...]


@cache
def lexicon() -> Lexicon:
    """The lexicon as shipped, with the thinkers that fill a file of their own."""
    read = sourced_yaml.read_as(PATH, Lexicon)
    return read.model_copy(update={"names": read.names + sourced_yaml.read_as(THINKERS, Thinkers).names})


@cache
def any_of(name: str, around: str = r"\b{}\b") -> re.Pattern[str]:
    """A search for the words of the context `name`, put into `around`; `*` is any ending, `_` any one word."""
    phrases = sorted(lexicon().contexts[name], key=len, reverse=True)
    written = [re.escape(each).replace(r"\*", r"\w*").replace("_", r"[\w'-]+") for each in phrases]
    return re.compile(around.replace("{}", f"(?:{'|'.join(written)})"))
