"""The phrases by which a coach's question is understood, and where they stand in a message. Reads no meaning."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import ahocorasick

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.records.base import Record

PATH = Path(__file__).with_name("questions.yaml")
_WORD = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*")
_STRAIGHT = str.maketrans("\u2019\u2018\u02bc\u00a0", "''' ")
_GAP = 4  # words that "_" in a phrase leaves room for


class Topic(Record):
    words: tuple[str, ...]
    fields: tuple[str, ...]


class Hint(Record):
    words: tuple[str, ...]
    values: tuple[str, ...]


class FieldSwitch(Record):
    """Near `where`, and not near `unless`, a field is another one (or none). `before`: `where` stands before it."""

    where: tuple[str, ...]
    unless: tuple[str, ...] = ()
    before: bool = False
    fields: dict[str, str | None]


class FollowUp(Record):
    after: tuple[str, ...]
    words: tuple[str, ...]
    fields: tuple[str, ...]


class Figure(Record):
    """A number with one of these phrases right before or after it; none of `unless` in its clause."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    factor: float = 1.0
    field: str


class QuestionWords(Record):
    cues: dict[str, tuple[str, ...]]
    vague: frozenset[str]
    quiet: frozenset[str]
    unheard: frozenset[str]
    nothing: tuple[str, ...]
    topics: tuple[Topic, ...]
    words: dict[str, tuple[str, ...]]
    hints: dict[str, tuple[Hint, ...]]
    turns: tuple[FieldSwitch, ...]
    follow_ups: tuple[FollowUp, ...]
    figures: tuple[Figure, ...]


class NamedField(NamedTuple):
    """What a phrase names: a field, perhaps some of its values; `general`: only as part of a topic."""

    field: str
    values: tuple[str, ...] = ()
    general: bool = False


class PhraseFound(NamedTuple):
    """A phrase from word `start` to before word `end`; `named` is empty where it names no field on purpose."""

    start: int
    end: int
    named: tuple[NamedField, ...]


class Cue(NamedTuple):
    start: int
    end: int


class Phrases(NamedTuple):
    found: list[PhraseFound]
    cues: dict[str, list[Cue]]


@cache
def question_words() -> QuestionWords:
    return sourced_yaml.read_as(PATH, QuestionWords)


def words_in(text: str) -> Iterator[re.Match[str]]:
    """Words and numbers, one match each; length is kept, so the offsets are those of `text`."""
    return _WORD.finditer(text.translate(_STRAIGHT))


def phrases_in(words: list[str]) -> Phrases:
    """Every phrase in the lower-case `words`, overlapping ones too, in the order of their ends."""
    text = f" {' '.join(words)} "
    at = {}
    place = 0
    for index, word in enumerate(words):
        at[place] = index
        place += len(word) + 1
    at[place] = len(words)
    table = _table()
    found, cues, parts = [], defaultdict(list), defaultdict(list)
    for last, (length, entry, part) in table.automaton.iter(text):
        start, end = at[last - length], at[last]
        if entry.fields is not None:
            found.append(PhraseFound(start, end, entry.fields))
        for cue in entry.cues:
            cues[cue].append(Cue(start, end))
        if part is not None:
            parts[part].append((start, end))
    for names, entry in (gapped for part in parts for gapped in table.gapped.get(part, ())):
        for start, end in _joined(names, parts):
            if entry.fields is not None:
                found.append(PhraseFound(start, end, entry.fields))
            for cue in entry.cues:
                cues[cue].append(Cue(start, end))
    return Phrases(found, cues)


class _Entry(NamedTuple):
    fields: tuple[NamedField, ...] | None
    cues: tuple[str, ...]


class _Table(NamedTuple):
    automaton: ahocorasick.Automaton
    gapped: dict[str, list[tuple[tuple[str, ...], _Entry]]]  # by the last part


def _joined(names: tuple[str, ...], parts: dict[str, list[tuple[int, int]]]) -> Iterable[tuple[int, int]]:
    """The stretches in which the parts follow each other with at most `_GAP` words between."""
    if not all(name in parts for name in names):
        return ()
    ends = {(start, end) for start, end in parts[names[0]]}
    for name in names[1:]:
        ends = {(first, end) for first, last in ends for start, end in parts[name] if 0 <= start - last <= _GAP}
    return ends


@cache
def _table() -> _Table:
    fields: dict[str, dict[NamedField, None]] = defaultdict(dict)
    for phrase, named in _named():
        fields[_folded(phrase)][named] = None
    for phrase in question_words().nothing:
        fields[_folded(phrase)] = {}
    for phrase in [phrase for phrase in fields if f"{phrase}s" not in fields]:
        fields[f"{phrase}s"] = fields[phrase]
    cues = defaultdict(list)
    for name, phrases in _cues():
        for phrase in phrases:
            cues[_folded(phrase)].append(name)
    entries = {p: _Entry(tuple(fields[p]) if p in fields else None, tuple(cues.get(p, ()))) for p in {*fields, *cues}}
    gapped: dict[str, list[tuple[tuple[str, ...], _Entry]]] = defaultdict(list)
    parts: set[str] = set()
    for phrase, entry in entries.items():
        names = tuple(phrase.split(" _ "))
        if len(names) > 1:
            gapped[names[-1]].append((names, entry))
            parts.update(names)
    automaton = ahocorasick.Automaton()
    for phrase in sorted({*entries, *parts}):
        if " _ " not in phrase:
            entry = entries.get(phrase, _Entry(None, ()))
            automaton.add_word(f" {phrase} ", (len(phrase) + 1, entry, phrase if phrase in parts else None))
    automaton.make_automaton()
    return _Table(automaton, gapped)


def _folded(phrase: str) -> str:
    return " _ ".join(" ".join(word.group().lower() for word in words_in(part)) for part in phrase.split(" _ "))


def _named() -> Iterator[tuple[str, NamedField]]:
    extra = question_words()
    for name, field in catalogue().fields.items():
        for word in (*field.words, *extra.words.get(name, ())):
            yield word, NamedField(name, (), name in extra.vague)
        for value, choice in field.values.items():
            yield from ((word, NamedField(name, (value,))) for word in choice.words if word not in extra.unheard)
        for hint in extra.hints.get(name, ()):
            yield from ((word, NamedField(name, hint.values)) for word in hint.words)
    for topic in extra.topics:
        yield from ((word, NamedField(name, (), general=True)) for word in topic.words for name in topic.fields)


def _cues() -> Iterator[tuple[str, tuple[str, ...]]]:
    extra = question_words()
    yield from extra.cues.items()
    for index, turn in enumerate(extra.turns):
        yield from ((f"where {index}", turn.where), (f"unless {index}", turn.unless))
    for index, follow_up in enumerate(extra.follow_ups):
        yield from ((f"after {index}", follow_up.after), (f"follow {index}", follow_up.words))
    for index, figure in enumerate(extra.figures):
        yield from (
            (f"before {index}", figure.before),
            (f"behind {index}", figure.after),
            (f"not {index}", figure.unless),
        )
    for name, question in catalogue().questions.items():
        yield f"own {name}", (question.text,)
