"""What the words of a session ask for: exercises and efforts that its tags may leave out."""

import re
from functools import cache, lru_cache
from pathlib import Path

from coach import sourced_yaml
from coach.sentences import clauses, is_denied

PATH = Path(__file__).with_name("exercise_words.yaml")
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words = sourced_yaml.read_as(PATH, dict[str, tuple[str, ...]])
    forms = {name: "|".join(re.escape(one).replace(r"\ ", r"[-\s]?") for one in each) for name, each in words.items()}
    return {name: re.compile(rf"\b(?:{form})(?:e?s)?\b", re.IGNORECASE) for name, form in forms.items()}


@lru_cache(maxsize=1024)
def named_in(text: str) -> frozenset[str]:
    """The names of `exercise_words.yaml` that `text` asks for in a clause that does not leave them out."""
    return frozenset(
        name
        for clause in clauses(text)
        for name, pattern in _patterns().items()
        for found in pattern.finditer(clause)
        if not (is_denied(clause, found) or _INSTEAD.search(clause, 0, found.start()))
    )
