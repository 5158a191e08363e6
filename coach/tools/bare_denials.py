"""What an answer cannot do: a no empty a list that the athlete filled, or close a note on health that nobody asked them
about; a yes to the general health question stand for a symptom that the athlete named and no list has."""

import re

from coach.events import NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.profile.health_doubts import health_words
from coach.profile.health_words import health_phrases, is_about_health, plain_words
from coach.profile.stated import (
    entries_named,
    is_mere_no,
    not_never,
    note_of_yes,
    says_only_no,
    stated_values,
    symptoms_behind,
)
from coach.records.fact import Fact, Value, entries
from coach.sentences import questions
from coach.session import Session

_TOLD = (
    "they told {value} before, and a bare no to a question that names more does not take it back: ask about {value} "
    "alone, and record what they say then"
)
_SAID_SO = "their own words ({words!r}) name {value}, so that they take nothing back: record what the words say"
_STATED = "the athlete stated {value} themselves: record it under {field}, with their sentence as raw"
_NEVER = (
    "they spoke of one themselves, and a bare no does not say how it is now: ask whether it has healed, as a question "
    "of its own, and record what they say then"
)
_NO_SYMPTOM = (
    "they said yes to {yes} and named {named} themselves, but symptoms has nothing of it: record what they have under "
    "symptoms, with their sentence as raw; where they cannot say, record this as not_known"
)
_NOT_ASKED = "the note {note} is open still: ask the athlete about it in words of theirs, one note at a time"
_NOT_NAMED = (
    "a bare no does not settle {words!r} in the note {note}, which may concern {fields}: ask about {words!r} in these "
    "words, and record what they say under one of these first"
)
_SYMPTOMS = "symptoms"
_QUOTE = r"[\"'\u2018-\u201f]"


def denial_problem(fact: Fact, session: Session, *, adds: bool) -> str | None:
    """Why this answer cannot be recorded; None where it can. `adds`: what is told already stays."""
    if fact.standing == "given" and fact.value == "none" and says_only_no(fact.raw):
        theirs = (line.text for line in session.talk if line.role == "user")
        return _NEVER if fact.field in not_never(theirs) else None
    if fact.standing == "given" and fact.field == HEALTH_QUESTION:
        before = session.facts.get(HEALTH_QUESTION) or session.health_before
        kept = entries(before.value) if before is not None and adds else ()
        return _of_notes(fact.model_copy(update={"value": (*entries(fact.value), *kept)}), session)
    if fact.standing != "given" or fact.value != ():
        return None
    if said := _named_all_the_same(fact, session):
        return _SAID_SO.format(words=fact.raw, value=", ".join(said))
    return None if adds and fact.field in catalogue().in_parts else _of_told(fact, session)


def _named_all_the_same(fact: Fact, session: Session) -> list[str]:
    """The symptoms on record that the words behind an empty list name beyond doubt, without a word of denial."""
    if fact.field != _SYMPTOMS or not health_words().denied_before.isdisjoint(plain_words(fact.raw)):
        return []
    told = entries(session.told.get(_SYMPTOMS))
    return sorted(set(entries_named(_SYMPTOMS, fact.raw, told=True)).intersection(told))


def _of_told(fact: Fact, session: Session) -> str | None:
    before = session.facts.get(fact.field)
    told = before.value if before is not None and before.standing == "given" else None
    if not isinstance(told, tuple) or not told or not is_about_health(catalogue().fields[fact.field]):
        return None
    named = entries_named(fact.field, _newest_words(session))
    if not says_only_no(fact.raw) or (named and set(named) <= set(told)):
        return None
    return _TOLD.format(value=", ".join(told))


def _of_notes(fact: Fact, session: Session) -> str | None:
    """Why the answer to the general health question, with what it adds to, cannot stand beside the unclear notes."""
    before = session.facts.get(HEALTH_QUESTION) or session.health_before
    given_up = before is not None and before.standing != "given"
    for name, note in session.notes.items():
        if not note.unclear:
            continue
        stands = name in session.open_notes or given_up
        for field, value in stated_values(note.text).items() if stands else ():
            if left := _not_held(value, _answered(field, name, fact, session)):
                return _STATED.format(value=", ".join(left), field=field)
        if problem := _of_yes(fact, note, session):
            return problem
        if not fact.value and name in session.open_notes and not _asked_about(name, session):
            return _NOT_ASKED.format(note=name)
        if stands and not fact.value and says_only_no(fact.raw) and (problem := _of_bare_no(note, session)):
            return problem
    return None


def _of_bare_no(note: NoteRecorded, session: Session) -> str | None:
    """Why a no that names nothing cannot settle the note: its words may concern several fields, none of which holds
    them or has been answered since in more than a no, and outside its quotation no question names these words."""
    quoted = rf"{_QUOTE}{re.escape(note.text)}[.,!?]*{_QUOTE}"
    said = re.sub(quoted, "", "\n".join(_words_since(note.turn, session)))
    named = {phrase.words for question in questions(said) for phrase in health_phrases(question.group())}
    for phrase in sorted(health_phrases(note.text), key=lambda phrase: len(phrase.written), reverse=True):
        fields = sorted(phrase.fields - {HEALTH_QUESTION})
        told = any(_is_told(session.facts[field], note) for field in fields if field in session.facts)
        if len(fields) > 1 and not (phrase.denied or told or phrase.words in named):
            return _NOT_NAMED.format(words=phrase.written, note=note.name, fields=", ".join(fields))
    return None


def _is_told(fact: Fact, note: NoteRecorded) -> bool:
    """Whether the fact is what the note's own words say, or was told after them in more than a no."""
    since = fact.turn > note.turn and not says_only_no(fact.raw)
    return fact.standing == "given" and (since or note.text in fact.raw)


def _of_yes(fact: Fact, note: NoteRecorded, session: Session) -> str | None:
    """Why a yes cannot stand: the athlete's words name a symptom that explains it, which no record has."""
    told = set(entries(session.told.get(_SYMPTOMS)))
    for yes in entries(fact.value):
        named = sorted(set(entries_named(_SYMPTOMS, note.text, told=True)).intersection(symptoms_behind(yes)))
        if named and note.name != note_of_yes(yes) and told.isdisjoint(symptoms_behind(yes)):
            return _NO_SYMPTOM.format(yes=yes, named=", ".join(named))
    return None


def _answered(field: str, note: str, answer: Fact, session: Session) -> Value:
    """What is on record of the field, or in the `answer` to the general health question; of one that is no list only
    what was told after the note in more than a no."""
    if field == HEALTH_QUESTION:
        return answer.value
    fact = session.facts.get(field)
    if fact is None or isinstance(fact.value, tuple):
        return session.told.get(field)
    if fact.standing != "given" or fact.turn <= session.notes[note].turn or is_mere_no(fact.raw):
        return None
    return False if fact.value is None else fact.value  # that it does not apply is an answer, too


def _not_held(value: Value, held: Value) -> list[str]:
    """What of a stated value the record has not got, sorted; of one that is no list, any answer to it is enough."""
    if isinstance(value, tuple):
        return sorted({*value} - {*entries(held)})
    return [] if held is not None else [str(value).lower()]


def _asked_about(name: str, session: Session) -> bool:
    """Whether the coach's words since the note was taken quote it or share a word or an entry on health with it.

    After a single note a question that names nothing else is about that one: "What happened?"
    """
    text = session.notes[name].text
    asked = "\n".join(_words_since(session.open_notes[name], session))
    matters = _matters(text)
    if not matters or text in asked or not matters.isdisjoint(_matters(asked)):
        return True
    return len(session.open_notes) == 1 and "?" in asked and not _matters(asked)


def _matters(text: str) -> frozenset[str]:
    phrases = health_phrases(text)
    lists = {name for each in phrases for name in each.fields}
    return frozenset(
        [each.words for each in phrases] + [entry for name in lists for entry in entries_named(name, text)]
    )


def _words_since(turn: int, session: Session) -> list[str]:
    """What the coach has said since the athlete's message number `turn`."""
    heard, said = 0, list[str]()
    for line in session.talk:
        heard += line.role == "user"
        if line.role == "assistant" and heard >= turn:
            said.append(line.text)
    return said


def _newest_words(session: Session) -> str:
    return next((line.text for line in reversed(session.talk) if line.role == "assistant"), "")
