"""Which field a sentence on health means most. Knows the catalogue's words."""

from collections import Counter
from collections.abc import Container

from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.profile.health_words import health_phrases
from coach.profile.inference import opened_by
from coach.profile.stated import entries_named

__all__ = ["field_meant"]

_GENERAL = frozenset({HEALTH_QUESTION, "clearances"})


def field_meant(words: str, settled: Container[str] = ()) -> str | None:
    """The field that most of the words on health mean, before those that only follow up on it; lists come last.

    One that they name an entry of comes before the others, one that is `settled` after them. None where it is the
    general question.
    """
    meant = Counter(name for phrase in health_phrases(words) for name in phrase.fields if name not in _GENERAL)
    first = [name for name in meant if meant.keys().isdisjoint(opened_by(name))] or list(meant)

    def rank(name: str) -> tuple[bool, bool, int, bool, str]:
        is_list = catalogue().fields[name].type == "list"
        return (not entries_named(name, words), name in settled, -meant[name], is_list, name)

    return min(first, key=rank, default=None)
