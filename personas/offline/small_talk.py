"""Which stock of sentences answers a question that no field covers. Knows words, no persona."""

from functools import cache

from coach import sourced_yaml
from personas.offline.wordings import FOLDER

OTHERWISE = "unclear"


def stock_for(question: str) -> str:
    """The first stock one of whose words stands in `question`, in any case; `unclear` where none does."""
    asked = question.lower()
    return next((stock for stock, words in _table().items() if any(word in asked for word in words)), OTHERWISE)


@cache
def _table() -> dict[str, tuple[str, ...]]:
    return sourced_yaml.read_as(FOLDER / "small_talk.yaml", dict[str, tuple[str, ...]])
