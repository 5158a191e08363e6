"""Health that the athlete's newest message speaks of without having been asked."""

from functools import lru_cache, reduce

from coach.profile.catalogue import catalogue
from coach.profile.health_words import health_phrases
from coach.profile.uncatalogued import fields_meant
from coach.sentences import questions
from coach.session import Session


def volunteered_health(session: Session) -> list[str]:
    """The fields on health that the athlete's newest message means, which nobody asked for and nothing records yet."""
    at = max((index for index, line in enumerate(session.talk) if line.role == "user"), default=None)
    if at is None:
        return []
    asked = _asked_in(session.talk[at - 1].text) if at else frozenset()
    recorded = {name: fact.raw for name, fact in session.facts.items() if fact.turn == session.turn}
    unread = _without(session.talk[at].text, tuple(filter(None, recorded.values())))
    return [name for name in _symptoms(unread) if name not in asked | recorded.keys()]


def message_with(words: str, session: Session) -> int | None:
    """The number of the athlete's first message that holds `words`; None where none does."""
    theirs = (line.text for line in session.talk if line.role == "user")
    return next((number for number, text in enumerate(theirs, 1) if words and words in text), None)


@lru_cache(maxsize=4096)
def _without(text: str, recorded: tuple[str, ...]) -> str:
    """`text` without the words that were recorded of it."""
    return reduce(_blanked, recorded, text)


def _blanked(text: str, words: str) -> str:
    """`text` with a space for each place where `words` stand as whole words."""
    kept, at, found = "", 0, text.find(words)
    while found >= 0:
        end = found + len(words)
        if _is_word(text[found - 1 : found]) or _is_word(text[end : end + 1]):
            found = text.find(words, found + 1)
        else:
            kept, at = f"{kept}{text[at:found]} ", end
            found = text.find(words, end)
    return kept + text[at:]


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


@lru_cache(maxsize=4096)
def _asked_in(text: str) -> frozenset[str]:
    """The fields that the questions in a text of the coach mean."""
    return frozenset(name for question in questions(text) for name in fields_meant("", question.group()))


@lru_cache(maxsize=4096)
def _symptoms(text: str) -> tuple[str, ...]:
    """The fields of the words on health that no word before them plainly denies, in catalogue order."""
    told = (phrase for phrase in health_phrases(text) if not (phrase.denied and phrase.settled))
    meant = {name for phrase in told for name in phrase.fields}
    return tuple(name for name in catalogue().fields if name in meant)
