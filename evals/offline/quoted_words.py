"""Which field a sentence on health means most. Knows the catalogue's words."""

from collections import Counter

from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.profile.health_words import health_phrases
from coach.profile.inference import opened_by

_GENERAL = frozenset({HEALTH_QUESTION, "clearances"})


def field_meant(words: str) -> str | None:
    """The field that most of the words on health mean, before those that only follow up on it; lists come last.

    None where it is the general question.
    """
    meant = Counter(name for phrase in health_phrases(words) for name in phrase.fields if name not in _GENERAL)
    first = [name for name in meant if meant.keys().isdisjoint(opened_by(name))] or list(meant)
    return min(first, key=lambda name: (-meant[name], catalogue().fields[name].type == "list", name), default=None)
