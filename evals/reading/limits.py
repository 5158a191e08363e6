"""Whether a reply says something without limit: only then is a value that clears taken from it. Knows no chances."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.profile.health_doubts import is_plain
from coach.profile.health_words import fields_of_words, plain_words
from coach.records.base import Record
from coach.records.fact import Value
from coach.sentences import remarks
from evals.reading.folding import fold
from evals.reading.records import Amount, Span

PATH: Final = Path(__file__).with_name("limits.yaml")
_CLAUSE: Final = re.compile(r"[^,;:.!?()\n\u2013\u2014]+")
_PARTS: Final = re.compile(r"[,;:]|\b(?:and|or)\b")
_FEW: Final = 2
"""Words of an entry of an enumeration."""
_NOTHING: Final[tuple[Value, ...]] = ((), False, "none", 0)
"""Values that a no gives."""


class _Least(Record):
    amounts: dict[str, float]
    words: tuple[str, ...]


class Limits(Record):
    """limits.yaml."""

    hedges: tuple[str, ...]
    exceptions: tuple[str, ...]
    occasions: tuple[str, ...]
    ever: tuple[str, ...]
    least: dict[str, _Least]


@cache
def limits() -> Limits:
    return sourced_yaml.read_as(PATH, Limits)


@dataclass(frozen=True)
class Statement:
    """What `text` with its `amounts`, an answer to `question`, says of `field` at `span`."""

    field: str
    value: Value
    text: str
    span: Span
    question: str
    amounts: tuple[Amount, ...]

    @cached_property
    def clause(self) -> str:
        return part_around(_CLAUSE.findall(self.text), self.text, self.span)

    @cached_property
    def said(self) -> list[str]:
        """The words of the sentence."""
        return plain_words(part_around(remarks(self.text), self.text, self.span))

    @cached_property
    def asked(self) -> list[str]:
        return plain_words(self.question)

    @property
    def is_list(self) -> bool:
        return catalogue().fields[self.field].type in ("list", "enum")


def is_limited(one: Statement) -> bool:
    """Whether the words may hold less than the value says.

    A sentence that hedges does, or that tells less than the field needs. A no also does where its sentence makes an
    exception, where it names a part of what was asked, and, of a list or of "ever", where its clause holds it to an
    occasion. A no to a list must name the list or stand in a sentence of a mere no.
    """
    if _holds(one.said, (each for each in limits().hedges if each not in _words_of_value(one))) or _is_too_little(one):
        return True
    is_no = any(one.value is each or one.value == each != 0 for each in _NOTHING)
    return is_no and (_holds(one.said, limits().exceptions) or _names_a_part(one) or _is_open(one))


def _is_too_little(one: Statement) -> bool:
    least = limits().least.get(one.field)
    if least is None or not one.value:
        return False
    below = any(amount.low < least.amounts.get(amount.kind, 0) for amount in one.amounts)
    return below or _holds(one.said, least.words)


def _is_open(one: Statement) -> bool:
    """Whether a no is held to an occasion or, of a list, has words that nothing explains."""
    named = one.field in fields_of_words(one.clause, everyday=True)
    words = plain_words(one.clause) if named else one.said
    of_all = _holds(one.asked, limits().ever)
    if (one.is_list or of_all) and _holds(words, _occasions(one.asked, of_all=of_all)):
        return True
    return one.is_list and not all(
        is_plain((word,)) or word in one.asked or one.field in fields_of_words(word, everyday=True) for word in words
    )


def _occasions(asked: list[str], *, of_all: bool) -> Iterator[str]:
    """Those that the question does not ask about itself."""
    return (each for each in limits().occasions if of_all or not _holds(asked, (each,)))


def _names_a_part(one: Statement) -> bool:
    """Whether a no names some entries of the list, or of an enumeration in the question, and not all asked."""
    if catalogue().fields[one.field].type == "list":
        named = _entries(one.field, " ".join(one.said))
        others = _entries(one.field, one.question) - named
        return bool(named) and (bool(others) or catalogue().fields[one.field].open_values)
    parts = [plain_words(part) for part in _PARTS.split(one.question.lower())]
    parts = [part for part in parts if one.field in fields_of_words(" ".join(part), everyday=True)]
    words = [word for word in plain_words(one.clause) if not is_plain((word,))]
    left = [part for part in parts if not set(part) & set(words)]
    return 0 < len(left) < len(parts) and min(map(len, parts)) <= _FEW


def _entries(field: str, text: str) -> set[str]:
    return {key for key in catalogue().fields[field].values if value_words(field, key).search(fold(text))}


@cache
def value_words(field: str, value: str) -> re.Pattern[str]:
    """The catalogue's words for a value, in a folded text."""
    known = catalogue().fields[field].values.get(value)
    words = "|".join(re.escape(word.lower()) for word in (known.words if known else ()))
    return re.compile(rf"(?<!\w)(?:{words})s?(?!\w)" if words else r"(?!)")


def _words_of_value(one: Statement) -> tuple[str, ...]:
    choice = catalogue().fields[one.field].values.get(one.value) if isinstance(one.value, str) else None
    return choice.words if choice else ()


def part_around(parts: Iterable[str], text: str, span: Span) -> str:
    """The first of `parts`, in their order in `text`, that reaches beyond the beginning of `span`."""
    end = 0
    for part in parts:
        end = text.index(part, end) + len(part)
        if end > span[0]:
            return part
    return text


def _holds(words: Iterable[str], phrases: Iterable[str]) -> bool:
    text = f" {' '.join(words)} "
    return any(f" {phrase} " in text for phrase in phrases)
