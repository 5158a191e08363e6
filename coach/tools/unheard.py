"""Sentences of the athlete that speak of health and that nothing on record holds. Pure; knows no tool but by its input.

A record holds a word on health where its own words do; so does a sentence that the model calls nothing new. A denial
does not hold an urgent word, unless the sentence itself may deny it or the matter is on record already.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from pydantic import Field

from coach.events import NoteRecorded, WordsPutBack
from coach.fold import Session
from coach.profile.catalogue import catalogue
from coach.profile.unlisted import health_phrases, in_brief, is_about_health, is_doubtful, is_urgent
from coach.records.base import Record
from coach.records.fact import Fact
from coach.tools.tool import ToolError

__all__ = ["PUT_BACK", "NothingNew", "refuse_unheard"]

PUT_BACK = "Nothing on record holds what these sentences of the athlete say of their health"
_HOW = (
    "Record each with collect_data under one of its fields, with the sentence as raw, or ask the athlete about it. "
    "What says nothing new about their own health (a denial, a joke, talk of training, somebody else), quote in "
    "nothing_new of this call. What is still open at the next call becomes a question to the athlete."
)
_ASK = (
    "Nothing on record holds these sentences. Ask the athlete what they mean for their health, and record the answer."
)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")


class NothingNew(Record):
    nothing_new: Annotated[
        tuple[str, ...],
        Field(description="sentences of the athlete you were asked about that say nothing new about their own health"),
    ] = ()


class _Sentence(NamedTuple):
    text: str
    fields: tuple[str, ...]


def refuse_unheard(session: Session, given: NothingNew) -> None:
    """`ToolError` where a sentence is unheard: the model is asked first, and the athlete where it did not mend it."""
    unheard = tuple(_unheard(session, given.nothing_new))
    if fresh := [each for each in unheard if each.text not in session.put_back]:
        told = json.dumps([{"words": each.text, "fields": each.fields} for each in fresh], ensure_ascii=False)
        raise ToolError(f"{PUT_BACK}. {_HOW}\n{told}", (WordsPutBack(sentences=tuple(each.text for each in fresh)),))
    if unheard:
        notes = tuple(
            NoteRecorded(name=f"{in_brief(each.text)}.", text=each.text, turn=session.turn, unclear=True)
            for each in unheard
        )
        raise ToolError(_ASK, notes)


def _unheard(session: Session, nothing_new: Iterable[str]) -> Iterator[_Sentence]:
    waved_away = (Fact(field="parq_yes", value=(), raw=words, turn=session.turn) for words in nothing_new)
    quotes = [*session.quotes, *waved_away]
    known = [fact for fact in session.facts.values() if not _denies(fact)]
    messages = [line.text for line in session.talk if line.role == "user"]
    for turn, message in enumerate(messages[session.settled_turn :], session.settled_turn + 1):
        later = [quote for quote in quotes if quote.turn >= turn]
        for sentence in filter(None, _SENTENCE_ENDS.split(message)):
            phrases = health_phrases(sentence)
            open_ = {name for phrase in phrases for name in _open_fields(phrase, sentence, later, known)}
            if open_:
                yield _Sentence(sentence, tuple(name for name in catalogue().fields if name in open_))


def _open_fields(phrase: str, sentence: str, quotes: Iterable[Fact], known: Iterable[Fact]) -> frozenset[str]:
    """The fields of `phrase` where none of the quotes holds it; `known`: what is on record and denies nothing."""
    fields = health_phrases(sentence)[phrase]
    holding = [quote for quote in quotes if phrase in _phrases_of(quote)]
    is_firm = is_urgent(fields) and not is_doubtful(sentence) and not any(phrase in _phrases_of(k) for k in known)
    return fields if all(is_firm and _denies(quote) for quote in holding) else frozenset()


def _phrases_of(quote: Fact) -> Iterable[str]:
    """What the words of a record on health hold, those of its values too."""
    field = catalogue().fields.get(quote.field)
    if field is not None and not is_about_health(field):
        return ()
    values = quote.value if isinstance(quote.value, tuple) else ()
    return health_phrases(" . ".join([quote.raw, *values]))


def _denies(quote: Fact) -> bool:
    value = quote.value
    return quote.standing == "given" and (value is None or value is False or value in ((), "none"))
