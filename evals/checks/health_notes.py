"""Notes of the intake that name a health field of the catalogue and were let pass as other things worth keeping.

Reads the catalogue's words for the values of its lists; knows nothing of how the coach itself tells such notes.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from coach import events as e
from coach.profile.catalogue import catalogue
from evals.checks.statements import StatedFact
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_TOPICS = frozenset({"health", "injuries", "cycle"})
_NOT_TOLD = frozenset({"clearances"})
"""Whoever names a doctor has not told of an illness."""
_SHORTEST = 5
"""Letters of a word that names a value beyond doubt: shorter ones are abbreviations."""
_WEIGHTY = 4
_EMPTY = frozenset(
    {"about", "also", "been", "from", "have", "just", "like", "really", "some", "something", "that", "then", "there",
     "they", "this", "very", "well", "were", "what", "when", "which", "with", "your"}
)  # fmt: skip


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


def speaks_of(note: e.NoteRecorded, stated: StatedFact) -> bool:
    """Whether the note's own words name what was stated, or share most of their weight with the words that did."""
    field = catalogue().fields.get(stated.field)
    if field is None:
        return False
    told = stated.value if isinstance(stated.value, tuple | list) else ()
    choices = [field.values[str(value)] for value in told if str(value) in field.values]
    names = [*map(str, told), *(word for choice in choices for word in choice.words), *(() if told else field.words)]
    words = f"{note.name} {note.text}"
    if names and _pattern(names).search(_plain(words)):
        return True
    noted, said = _weighty(words), _weighty(stated.words)
    return 2 * len(noted & said) > min(len(noted), len(said)) > 0


def _weighty(text: str) -> set[str]:
    """The words that carry something, as far as their length shows it."""
    return {word for word in _plain(text).split() if len(word) >= _WEIGHTY and word not in _EMPTY}


@lru_cache(1024)
def _named(text: str) -> tuple[str, ...]:
    """The fields of which `text` names a value, in catalogue order."""
    return tuple(name for name, words in _words().items() if words.search(_plain(text)))


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


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
    long = sorted(re.escape(plain) for plain in {*map(_plain, words)} if len(plain) >= _SHORTEST)
    return re.compile(rf"\b(?:{'|'.join(long) or '(?!)'})\b")
