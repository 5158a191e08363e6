"""Which parts of a coach's message ask for something, and which state something. Knows English; knows no field."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from coach import sourced_yaml
from coach.records.base import Record

PATH = Path(__file__).with_name("asking.yaml")
_SENTENCE = re.compile(
    r"(?:[^.!?\n]|(?<=\d)\.(?=\d)|(?<=\be)\.(?=g)|(?<=\be\.g)\.|(?<=\bi)\.(?=e)|(?<=\bi\.e)\.)+[.!?]*"
)
_BULLET = re.compile(r"\s*(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+")
_BREAK = r"[\s,;:(\u2013\u2014-]+(?:just )?"
_TURNS = re.compile(
    r"(?:^|[,:;(\u2013\u2014-])\s*(?:(?:and|or|so|but|also|then|now) )*"
    r"(?:do|does|did|have|has|had|are|is|was|were|can|could|would|will|should|how|what|which|when|where|who|any|ever)\b"
)
"""Where a sentence with a question mark turns to its question."""
_DENIED = re.compile(r"\b(?:no|not|never|without|\w+n't)\b[^,:;]*$")
"""Behind one of these "any" asks nothing: "you've never had any trouble"."""
_SAYS = re.compile(
    r"\b(?:you|your|is|are|was|were|have|has|had|got|noted|heard|run|runs|(?:it|that|there|here)'s)\b|'(?:re|ve|m)\b"
)
"""What only names a thing ("a stress fracture, also long ago:") states nothing."""
_REASON_NOT_BEFORE = 0.25
"""A "because" in the first quarter of a sentence is not the reason of a question that came before it."""


class _Patterns(Record):
    opening: tuple[str, ...]
    fillers: tuple[str, ...]
    inversions: tuple[str, ...]
    requests: tuple[str, ...]
    offers: tuple[str, ...]
    elaborations: tuple[str, ...]
    reasons: tuple[str, ...]
    statements: tuple[str, ...]
    list_announcers: tuple[str, ...]


class _English(NamedTuple):
    question: re.Pattern[str]
    inversion: re.Pattern[str]
    request: re.Pattern[str]
    offer: re.Pattern[str]
    elaboration: re.Pattern[str]
    reason: re.Pattern[str]
    statement: re.Pattern[str]
    announcer: re.Pattern[str]


class Passage(NamedTuple):
    """A stretch of the message (half-open offsets) that asks."""

    start: int
    end: int


def passages(text: str) -> Iterator[Passage]:
    """The asking passages of the lower-case `text`, in order."""
    asks = listing = False
    for found in _SENTENCE.finditer(text):
        sentence = found.group()
        if not sentence.strip():
            continue
        bullet = bool(_BULLET.match(sentence)) and (found.start() == 0 or text[found.start() - 1] == "\n")
        asks = _asks(sentence) or (bullet and listing) or (asks and bool(_english().elaboration.match(sentence)))
        listing = (listing and bullet) or (
            sentence.rstrip().endswith(":") and bool(_english().announcer.search(sentence))
        )
        if asks:
            yield _core(sentence, found.start())


def stated(text: str) -> str:
    """What the lower-case `text` states: its sentences up to where they turn to asking, each with a full stop."""
    parts = (_stated(found.group()) for found in _SENTENCE.finditer(text))
    return " ".join(f"{part}." for part in parts if part)


def _stated(sentence: str) -> str:
    english = _english()
    if english.question.match(sentence) or english.offer.match(sentence):
        return ""
    turns = [english.request.search(sentence)]
    if sentence.rstrip().endswith("?"):
        turns += [_TURNS.search(sentence), *english.inversion.finditer(sentence)]
    places = [turn.start() for turn in turns if turn and not _DENIED.search(sentence, 0, turn.start())]
    left = sentence[: min(places, default=len(sentence))].strip(" .!?,:;(\n\t-")
    return left if _SAYS.search(left) else ""


def _asks(sentence: str) -> bool:
    english = _english()
    if english.offer.match(sentence):
        return False
    marked = sentence.rstrip().endswith("?")
    return marked or bool(english.request.search(sentence) or english.question.match(sentence))


def _core(sentence: str, start: int) -> Passage:
    """Without what the sentence states before it asks, and without the reason it gives at the end."""
    begin, end = 0, len(sentence)
    reason = _english().reason.search(sentence)
    if reason and reason.start() > end * _REASON_NOT_BEFORE:
        end = reason.start()
    if _english().statement.match(sentence):
        asks = _english().inversion.search(sentence, sentence.find(",") + 1) or _english().request.search(sentence)
        begin = asks.start() if asks and asks.start() < end else 0
    return Passage(start + begin, start + end)


@cache
def _english() -> _English:
    patterns = sourced_yaml.read_as(PATH, _Patterns)
    fillers = rf"^\W*(?:(?:{'|'.join(patterns.fillers)})\W+)*"
    return _English(
        question=re.compile(rf"{fillers}(?:{'|'.join(patterns.opening)})\b"),
        inversion=re.compile(rf"\b(?:{'|'.join(patterns.inversions)})\b"),
        request=re.compile(rf"\b(?:{'|'.join(patterns.requests)})\b"),
        offer=re.compile(rf"{fillers}(?:{'|'.join(patterns.offers)})\b"),
        elaboration=re.compile(rf"^\W*(?:{'|'.join(patterns.elaborations)})(?!\w)"),
        reason=re.compile(rf"{_BREAK}(?:{'|'.join(patterns.reasons)})\b.*$", re.DOTALL),
        statement=re.compile(rf"{fillers}(?:{'|'.join(patterns.statements)})\b"),
        announcer=re.compile(rf"\b(?:{'|'.join(patterns.list_announcers)})\b"),
    )
