"""The words of care as shipped in care.yaml. Judges nothing."""

import re
from functools import cache
from pathlib import Path

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("care.yaml")


class CareWords(Record):
    topics: dict[str, str]
    advice: tuple[str, ...]
    waiver: tuple[str, ...]
    against: tuple[str, ...]
    forward: tuple[str, ...]
    missing: tuple[str, ...]

    def speaks_of(self, rule: str, text: str) -> bool:
        return re.search(self.topics[rule], text.lower()) is not None

    def has(self, kind: str, text: str) -> re.Match[str] | None:
        """The first match of a pattern of the kind."""
        patterns: tuple[str, ...] = getattr(self, kind)
        return next((found for pattern in patterns if (found := re.search(pattern, text, re.IGNORECASE))), None)


@cache
def care_words() -> CareWords:
    """The file as shipped."""
    return sourced_yaml.read_as(PATH, CareWords)
