"""What an athlete's answer to a plan comes to: a yes, a no, or neither. Pure; data: consent.yaml."""

import re
from functools import cache
from pathlib import Path
from typing import Literal

from coach import sourced_yaml
from coach.records.base import Record
from coach.sentences import SENTENCES

PATH = Path(__file__).with_name("consent.yaml")
Consent = Literal["yes", "no", "neither"]

_WINDOW = 4000
"""Nobody agrees after that many characters, and hostile texts are long."""


class _Words(Record):
    refuses: tuple[str, ...]
    wishes: tuple[str, ...]
    holds_back: tuple[str, ...]
    accepts: tuple[str, ...]
    negated: tuple[str, ...]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    table = sourced_yaml.read_as(PATH, _Words).model_dump()
    return {kind: re.compile("|".join(f"(?:{one})" for one in patterns)) for kind, patterns in table.items()}


def consent(text: str) -> Consent:
    """What `text`, said with a plan on the table, says to it: a refusal or a wish for another plan is a no.

    Where a yes stands beside one, either may be meant: "fine, but no Fridays", "I'm not thrilled, but let's go".
    """
    sentences = _sentences(text)
    yes = any(_accepts(sentence) for sentence in sentences)
    if _has(("refuses", "wishes"), sentences):
        return "neither" if yes else "no"
    return "yes" if yes and not _has(("holds_back",), sentences) else "neither"


def objects(text: str) -> bool:
    """Whether `text` holds a refusal, a wish for another plan or a doubt, whatever else it holds."""
    return _has(("refuses", "wishes", "holds_back"), _sentences(text))


def _sentences(text: str) -> list[str]:
    return [found[0].strip() for found in SENTENCES.finditer(text[:_WINDOW].replace("\u2019", "'").lower())]


def _has(kinds: tuple[str, ...], sentences: list[str]) -> bool:
    return any(_patterns()[kind].search(sentence) for sentence in sentences for kind in kinds)


def _accepts(sentence: str) -> bool:
    if sentence.endswith("?"):
        return False
    words = _patterns()
    return any(not words["negated"].search(sentence[: found.start()]) for found in words["accepts"].finditer(sentence))
