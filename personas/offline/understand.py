"""What a message of the coach asks, field by field, and what else it is about. Knows words, no persona.

The catalogue's own reading of questions comes first; a second ear (asks.yaml) listens where that hears no field.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from coach.profile.questions import Asked, fields_asked
from personas.offline.wordings import GistWords, asks, facts, gists

_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_REQUEST = re.compile(
    r"\b(tell me|let me know|fill me in|remind me|walk me through|talk me through|give me|describe|share)\b"
    r"|\b(i'?d|i would) (also )?(like|love|want|need) to (know|hear|understand|learn)"
    r"|\bi (still |also |just )*need (to know|your)\b"
    r"|\b(i'?m|i am) (curious|wondering|missing)|\bi wonder\b"
    r"|^\W*(and |so |then |also )*(any|ever|how|what|which|when|why|please)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d)|(?<=\be)\.|\.(?=g\.)|(?<=\.g)\.)+[.!?]*")
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s")
_OPEN = re.compile(
    r"\b(any|some)thing (else |similar|like|along)|\bany other|or similar"
    r"|such as|for example|for instance|e\.g\.|including",
    re.IGNORECASE,
)
_LONE_VALUES = frozenset({"medications", "clearances"})


class Span(NamedTuple):
    """Half-open offsets in the message."""

    start: int
    end: int


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


@lru_cache(maxsize=2048)
def understand(text: str) -> Understood:
    """Read one message of the coach: by the field catalogue, and by ear where the catalogue hears no field."""
    plain = text.translate(_QUOTES)
    asked = tuple(a for a in fields_asked(plain) if _fits(a.field, plain))
    found = {a.field: Question(a.field, a.specific, a.values, _is_open(a, plain)) for a in asked}
    other: list[str] = []
    asking = asking_sentences(plain)
    for passage in asking:
        if _heard(passage, asked):
            continue
        sentence = plain[passage.start : passage.end]
        here = questions_in(sentence)
        for question in here:
            found[question.field] = _merged(found.get(question.field), question)
        if not here and (gist := _gist_of(sentence)):
            other.append(gist)
    wanting = " ".join(plain[p.start : p.end] for p in asking)
    return Understood(tuple(found.values()), _gists_in(plain, wanting), tuple(dict.fromkeys(other)))


def _fits(field: str, text: str) -> bool:
    """Whether the words that must be there for this field to be meant are there."""
    needs = _patterns(field)[3]
    return needs is None or bool(needs.search(text))


def asking_sentences(text: str) -> tuple[Span, ...]:
    """The sentences that want an answer: questions, requests, and the bullets below one."""
    found: list[Span] = []
    listing = False
    for match in _SENTENCE.finditer(text):
        words = match.group()
        bullet = bool(_BULLET.match(words))
        asks = words.rstrip().endswith("?") or bool(_REQUEST.search(words.strip())) or (bullet and listing)
        listing = asks and (bullet or words.rstrip().endswith(":"))
        if asks and words.strip():
            found.append(Span(match.start(), match.end()))
    return tuple(found)


def _heard(passage: Span, asked: tuple[Asked, ...]) -> bool:
    return any(a.start < passage.end and passage.start < a.end for a in asked)


def _is_open(asked: Asked, text: str) -> bool:
    """Whether the question goes beyond the entries it names."""
    if not asked.values or _OPEN.search(text):
        return True
    named = _patterns(asked.field)[0]
    return bool(named and named.search(text))


def questions_in(sentence: str) -> tuple[Question, ...]:
    """The fields that one asking sentence asks about, in the order of the catalogue of wordings."""
    return tuple(q for name in asks().fields if (q := _question(name, sentence)) is not None)


def _question(name: str, sentence: str) -> Question | None:
    named, hinted, blind, needs = _patterns(name)
    seen = blind.sub(" ", sentence) if blind else sentence
    if needs and not needs.search(seen):
        return None
    specific = bool(named and named.search(seen))
    values = tuple(v for v, pattern in _value_patterns(name) if pattern.search(seen))
    if specific or (hinted and hinted.search(seen)):
        return Question(name, specific, values)
    if values and name not in _LONE_VALUES:
        return Question(name, specific=True, values=values, open=bool(_OPEN.search(seen)))
    return None


def _merged(old: Question | None, new: Question) -> Question:
    if old is None:
        return new
    values = tuple(dict.fromkeys((*old.values, *new.values)))
    return Question(new.field, old.specific or new.specific, values, old.open or new.open)


def _gist_of(sentence: str) -> str | None:
    """What a fieldless sentence is about; None where it only sounds like a question."""
    gist = next((name for name, words in _gist_patterns() if words.search(sentence)), None)
    return gist or ("unclear" if sentence.rstrip().endswith("?") else None)


def _gists_in(text: str, asking: str) -> frozenset[str]:
    of = gists()
    return frozenset(
        name
        for name, words in _gist_patterns()
        if words.search(asking if of[name].asks else text) and not _means_else(of[name], text)
    )


def _means_else(gist: GistWords, text: str) -> bool:
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in gist.unless)


def _any(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE) if patterns else None


@cache
def _patterns(name: str) -> tuple[re.Pattern[str] | None, ...]:
    own = asks().fields[name]
    return _any(own.asks), _any(own.hints), _any(own.blind), _any((own.needs,) if own.needs else ())


@cache
def _value_patterns(name: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    entries = facts()[name].values.items()
    return tuple((value, re.compile(words.asks, re.IGNORECASE)) for value, words in entries if words.asks)


@cache
def _gist_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found = ((name, _any(words.patterns)) for name, words in gists().items())
    return tuple((name, pattern) for name, pattern in found if pattern is not None)
