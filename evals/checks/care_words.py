"""The words of care.yaml: what a warning speaks of, who can help, and what a few plain words decide."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("care.yaml")
Kind = Literal["waiver", "against", "shaming", "missing"]
_REMEMBERED = 8192


class CareWords(Record):
    """Regular expressions by kind; `topics`: rule to what a warning of it speaks of.

    `whom`: who can help with what blocks, by a part of the name of the rules' referral; `anybody`: with any matter.
    """

    topics: dict[str, str]
    whom: dict[str, str]
    waiver: tuple[str, ...]
    against: tuple[str, ...]
    shaming: tuple[str, ...]
    missing: tuple[str, ...]


@cache
def care_words() -> CareWords:
    return sourced_yaml.read_as(PATH, CareWords)


@cache
def _patterns(kind: Kind) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in getattr(care_words(), kind))


@lru_cache(_REMEMBERED)
def find(kind: Kind, text: str) -> re.Match[str] | None:
    """The first match of the first pattern of the kind that matches."""
    return next((found for pattern in _patterns(kind) if (found := pattern.search(text))), None)


@lru_cache(_REMEMBERED)
def speaks_of(rule: str, text: str) -> bool:
    """Whether `text` has a word of the topic of a rule that has one."""
    return re.search(care_words().topics[rule], text.lower()) is not None
