"""Notes of the intake that name a health field of the catalogue and were let pass as other things worth keeping.

Reads the catalogue's words for the values of its lists; knows nothing of how the coach itself tells such notes.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from coach import events as e
from coach.profile.catalogue import catalogue
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_TOPICS = frozenset({"health", "injuries", "cycle"})
_NOT_TOLD = frozenset({"clearances"})
"""Whoever names a doctor has not told of an illness."""
_SHORTEST = 5
"""Letters of a word that names a value beyond doubt: shorter ones are abbreviations."""


def unrecorded_health_notes(session: SessionView) -> Iterator[Evidence]:
    """Every note that is not unclear, names a value of a health field, and has no fact of that field after it.

    A denial in the turn of the note is none: the athlete has just told something. Nor a no to another part of a list.
    """
    facts = [(index, event.fact) for index, event in session.of(e.FactRecorded)]
    for index, note in session.of(e.NoteRecorded):
        after = [fact for at, fact in facts if at > index]
        later = [each for each in after if each.value or (each.turn > note.turn and each.denied is None)]
        for field in () if note.unclear else _named(f"{note.name} {note.text}"):
            if not any(fact.field == field for fact in later):
                what = f"{note.name!r} speaks of {field} and stayed a note that no rule reads"
                yield Evidence(what=what, event=index, rule=field)


@lru_cache(1024)
def _named(text: str) -> tuple[str, ...]:
    """The fields of which `text` names a value, in catalogue order."""
    plain = re.sub(r"[\W_]+", " ", text.casefold())
    return tuple(name for name, words in _words().items() if words.search(plain))


@cache
def _words() -> dict[str, re.Pattern[str]]:
    """Health field to a pattern of the words for its values."""
    known = catalogue()
    lists = {
        name: field
        for name, field in known.fields.items()
        if field.type == "list" and known.questions[field.question].topic in _TOPICS and name not in _NOT_TOLD
    }
    return {
        name: _pattern([word for value, choice in field.values.items() for word in (value, *choice.words)])
        for name, field in lists.items()
    }


def _pattern(words: list[str]) -> re.Pattern[str]:
    plain = {re.sub(r"[\W_]+", " ", word.casefold()).strip() for word in words}
    return re.compile(rf"\b(?:{'|'.join(sorted(re.escape(word) for word in plain if len(word) >= _SHORTEST))})\b")
