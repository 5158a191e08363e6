"""The words by which the checks know what a text says, as patterns out of words.yaml."""

import re
from functools import cache
from pathlib import Path

from coach import sourced_yaml

PATH = Path(__file__).with_name("words.yaml")


@cache
def _table() -> dict[str, dict[str, tuple[str, ...]]]:
    return sourced_yaml.read_as(PATH, dict[str, dict[str, tuple[str, ...]]])


def patterns(subject: str, *names: str) -> tuple[re.Pattern[str], ...]:
    """A pattern for each name: any of its expressions, in any case; as whole words, or as it is between slashes."""
    return tuple(_pattern(_table()[subject][name]) for name in names)


def _pattern(expressions: tuple[str, ...]) -> re.Pattern[str]:
    as_is = [each[1:-1] for each in expressions if each.startswith("/")]
    whole = "|".join(each for each in expressions if not each.startswith("/"))
    return re.compile("|".join([rf"\b(?:{whole})\b"] * bool(whole) + as_is), re.IGNORECASE)
