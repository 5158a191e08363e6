"""What a message of the coach asks, field by field, and what else it is about. Knows words, no persona.

The catalogue's own reading of questions comes first; a second ear (asks.yaml) listens where that hears no field.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from coach.profile.questions import Asked, fields_asked
from personas.offline.claims import figures_stated
from personas.offline.hearing import Attended, Span, attend, clause_around, clauses_of
from personas.offline.wordings import GistWords, asks, facts, gists

_OPEN = re.compile(
    r"\b(any|some)thing (else |similar|like|along)|\bany other|or similar"
    r"|such as|for example|for instance|e\.g\.|including",
    re.IGNORECASE,
)
_LONE_VALUES = frozenset({"medications", "clearances", "cv_risk_factors"})
_CHECKED_AT_MOST = 2  # a check that names more is a summary


@dataclass(frozen=True, slots=True)
class Question:
    """A field that is asked about. `specific`: by name, not by a word that merely covers it.

    `values`: the entries that were named; where there are some and `open` is false, only they are asked about.
    """

    field: str
    specific: bool
    values: tuple[str, ...] = ()
    open: bool = True


@dataclass(frozen=True, slots=True)
class Understood:
    """`other`: the gists of the asking sentences that ask about no field; `gists`: all of the message."""

    questions: tuple[Question, ...]
    gists: frozenset[str]
    other: tuple[str, ...]

    @property
    def asks(self) -> bool:
        return bool(self.questions or self.other)


class _Ear(NamedTuple):
    asks: re.Pattern[str] | None
    hints: re.Pattern[str] | None
    blind: re.Pattern[str] | None
    needs: re.Pattern[str] | None
    unless: re.Pattern[str] | None


@lru_cache(maxsize=2048)
def understand(text: str) -> Understood:
    """Read one message of the coach: by the field catalogue, and by ear where the catalogue hears no field by name."""
    heard = attend(text)
    asked = tuple(a for a in fields_asked(heard.own) if _meant(a, heard))
    found = {a.field: Question(a.field, a.specific, a.values, _is_open(a, heard.own)) for a in asked}
    for e in heard.elsewhere:
        question = Question(e.field, specific=True, values=e.values, open=False)
        found[e.field] = _merged(found.get(e.field), question)
    other: list[str] = []
    for passage in heard.asking:
        by_name, by_topic = _heard(passage, asked)
        before = heard.own[: passage.start]
        here = tuple(
            question
            for clause in (_unheard(passage, asked, heard.own) if by_name else (passage,))
            for question in _by_ear(heard.own[clause.start : clause.end], before, tuple(found))
            if not by_topic or (question.specific and not (by_name and question.values))
        )
        for question in here:
            found[question.field] = _merged(found.get(question.field), question)
        elsewhere = any(passage.start <= e.start < passage.end for e in heard.elsewhere)
        if not (here or by_topic or elsewhere) and (gist := _gist_of(heard.text[passage.start : passage.end])):
            other.append(gist)
    wanting = " ".join(heard.text[p.start : p.end] for p in heard.asking)
    gists_heard = _gists_in(heard, wanting)
    if not found and "confirm" in gists_heard:
        found = {name: Question(name, specific=True) for name in _checked(heard.text)}
    return Understood(tuple(found.values()), gists_heard, tuple(dict.fromkeys(other)))


def _without_questions(heard: Attended) -> str:
    """What the message says besides its questions."""
    text = heard.text
    for span in heard.asking:
        if text[: span.end].endswith("?"):
            text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


def _checked(text: str) -> tuple[str, ...]:
    """The fields whose figures a short check names: "so 30 km a week, is that right?"."""
    stated = figures_stated(text)
    return tuple(stated) if len(stated) <= _CHECKED_AT_MOST else ()


def _meant(asked: Asked, heard: Attended) -> bool:
    """Whether the words around it let this field be meant."""
    if any(span.start <= asked.start < span.end for span in heard.by_heart):
        return True
    ear = _patterns(asked.field)
    if asks().fields[asked.field].by_name and not asked.specific:
        return False
    if ear.needs and not ear.needs.search(heard.own):
        return False
    return not (ear.unless and ear.unless.search(clause_around(heard.own, asked.start, asked.end)))


def _heard(passage: Span, asked: tuple[Asked, ...]) -> tuple[bool, bool]:
    """Whether the catalogue heard a field in the passage: by its name, or by its topic only."""
    here = [a for a in asked if a.start < passage.end and passage.start < a.end]
    return any(a.specific for a in here), bool(here)


def _is_open(asked: Asked, text: str) -> bool:
    """Whether the question goes beyond the entries it names."""
    if not asked.values or _OPEN.search(text):
        return True
    named = _patterns(asked.field).asks
    return bool(named and named.search(text))


def _unheard(passage: Span, asked: tuple[Asked, ...], text: str) -> Iterator[Span]:
    """The clauses of the passage in which the catalogue heard nothing."""
    for clause in clauses_of(text, passage):
        if not any(a.start < clause.end and clause.start < a.end for a in asked):
            yield clause


def _by_ear(sentence: str, before: str, found: tuple[str, ...]) -> tuple[Question, ...]:
    """The fields that one asking sentence asks about, in the order of the catalogue of wordings."""
    return tuple(q for name in asks().fields if (q := _question(name, sentence, before, found)) is not None)


def _question(name: str, sentence: str, before: str, found: tuple[str, ...]) -> Question | None:
    ear = _patterns(name)
    seen = ear.blind.sub(" ", sentence) if ear.blind else sentence
    if ear.needs and not ear.needs.search(f"{before} {seen}"):
        return None
    specific = _named(ear.asks, ear, seen) or _goes_on(name, seen, found)
    values = tuple(v for v, pattern in _value_patterns(name) if _named(pattern, ear, seen))
    if specific or _named(ear.hints, ear, seen):
        return Question(name, specific, values)
    if values and name not in _LONE_VALUES:
        return Question(name, specific=True, values=values, open=bool(_OPEN.search(seen)))
    return None


def _named(pattern: re.Pattern[str] | None, ear: _Ear, seen: str) -> bool:
    """Whether the pattern stands in a clause that lets the field be meant."""
    found = pattern.finditer(seen) if pattern else ()
    return any(not ear.unless or not ear.unless.search(clause_around(seen, m.start(), m.end())) for m in found)


def _goes_on(name: str, sentence: str, found: tuple[str, ...]) -> bool:
    """Whether the sentence asks further about a field asked before: "and if so, where?"."""
    own = asks().fields[name]
    return own.after in found and any(re.search(words, sentence, re.IGNORECASE) for words in own.goes_on)


def _merged(old: Question | None, new: Question) -> Question:
    if old is None:
        return new
    values = tuple(dict.fromkeys((*old.values, *new.values)))
    return Question(new.field, old.specific or new.specific, values, old.open or new.open)


def _gist_of(sentence: str) -> str | None:
    """What a fieldless sentence is about; None where it only sounds like a question."""
    gist = next((name for name, words in _gist_patterns() if words.search(sentence)), None)
    return gist or ("unclear" if sentence.rstrip().endswith("?") else None)


def _gists_in(heard: Attended, asking: str) -> frozenset[str]:
    of, stated = gists(), _without_questions(heard)
    return frozenset(
        name
        for name, words in _gist_patterns()
        if words.search(asking if of[name].asks else stated) and not _means_else(of[name], heard.text)
    )


def _means_else(gist: GistWords, text: str) -> bool:
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in gist.unless)


def _any(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE) if patterns else None


@cache
def _patterns(name: str) -> _Ear:
    own = asks().fields[name]
    needs, unless = ((words,) if words else () for words in (own.needs, own.unless))
    return _Ear(_any(own.asks), _any(own.hints), _any(own.blind), _any(needs), _any(unless))


@cache
def _value_patterns(name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    entries = facts()[name].values.items()
    return tuple((value, re.compile(words.asks, re.IGNORECASE)) for value, words in entries if words.asks)


@cache
def _gist_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = ((name, _any(words.patterns)) for name, words in gists().items())
    return tuple((name, pattern) for name, pattern in found if pattern is not None)
