"""What of a message asks, and asks about this athlete now. Knows English; knows no field and no persona.

What speaks of other people, other times or other things is blanked out, so that neither ear takes it for a question
about the athlete; what asks without a question mark gets one. Offsets stay as they were.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from coach import sourced_yaml
from coach.profile.catalogue import catalogue
from coach.profile.questions import own_questions
from coach.records.base import Record
from personas.offline.wordings import FOLDER

_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d)|(?<=\be)\.|\.(?=g\.)|(?<=\.g)\.)+[.!?]*")
_CLAUSE_END = re.compile(
    r"[,;:?!\n()]|\.(?!\d)|\b(?:and|or|but)\b(?= (?:how|what|which|when|where|why|who|do|does|did|have|has|are|is"
    r"|was|were|can|could|would|will|any|whether)\b)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*\u2022\u2013]|\d{1,2}[.)]|\(?[a-h]\))\s")


class Span(NamedTuple):
    """Half-open offsets in the message."""

    start: int
    end: int


class Elsewhere(NamedTuple):
    """A stretch that asks for `field` although its words would suggest others."""

    start: int
    field: str
    values: tuple[str, ...]


class Attended(NamedTuple):
    """`text`: the message with straight quotes; `own`: only what may ask about the athlete, with its marks.

    `by_heart`: the catalogue's own questions, which mean what the catalogue says.
    """

    text: str
    own: str
    asking: tuple[Span, ...]
    by_heart: tuple[Span, ...]
    elsewhere: tuple[Elsewhere, ...]


class _Means(Record):
    field: str
    values: tuple[str, ...]
    words: str


class _Words(Record):
    requests: tuple[str, ...]
    openings: tuple[str, ...]
    announcers: tuple[str, ...]
    not_asked: tuple[str, ...]
    means: tuple[_Means, ...]


@lru_cache(maxsize=2048)
def attend(text: str) -> Attended:
    """Read one message."""
    plain = text.translate(_QUOTES)
    by_heart = _by_heart(plain)
    own, elsewhere = _own(plain, by_heart)
    asking = tuple(_asking(own))
    return Attended(plain, _marked(own, asking), asking, by_heart, elsewhere)


def asking_sentences(text: str) -> tuple[Span, ...]:
    """The sentences that want an answer: questions, requests, and the bullets below one."""
    return tuple(_asking(text))


def clause_around(text: str, start: int, end: int) -> str:
    """The clause of `text` that holds the words from `start` to `end`."""
    begin = max((m.end() for m in _CLAUSE_END.finditer(text, 0, start)), default=0)
    after = _CLAUSE_END.search(text, end)
    return text[begin : after.start() if after else len(text)]


def clauses_of(text: str, span: Span) -> Iterator[Span]:
    """The clauses that `span` of `text` consists of."""
    start = span.start
    for end in _CLAUSE_END.finditer(text, span.start, span.end):
        yield Span(start, end.start())
        start = end.end()
    yield Span(start, span.end)


def _asking(text: str) -> Iterator[Span]:
    above = listing = False
    for match in _SENTENCE.finditer(text):
        words = match.group()
        if not words.strip():
            continue
        bullet = bool(_BULLET.match(words))
        asks = _asks(words) or (bullet and (listing or above))
        heads = words.rstrip().endswith(":") and bool(_announcer().search(words))
        listing = heads or (listing and bullet) or (bullet and asks)
        above = asks
        if asks:
            yield Span(match.start(), match.end())


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or bool(_request().search(sentence.strip()))


def _own(plain: str, kept: tuple[Span, ...]) -> tuple[str, tuple[Elsewhere, ...]]:
    """The message without what is not about the athlete now; the catalogue's own questions stay whole."""
    own, found = plain, []
    for pattern, means in _patterns():
        for match in pattern.finditer(own):
            if any(match.start() < span.end and span.start < match.end() for span in kept):
                continue
            own = own[: match.start()] + " " * (match.end() - match.start()) + own[match.end() :]
            if means is not None:
                found.append(Elsewhere(match.start(), means.field, means.values))
    return own, tuple(found)


def _by_heart(plain: str) -> tuple[Span, ...]:
    found, _ = own_questions(plain)
    return tuple(Span(start, start + len(catalogue().questions[name].text)) for start, name in found)


def _marked(own: str, asking: tuple[Span, ...]) -> str:
    """With a question mark after every asking sentence, in the place of its full stop or line end."""
    letters = list(own)
    for span in asking:
        last = span.end - 1
        if letters[last] in ".!:":
            letters[last] = "?"
        elif letters[last] != "?" and span.end < len(letters):
            letters[span.end] = "?"
        elif letters[last] != "?":
            letters.append("?")
    return "".join(letters)


@cache
def _words() -> _Words:
    return sourced_yaml.read_as(FOLDER / "hearing.yaml", _Words)


@cache
def _request() -> re.Pattern[str]:
    words = _words()
    opening = rf"^\W*(?:(?:and|so|then|also|but|next|finally|lastly|okay|ok)\W+)*(?:{'|'.join(words.openings)})\b"
    return re.compile(rf"{_either(words.requests)}|{opening}", re.IGNORECASE)


@cache
def _announcer() -> re.Pattern[str]:
    return re.compile(_either(_words().announcers), re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], _Means | None], ...]:
    means = tuple((re.compile(entry.words, re.IGNORECASE), entry) for entry in _words().means)
    return (*means, *((re.compile(words, re.IGNORECASE), None) for words in _words().not_asked))


def _either(patterns: tuple[str, ...]) -> str:
    return "|".join(f"(?:{pattern})" for pattern in patterns)
