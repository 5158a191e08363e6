"""Sentences of the athlete that speak of health and that nothing on record holds. Pure; knows no tool but by its input.

A record holds a word on health where its own words do. A denial holds only a word that the sentence takes back;
before the gate has judged also one that it may take back, since it answers a question. A yes to the general health
question holds no word that names an entry which its own list lacks. What nothing records is nothing new only where the
sentence plainly says so, the record covers it, or the athlete took it back by its name.
"""

import json
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from coach.events import HealthWordsQueried, NoteRecorded
from coach.fold import HEALTH_QUESTION
from coach.missing_facts import CLEARANCES
from coach.profile.catalogue import catalogue
from coach.profile.health_words import Phrase, health_phrases, is_about_health, plain_words, speaks_of_change
from coach.profile.stated import entries_named, matters_named, note_of_yes, symptoms_behind
from coach.profile.uncatalogued import symptoms_meant
from coach.records.fact import Fact, entries
from coach.sentences import remarks
from coach.session import Session
from coach.tools.tool import ToolError

NOT_ON_RECORD = "Nothing on record holds what these sentences of the athlete say of their health"
_HOW = (
    "Record each with collect_data under one of its fields, with the sentence as raw, or ask the athlete about it. "
    "Where it says nothing new about their own health (a denial, a joke, talk of training, somebody else), make this "
    "call again. What then neither its own words nor the record settle becomes a question to the athlete."
)
_ASK = (
    "Nothing on record holds these sentences. Ask the athlete what they mean for their health, and record the answer."
)
_UNEXPLAINED = (
    "They said yes where no symptom on record would explain it. Ask them once, in one plain question, what that yes is "
    "about, and record the answer: the symptom, or both answers again."
)
_SYMPTOMS = "symptoms"
_LONGEST_NAME = 39
_NUMBER = re.compile(r"(?<!of )(?<!/)\b\d+")  # "3 of 10" and "3/10" are 3


class _Sentence(NamedTuple):
    text: str
    fields: tuple[str, ...]


class _Said(NamedTuple):
    """A sentence and the number of the athlete's message that it stands in."""

    text: str
    turn: int


def refuse_unrecorded(session: Session) -> None:
    """`ToolError` where a sentence is on no record: the model is asked first, the athlete where it did not mend it."""
    left = tuple(_unrecorded(session))
    if fresh := [each for each in left if each.text not in session.queried]:
        told = json.dumps([{"quote": each.text, "fields": each.fields} for each in fresh], ensure_ascii=False)
        raise ToolError(
            f"{NOT_ON_RECORD}. {_HOW}\n{told}", (HealthWordsQueried(sentences=tuple(each.text for each in fresh)),)
        )
    if left:
        notes = tuple(
            NoteRecorded(name=in_brief(each.text), text=each.text, turn=session.turn, unclear=True) for each in left
        )
        raise ToolError(_ASK, notes)
    if unexplained := tuple(_unexplained(session)):
        raise ToolError(_UNEXPLAINED, unexplained)


def _unexplained(session: Session) -> Iterator[NoteRecorded]:
    """An unclear note, once, on every yes to the health question beside a no to all that would explain it."""
    yes, symptoms = session.facts.get(HEALTH_QUESTION), session.facts.get(_SYMPTOMS)
    if yes is None or symptoms is None or not yes.standing == symptoms.standing == "given":
        return
    for each in entries(yes.value):
        name, behind = note_of_yes(each), symptoms_behind(each)
        if name and name not in session.notes and set(behind).isdisjoint(entries(symptoms.value)):
            yield NoteRecorded(name=name, text=name, turn=session.turn, unclear=True)


def _unrecorded(session: Session) -> Iterator[_Sentence]:
    messages = [line.text for line in session.talk if line.role == "user"]
    for turn, message in enumerate(messages[session.settled_turn :], session.settled_turn + 1):
        later = [quote for quote in session.quotes if quote.turn >= turn]
        held = _Held.of(later, turn, session)
        affirmed = _Held.of((quote for quote in later if not _denies(quote)), turn, session)
        for sentence in remarks(message):
            missing = [
                phrase
                for phrase in health_phrases(sentence)
                if not _is_left_open(phrase, sentence, session)
                and not (held if _may_be_denied(phrase, session) else affirmed).holds(phrase)
                and not (sentence in session.queried and _is_nothing_new(phrase, sentence, turn, session))
            ]
            if missing:
                named = {name for phrase in missing for name in phrase.fields}
                yield _Sentence(sentence, tuple(name for name in catalogue().fields if name in named))


def _is_left_open(phrase: Phrase, sentence: str, session: Session) -> bool:
    """Whether the health question is given up, so that no gate approves, and this adds nothing to the unclear notes.

    A denial adds nothing, nor does a sentence that names what they hold.
    """
    if HEALTH_QUESTION not in session.declined:
        return False
    if phrase.denied:
        return True
    noted = " . ".join(each.text for each in session.notes.values() if each.unclear)
    fields = {HEALTH_QUESTION, *(name for each in health_phrases(noted) for name in each.fields)}
    matters = matters_named(sentence)
    within = any(phrase.words in each.words for each in health_phrases(sentence) if matters_named(each.words))
    return bool(matters) and matters <= matters_named(noted) and (within or phrase.fields <= fields)


def _may_be_denied(phrase: Phrase, session: Session) -> bool:
    return phrase.settled or (phrase.doubted and session.gate is None)


def _is_nothing_new(phrase: Phrase, sentence: str, turn: int, session: Session) -> bool:
    """Whether the words bear it out by themselves, the record covers them, or the athlete took them back later."""
    return (
        phrase.settled
        or any(_covers(session.facts[name], phrase, sentence, session) for name in phrase.fields & session.facts.keys())
        or any(_takes_back(quote, phrase, _Said(sentence, turn), session) for quote in session.quotes)
    )


def _covers(fact: Fact, phrase: Phrase, sentence: str, session: Session) -> bool:
    """Whether the fact tells of the matter, and the sentence adds no number to it and no word of change."""
    if fact.standing != "given" or not fact.value or _denies(fact) or _is_mere_yes(fact, phrase, session):
        return False
    listed = isinstance(fact.value, tuple) and phrase.words not in {each.words for each in _phrases_of(fact)}
    numbers = {*_NUMBER.findall(sentence)} - {*_NUMBER.findall(f"{fact.raw} {fact.value}")}
    return not (listed or numbers or speaks_of_change(sentence))


def _is_mere_yes(quote: Fact, phrase: Phrase, session: Session) -> bool:
    """Whether the quote is a yes to the general health question, and the phrase names an entry that no list has.

    Where the quote tells the yes in that question's own words ("a heart condition or high blood pressure"), only a
    symptom counts.
    """
    if quote.field != HEALTH_QUESTION or quote.standing != "given" or phrase.doubted or phrase.denied:
        return False
    lists = phrase.fields - {HEALTH_QUESTION}
    if entries_named(HEALTH_QUESTION, quote.raw):
        lists &= {_SYMPTOMS}
    named = {name: entries_named(name, phrase.words) for name in lists}
    told = session.told
    return any(named.values()) and not any(set(named[name]).intersection(entries(told.get(name))) for name in named)


def _takes_back(quote: Fact, phrase: Phrase, said: _Said, session: Session) -> bool:
    """Whether the athlete denied the matter in a later message, by its name or asked about it and nothing else.

    A no to a list takes back nothing besides what it lists; that nobody wrote a clearance denies no complaint, and of
    an urgent matter they are asked.
    """
    later = quote.turn > said.turn and quote.field in phrase.fields - {CLEARANCES} and _denies(quote)
    if not later or phrase.urgent:
        return False
    named = phrase.words in {each.words for each in health_phrases(quote.raw)}
    if not (named or _asks_only_about(phrase, said.text, _words_before(quote.turn, session))):
        return False
    return _stands_in(quote.raw, [line.text for line in session.talk if line.role == "user"][quote.turn - 1])


def _asks_only_about(phrase: Phrase, sentence: str, asked: str) -> bool:
    """Whether the words quote the sentence, or name the phrase and nothing else on health than its fields."""
    named = health_phrases(asked)
    alone = all(each.fields & phrase.fields for each in named)
    return sentence in asked or (alone and phrase.words in {each.words for each in named})


def _words_before(turn: int, session: Session) -> str:
    """What the coach said between the athlete's messages number `turn` - 1 and `turn`."""
    heard, said = 0, list[str]()
    for line in session.talk:
        heard += line.role == "user"
        if line.role == "assistant" and heard == turn - 1:
            said.append(line.text)
    return "\n".join(said)


def _stands_in(words: str, message: str) -> bool:
    return bool(words.strip()) and " ".join(plain_words(words)) in " ".join(plain_words(message))


class _Held(NamedTuple):
    """What records hold of a message: words on health, their own fields, and those that the athlete is asked about."""

    words: frozenset[str]
    fields: frozenset[str]
    asked: frozenset[str]

    @classmethod
    def of(cls, quotes: Iterable[Fact], turn: int, session: Session) -> "_Held":
        quotes = tuple(quotes)
        found = ((quote, phrase) for quote in quotes for phrase in _phrases_of(quote))
        phrases = [(quote, phrase) for quote, phrase in found if not _is_mere_yes(quote, phrase, session)]
        fields = frozenset(quote.field for quote in quotes)
        asked = (phrase.fields for quote, phrase in phrases if quote.turn == turn and _is_note(quote))
        return cls(frozenset(phrase.words for _, phrase in phrases), fields, frozenset().union(*asked))

    def holds(self, phrase: Phrase) -> bool:
        enough = self.asked | self.fields if phrase.doubted else self.asked
        return phrase.words in self.words or not enough.isdisjoint(phrase.fields)


def in_brief(sentence: str) -> str:
    """The first words of a sentence as the name of a note; the full stop tells it from the name of a field."""
    return textwrap.shorten(sentence, _LONGEST_NAME, placeholder="").rstrip(" .,;!?") + "."


def _is_note(quote: Fact) -> bool:
    return quote.field not in catalogue().fields


def _phrases_of(quote: Fact) -> tuple[Phrase, ...]:
    """The words on health that a note or a record on health holds, those of its values too."""
    if not _is_note(quote) and not is_about_health(catalogue().fields[quote.field]):
        return ()
    values = entries(quote.value)
    return health_phrases(" . ".join([quote.raw, *values]))


def _denies(quote: Fact) -> bool:
    value = quote.value
    return quote.standing == "given" and (value is None or value is False or value in ((), "none"))


ASK = "The words speak of the athlete's health: ask about it, and record the answer with collect_data."
_LONGEST = 500


def unlisted_health_words(
    session: Session, name: str, words: str, recorded: Collection[str] = ()
) -> tuple[NoteRecorded, ...]:
    """An unclear note `name` where `words` mean fields on health that nobody would ask about any more.

    None where one of these fields is in `recorded`, or where the gate has not judged and one has yet to be asked.
    """
    meant = symptoms_meant(words)
    will_be_asked = session.gate is None and not session.facts.keys() >= set(meant)
    if not meant or will_be_asked or set(meant) & set(recorded):
        return ()
    return (NoteRecorded(name=name, text=words[:_LONGEST], turn=session.turn, unclear=True),)


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for each in [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings_in(each)
