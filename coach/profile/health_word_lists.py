"""The lists of health_words.yaml as they are shipped; reads no text."""

from functools import cache
from pathlib import Path

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
    whose `none` means never, the words that alone say otherwise;
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
