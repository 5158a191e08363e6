"""A folded text as sentences of tokens with their classes. Knows words and numbers, nothing of weights."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal
from zlib import crc32

from evals.checks.unspoken.meaning.classes import FUNCTION_WORDS, UNITS, classes, ending, parted

LONGEST = 60
"""Tokens of a sentence; a longer one is read in pieces, so that time stays linear."""

_END = re.compile(r"(?:(?<![.!?])[.!?]+[\"')\]]*|~+)(?=[\s~]|$)\s*|\n\s*")
_TOKEN = re.compile(
    r"\d+(?::\d\d)+|\d+(?:[.,]\d+)?(?:(?:st|nd|rd|th|km?|kg|m)\b)?"
    r"|[^\W\d_]+(?:-[^\W\d_]+)*(?:'[a-z]+)?|[?!.,;:\"()-]"
)
_LETTER = re.compile(r"[^\W_]")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)$")
Place = Literal["only", "first", "middle", "last"]
_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: at for at, word in enumerate((*_SMALL, *_TEENS))} | {
    word: 20 + 10 * at for at, word in enumerate(_TENS)
}
_GROWN = range(10, 91)
_ROUND = range(10, 90, 10)


@dataclass(frozen=True, slots=True)
class Token:
    """A word (digits as `#`), its classes, and the numbers of all that it may be asked for.

    `face` is how it shows in the skeleton of a sentence; `names` are its classes and, of a function word, itself.
    """

    word: str
    classes: tuple[str, ...]
    word_id: int
    face_id: int
    class_ids: tuple[int, ...]
    names: tuple[int, ...]

    @classmethod
    def of(cls, word: str, told: tuple[str, ...]) -> "Token":
        shown = "#" if word[0].isdigit() else word
        face = word if word in FUNCTION_WORDS else f"<{told[0]}>" if told else ending(word)
        class_ids = tuple(named(f"c{name}") for name in told)
        own = (named(f"w{word}"),) if word in FUNCTION_WORDS and word.isalpha() else ()
        return cls(shown, told, named(f"w{shown}"), named(f"f{face}"), class_ids, (*own, *class_ids))


def named(name: str) -> int:
    """The number of a name."""
    return crc32(name.encode())


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a sentence, not yet looked at, from `start` to `end` of the folded text."""

    start: int
    end: int
    words: tuple[str, ...]

    @property
    def asks(self) -> bool:
        return "?" in self.words[-2:]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence looked up, with what the sentences before and behind speak of."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    place: Place
    before: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    after_question: bool = False


def split(folded: str) -> Iterator[Words]:
    """The sentences in order; signs without a word belong to the sentence before."""
    for start, end in _spans(folded):
        words = tuple(_TOKEN.findall(folded, start, end))
        if len(words) <= LONGEST:
            if words:
                bare = folded[start:end].strip()
                first = folded.index(bare, start)
                yield Words(first, first + len(bare), words)
            continue
        found = list(_TOKEN.finditer(folded, start, end))
        for at in range(0, len(words), LONGEST):
            piece = found[at : at + LONGEST]
            yield Words(piece[0].start(), piece[-1].end(), words[at : at + LONGEST])


def looked_up(text: Sequence[Words], at: int, age: int | None = None) -> Sentence:
    """The sentence at `at` of a text; `age`: the athlete's, where it is known."""
    one, first, last = text[at], at == 0, at == len(text) - 1
    return Sentence(
        one.start,
        one.end,
        tagged(one.words, age),
        "only" if first and last else "first" if first else "last" if last else "middle",
        () if first else _spoken(text[at - 1].words, age),
        () if last else _spoken(text[at + 1].words, age),
        after_question=not first and text[at - 1].asks,
    )


def tagged(words: Sequence[str], age: int | None = None) -> tuple[Token, ...]:
    """Words with their classes; phrases and numbers in view of what follows."""
    parts = [part for word in words for part in (parted(word) if "'" in word or word == "cannot" else (word,))]
    phrases, tokens = classes().phrases, []
    for at, (word, following) in enumerate(pairwise((*parts, ""))):
        begun = phrases.get((word, following))
        if begun or word in _VALUES or word[0].isdigit() or "-" in word:
            spoken = [name for phrase, name in begun or () if tuple(parts[at : at + len(phrase)]) == phrase]
            tokens.append(_token(word, (*spoken, *_number(word, following, age))))
        else:
            tokens.append(_token(word, ()))
    return tuple(tokens)


def _spoken(words: Sequence[str], age: int | None) -> tuple[int, ...]:
    return tuple({name: 0 for token in tagged(words, age) for name in token.class_ids})


def _spans(folded: str) -> Iterator[tuple[int, int]]:
    start = at = 0
    for found in _END.finditer(folded):
        if _LETTER.search(folded, start, found.start()):
            if at < start:
                yield at, start
            at = start
            start = found.end()
            continue
        start = found.end()
    if _LETTER.search(folded, start, len(folded)):
        if at < start:
            yield at, start
        yield start, len(folded)
    elif at < len(folded):
        yield at, len(folded)


_TOKENS: dict[tuple[str, tuple[str, ...]], Token] = {}
_MANY = 50_000


def _token(word: str, told: tuple[str, ...]) -> Token:
    """A word in its place; what is the same again is not made again."""
    key = (word, told)
    if (found := _TOKENS.get(key)) is None:
        if len(_TOKENS) > _MANY:
            _TOKENS.clear()
        found = _TOKENS[key] = Token.of(word, tuple(dict.fromkeys((*told, *classes().of(word)))))
    return found


def _number(word: str, following: str, age: int | None) -> tuple[str, ...]:
    """What a number may be: a time, a quantity with its unit, or an age; the athlete's own age above all."""
    value = _value(word)
    if value is None:
        if not word[0].isdigit():
            return ()
        return ("CLOCK",) if ":" in word else ("ORDINAL",) if _ORDINAL.search(word) else ("QUANTITY",)
    if following in UNITS or word == "one":
        return () if word == "one" else ("QUANTITY",)
    if age is not None and abs(value - age) <= 1:
        return ("OWN_AGE", "AN_AGE")
    if value in _ROUND:
        return ("ROUND", "AN_AGE")
    return ("NUMBER", "AN_AGE") if value in _GROWN else ("NUMBER",)


def _value(word: str) -> int | None:
    if word.isdecimal():
        return int(word) if len(word) <= 3 else None  # noqa: PLR2004
    if word in _VALUES:
        return _VALUES[word]
    tens, dash, ones = word.partition("-")
    return _VALUES[tens] + _VALUES[ones] if dash and tens in _TENS and ones in _SMALL[1:10] else None
