"""The lists of health_words.yaml, and whether a sentence takes the words on health in it back.

A sentence does where it denies or supposes them, or speaks of somebody else.
"""

from collections.abc import Container, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.distance import OSA

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("health_words.yaml")


class _Topic(Record):
    fields: tuple[str, ...]
    entry: str = ""
    everyday: bool = False
    stems: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class _Parts(Record):
    fields: tuple[str, ...]
    words: tuple[str, ...]


class _Complaints(Record):
    stems: tuple[str, ...]
    gap: int


class HealthWords(Record):
    """`spared`: phrases without a word on health; `silent`: words of the catalogue that say too little alone.

    `stated`: of a field on health, the words that alone state a value (`so`: that it is so); `not_never`: of a field
    whose `none` means never, the words that alone say otherwise; `of_now`: stated fields that hold what is true now,
    `not_now`: words by which a sentence speaks of another time; `said_by`: of a stated value, the people one of whom
    has to have said it, `narrowed`: words right behind it that limit it;
    `urgent`: fields whose words no plain no of a later message takes back; `denied_before`, `supposed_before`,
    `doubt_after`: phrases that, before or right behind a word on health, may deny or suppose it; `limits_after`:
    phrases that behind it limit or hedge a denial; `plain`: words that beside them leave a denial plain; `persons`:
    whom it may speak of where one stands before it and none of `own` between; `others`: the same anywhere in a
    sentence with no word of `own`; `turns`: words behind which a doubt holds no longer; `all_right`: what alone may
    follow such a word where all is well with it, but for `filling` around it; `change`: words by which a matter on
    record may be different now; `noes` to `yeses`: of which whole answers consist that only say yes or no.
    """

    topics: tuple[_Topic, ...]
    endings: tuple[_Parts, ...]
    parts: tuple[_Parts, ...]
    complaints: _Complaints
    spared: tuple[str, ...]
    silent: tuple[str, ...]
    urgent: frozenset[str]
    stated: dict[str, dict[str, tuple[str, ...]]]
    of_now: frozenset[str]
    not_now: tuple[str, ...]
    said_by: dict[str, frozenset[str]]
    narrowed: frozenset[str]
    not_never: dict[str, tuple[str, ...]]
    denied_before: frozenset[str]
    supposed_before: frozenset[str]
    doubt_after: frozenset[str]
    limits_after: frozenset[str]
    plain: frozenset[str]
    persons: frozenset[str]
    others: frozenset[str]
    own: frozenset[str]
    turns: frozenset[str]
    all_right: frozenset[str]
    filling: frozenset[str]
    change: frozenset[str]
    noes: tuple[str, ...]
    hedged_noes: tuple[str, ...]
    beside_no: tuple[str, ...]
    in_part: tuple[str, ...]
    yeses: tuple[str, ...]


@cache
def health_words() -> HealthWords:
    return sourced_yaml.read_as(PATH, HealthWords)


SHORTEST_TYPO = 7
"""Letters from which a word may have a typo."""
_FAMILY = "cv_risk_factors"
"""Of this field somebody else's illness tells."""
_NEAR = 5
"""So many words, and no more, may stand between a phrase and what takes it back before it."""
_LISTING = frozenset({"and", "or", "nor"})
_NEXT = 2
"""So many words behind a phrase may take it back ("chest pain never")."""


class Span(NamedTuple):
    """A phrase by the tokens from `start` to before `end`."""

    start: int
    end: int
    words: str
    fields: Iterable[str]


def is_plain(tokens: Iterable[str]) -> bool:
    """Whether none of the words besides those on health can limit, hedge or turn a denial."""
    return _plain() >= set(tokens)


def is_of_no_one(tokens: list[str], span: Span, before: list[str]) -> bool:
    """Whether the sentence merely supposes the words on health, or speaks of somebody else."""
    supposed = _holds(before, health_words().supposed_before)
    return supposed or (_FAMILY not in span.fields and _of_somebody_else(tokens, span.start))


def says_all_is_well(behind: list[str]) -> bool:
    """Whether the words behind say that all is well, as far as they go."""
    words = health_words()
    rest = " ".join(token for token in behind if token not in words.filling | _places())
    return rest in words.all_right or _holds(behind[:_NEXT], words.doubt_after)


def words_before(tokens: list[str], start: int, on_health: Container[int]) -> list[str]:
    """The words before `start`, back to a turn, with at most `_NEAR` that are not on health themselves."""
    at, others = start, 0
    while at and others <= _NEAR and tokens[at - 1] not in health_words().turns:
        at -= 1
        others += at not in on_health and tokens[at] not in _LISTING
    return tokens[at:start]


def _holds(tokens: Iterable[str], phrases: Iterable[str]) -> bool:
    text = f" {' '.join(tokens)} "
    return any(f" {phrase} " in text for phrase in phrases)


def is_denied(before: list[str], behind: list[str]) -> bool:
    """Whether one of the words before is a no that none of the words behind limits or hedges."""
    words = health_words()
    return _holds(before, words.denied_before) and not _holds(behind[:_NEAR], words.limits_after)


@cache
def _plain() -> frozenset[str]:
    words = health_words()
    return words.denied_before | words.filling | words.plain | words.persons | _places()


@cache
def _places() -> frozenset[str]:
    return frozenset(word for part in health_words().parts for word in part.words)


def _of_somebody_else(tokens: list[str], start: int) -> bool:
    words = health_words()
    about = words.persons | words.others
    own = [
        at
        for at, token in enumerate(tokens)
        if token in words.own and about.isdisjoint(_corrected(tokens[at + 1 :][:1]))
    ]
    cut = max((at for at in range(start) if at in own or tokens[at] in words.turns), default=0)
    return not words.persons.isdisjoint(tokens[cut:start]) or not (own or words.others.isdisjoint(_corrected(tokens)))


def _corrected(tokens: list[str]) -> Iterator[str]:
    """Each word, and the long words of `others` that it may be, misspelt."""
    words = health_words()
    long = [other for other in words.others if len(other) >= SHORTEST_TYPO]
    for token in tokens:
        yield token
        known = token in words.persons or token.startswith(words.complaints.stems)
        if len(token) >= SHORTEST_TYPO and not known:
            yield from (other for other in long if OSA.distance(token, other, score_cutoff=1) <= 1)
