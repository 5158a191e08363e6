"""What an answer does as a whole: a plain no or yes, a refusal, not knowing, taking something back."""

import re
from functools import cache
from pathlib import Path

import yaml


@cache
def saying(name: str) -> re.Pattern[str]:
    """The pattern of one kind of whole-answer saying."""
    rows = yaml.safe_load(Path(__file__).with_name("replies.yaml").read_text(encoding="utf-8"))
    return re.compile(re.sub(r"\n\s*", "", rows[name].strip()))


def plain_no(text: str) -> tuple[int, int] | None:
    """Where `text` says no to the question as a whole."""
    found = saying("plain_no").search(text)
    return found.span("no") if found else None


def plain_yes(text: str) -> tuple[int, int] | None:
    """Where `text` opens with a yes."""
    found = saying("plain_yes").match(text)
    return found.span() if found else None


def declines(text: str) -> bool:
    return saying("declined").search(text) is not None


def does_not_know(text: str) -> bool:
    return saying("not_known").search(text) is not None


def corrections(text: str) -> list[int]:
    """Where the speaker takes back what was just said."""
    return [match.start() for match in saying("correction").finditer(text)]
