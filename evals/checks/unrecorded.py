"""What the athlete stated of their health and no record holds when a plan is shown or agreed, and notes that hide it.

By the acts beside the session; of a message without acts, by the reader of free text.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from coach import events as e
from coach.profile.catalogue import catalogue
from evals.checks.statements import StatedFact, statements, topic_of
from evals.checks.values import is_denial
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, collected

_TOPICS = frozenset({"health", "injuries", "food", "cycle", "today"})
_NOTED_TOPICS = frozenset({"health", "injuries", "cycle"})
_NOT_TOLD = frozenset({"clearances"})
"""Whoever names a doctor has not told of an illness."""
_SHORTEST = 5
"""Letters of a word that names a value beyond doubt: shorter ones are abbreviations."""
_WEIGHTY = 4
_EMPTY = frozenset(
    {"about", "also", "been", "from", "have", "just", "like", "really", "some", "something", "that", "then", "there",
     "they", "this", "very", "well", "were", "what", "when", "which", "with", "your"}
)  # fmt: skip


def unrecorded_statements(session: SessionView) -> Iterator[Evidence]:
    """The last word on each field of health before the last plan, where it affirms and nothing was recorded of it.

    A list that is asked about part by part keeps what was told of it until the athlete denies just that.

    A refusal, an answer not known and an unclear note that speaks of it are records too.
    """
    end = max((index for index, _ in session.of(e.PlanShown, e.PlanAccepted)), default=0)
    last = _last_words(each for each in statements(session).facts if each.exchange.event < end)
    for name, stated in last.items():
        if topic_of(name) in _TOPICS and not is_denial(stated.value) and not _is_held(session, stated, end):
            yield stated.evidence(name, f"stated as {stated.value!r}, and a plan was made without a record of it")


def _last_words(stated: Iterable[StatedFact]) -> dict[str, StatedFact]:
    last: dict[str, StatedFact] = {}
    for each in stated:
        before = last.get(each.field)
        if before is None or not _stands_beside(before, each):
            last[each.field] = each
    return last


def _stands_beside(before: StatedFact, later: StatedFact) -> bool:
    """Whether `later`, a no to some entries of a list, leaves what was told before."""
    told = before.value if isinstance(before.value, tuple | list) else ()
    return bool(told) and later.denied is not None and not later.value and not set(told) & set(later.denied)


def _is_held(session: SessionView, stated: StatedFact, end: int) -> bool:
    held = collected(session, end).get(stated.field)
    if held is not None and (held[1].standing != "given" or not is_denial(held[1].value)):
        return True
    notes = (note for index, note in session.of(e.NoteRecorded) if stated.exchange.event < index < end)
    return any(note.unclear and speaks_of(note, stated) for note in notes)


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
        if field.type == "list" and known.questions[field.question].topic in _NOTED_TOPICS and name not in _NOT_TOLD
    }
    return {
        name: _pattern([word for value, choice in field.values.items() for word in (value, *choice.words)])
        for name, field in lists.items()
    }


def _pattern(words: list[str]) -> re.Pattern[str]:
    long = sorted(re.escape(plain) for plain in {*map(_plain, words)} if len(plain) >= _SHORTEST)
    return re.compile(rf"\b(?:{'|'.join(long) or '(?!)'})\b")
