"""The offline coach's wordings: several for each purpose, chosen by seed and place in the talk. Data: phrases.yaml."""

import random
from functools import cache
from pathlib import Path

from coach import sourced_yaml

PATH = Path(__file__).with_name("phrases.yaml")


@cache
def table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(PATH, dict[str, tuple[str, ...]])


def phrase(purpose: str, seed: int, place: int, **values: str) -> str:
    """One wording for `purpose` with its blanks filled in and a capital at the start.

    The seed decides the order of the wordings, `place` which of them; neighbouring places never give the same.
    """
    wordings = table()[purpose]
    order = random.Random(f"{seed}:{purpose}").sample(wordings, len(wordings))
    text = order[place % len(order)].format(**values)
    return text[:1].upper() + text[1:]


def said_before(purpose: str, text: str) -> bool:
    """Whether `text` holds one of the wordings for `purpose` that have no blanks."""
    return any(wording in text for wording in table()[purpose] if "{" not in wording)
