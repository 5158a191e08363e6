"""Sentences of the athlete that speak of health and that nothing on record holds. Pure; knows no tool but by its input.

A record holds a word on health where its own words do; so does a sentence that the model calls nothing new. A denial
does not hold an urgent word, unless the sentence itself may deny it or the matter is on record already. A word that the
sentence may deny is held by any record of its field.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from pydantic import Field

from coach.events import HealthWordsQueried, NoteRecorded
from coach.fold import Session
from coach.profile.catalogue import catalogue
from coach.profile.health_words import Phrase, health_phrases, is_about_health
from coach.records.base import Record
from coach.records.fact import Fact
from coach.tools.tool import ToolError

__all__ = ["NOT_ON_RECORD", "NothingNew", "refuse_unrecorded"]

NOT_ON_RECORD = "Nothing on record holds what these sentences of the athlete say of their health"
_HOW = (
    "Record each with collect_data under one of its fields, with the sentence as raw, or ask the athlete about it. "
    "What says nothing new about their own health (a denial, a joke, talk of training, somebody else), quote in "
    "nothing_new of this call. What is still open at the next call becomes a question to the athlete."
)
_ASK = (
    "Nothing on record holds these sentences. Ask the athlete what they mean for their health, and record the answer."
)
_LONGEST_NAME = 39
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")


class NothingNew(Record):
    nothing_new: Annotated[
        tuple[str, ...],
        Field(description="sentences of the athlete you were asked about that say nothing new about their own health"),
    ] = ()


class _Sentence(NamedTuple):
    text: str
    fields: tuple[str, ...]


def refuse_unrecorded(session: Session, given: NothingNew) -> None:
    """`ToolError` where a sentence is on no record: the model is asked first, the athlete where it did not mend it."""
    left = tuple(_unrecorded(session, given.nothing_new))
    if fresh := [each for each in left if each.text not in session.queried]:
        told = json.dumps([{"quote": each.text, "fields": each.fields} for each in fresh], ensure_ascii=False)
        raise ToolError(
            f"{NOT_ON_RECORD}. {_HOW}\n{told}", (HealthWordsQueried(sentences=tuple(each.text for each in fresh)),)
        )
    if left:
        notes = tuple(
            NoteRecorded(name=_in_brief(each.text), text=each.text, turn=session.turn, unclear=True) for each in left
        )
        raise ToolError(_ASK, notes)


def _unrecorded(session: Session, nothing_new: Iterable[str]) -> Iterator[_Sentence]:
    waved_away = (Fact(field="parq_yes", value=(), raw=words, turn=session.turn) for words in nothing_new)
    quotes = [*session.quotes, *waved_away]
    known = {name for name, fact in session.facts.items() if _tells(fact)}
    messages = [line.text for line in session.talk if line.role == "user"]
    for turn, message in enumerate(messages[session.settled_turn :], session.settled_turn + 1):
        later = [quote for quote in quotes if quote.turn >= turn]
        held = _Held.of(later, turn)
        held_firmly = _Held.of((quote for quote in later if not _denies(quote)), turn)
        for sentence in filter(None, _SENTENCE_ENDS.split(message)):
            missing = [
                phrase
                for phrase in health_phrases(sentence)
                if not (held_firmly if phrase.firm and phrase.fields.isdisjoint(known) else held).holds(phrase)
            ]
            if missing:
                named = {name for phrase in missing for name in phrase.fields}
                yield _Sentence(sentence, tuple(name for name in catalogue().fields if name in named))


class _Held(NamedTuple):
    """What records hold of a message: words on health, their own fields, and those that the athlete is asked about."""

    words: frozenset[str]
    fields: frozenset[str]
    asked: frozenset[str]

    @classmethod
    def of(cls, quotes: Iterable[Fact], turn: int) -> "_Held":
        quotes = tuple(quotes)
        phrases = [(quote, phrase) for quote in quotes for phrase in _phrases_of(quote)]
        fields = frozenset(quote.field for quote in quotes)
        asked = (phrase.fields for quote, phrase in phrases if quote.turn == turn and _is_note(quote))
        return cls(frozenset(phrase.words for _, phrase in phrases), fields, frozenset().union(*asked))

    def holds(self, phrase: Phrase) -> bool:
        enough = self.asked | self.fields if phrase.doubted else self.asked
        return phrase.words in self.words or not enough.isdisjoint(phrase.fields)


def _in_brief(sentence: str) -> str:
    """The first words of a sentence as the name of a note; the full stop tells it from the name of a field."""
    return textwrap.shorten(sentence, _LONGEST_NAME, placeholder="").rstrip(" .,;!?") + "."


def _is_note(quote: Fact) -> bool:
    return quote.field not in catalogue().fields


def _phrases_of(quote: Fact) -> tuple[Phrase, ...]:
    """The words on health that a note or a record on health holds, those of its values too."""
    if not _is_note(quote) and not is_about_health(catalogue().fields[quote.field]):
        return ()
    values = quote.value if isinstance(quote.value, tuple) else ()
    return health_phrases(" . ".join([quote.raw, *values]))


def _tells(fact: Fact) -> bool:
    """Is a value on record that tells something, and is no list, which may lack the matter?"""
    return fact.standing == "given" and not (_denies(fact) or isinstance(fact.value, tuple))


def _denies(quote: Fact) -> bool:
    value = quote.value
    return quote.standing == "given" and (value is None or value is False or value in ((), "none"))
