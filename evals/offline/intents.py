"""What an athlete's message wants, beyond telling facts. Pure; data: intents.yaml."""

import re
from functools import cache
from pathlib import Path

from pydantic import RootModel

from coach import sourced_yaml

PATH = Path(__file__).with_name("intents.yaml")
_WINDOW = 4000
"""Intents are read from the beginning of a message; nobody states one after that, and hostile texts are long."""


class _Table(RootModel[dict[str, tuple[str, ...]]]):
    pass


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    table = sourced_yaml.read_as(PATH, _Table).root
    joined = {intent: "|".join(f"(?:{p})" for p in patterns) for intent, patterns in table.items()}
    return {intent: re.compile(pattern, re.IGNORECASE) for intent, pattern in joined.items()}


def intents(text: str) -> frozenset[str]:
    """The intents of `text`, none to several."""
    return frozenset(name for name, pattern in _patterns().items() if pattern.search(text[:_WINDOW]))
