"""Text made comparable, with the way back: every view can say where its characters stood in the original.

Knows Unicode, nothing of leaks. All of it is linear; offsets are computed only when one is asked for.
"""

# ruff: noqa: RUF001 (look-alike letters are what this file is about)

import itertools
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial

import numpy as np
from confusable_homoglyphs import confusables  # type: ignore[import-untyped]
from numpy.typing import NDArray

_VANISHING = {"Mn", "Me", "Cf", "Cc", "Cs", "Co"}
_KEPT_CONTROLS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"  # letters and symbols that show nothing
_PUNCTUATION = dict(zip("‘’‚‛ʼʹ′´“”„‟«»″‐‑‒–—―−", "''''''''\"\"\"\"\"\"\"-------", strict=True))
_LOOKALIKES = {
    "β": "b", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ƒ": "f",
    "€": "e", "£": "l", "¢": "c", "¥": "y", "©": "c", "®": "r", **dict.fromkeys("→➡⇒➔➜►▶›", ">"),
    **dict(zip("вгкмнтяακεηικντυωχ", "brkmhtrakenikvtuwx", strict=True)),
}  # fmt: skip
"""Beside the Unicode confusables, which leave out small letters that only resemble."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_SYMBOL = "~"
"""What every other symbol counts as: an emoji between two words is no word, and one inside a name hides nothing."""
_LETTER_NAME = re.compile(r"(?:LATIN|INDICATOR).* (?:LETTER )?([A-Z])(?: WITH .*)?$")
_LEET = dict(zip("0134578@$|!+69i", "oleastbaslltggl", strict=True))
_SIGNS = dict.fromkeys("。．", ".") | {"？": "?", "！": "!", "，": ",", "、": ",", "：": ":", "；": ";"}
_JOINING = "-/_~"
_PAIRS = {"m": ("rn",), "w": ("vv",)}
_MOST_PAIRED = 4
_ASCII, _BYTES = 128, 256


Places = NDArray[np.int64]


class TranslationTable(dict[int, str]):
    """A table for `str.translate` that reads a character once, when it is first met.

    An ASCII character becomes one ASCII character or none.
    """

    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, code: int) -> str:
        self[code] = made = self._read(chr(code))
        return made

    def translate(self, text: str) -> str:
        """`text.translate(self)`; ASCII goes through a table of bytes, which is some twenty times as fast."""
        if not text.isascii():
            return text.translate(self)
        single, dropped = self._bytes
        return text.encode("ascii").translate(single, dropped).decode("ascii")

    def places(self, text: str) -> Places:
        """Of each character of the translation, where it stood in the text."""
        if text.isascii():
            kept = np.ones(_BYTES, dtype=np.bool_)
            kept[list(self._bytes[1])] = False
            return np.flatnonzero(kept[np.frombuffer(text.encode("ascii"), dtype=np.uint8)])
        lengths = np.fromiter(map(len, map(self.__getitem__, map(ord, text))), dtype=np.int64, count=len(text))
        return np.repeat(np.arange(len(text)), lengths)

    @cached_property
    def _bytes(self) -> tuple[bytes, bytes]:
        """What each byte becomes, and the bytes that vanish."""
        made = [self[code] for code in range(_ASCII)]
        return "".join(one or "\0" for one in made).encode("ascii").ljust(_BYTES), bytes(
            code for code, one in enumerate(made) if not one
        )


class View:
    """A text made out of another; knows where each of its characters came from."""

    def __init__(self, text: str, source: "View | None" = None, places: Callable[[], Places] | None = None) -> None:
        """`places`: by character, where it stood in the source; without it, characters stand one for one."""
        self.text = text
        self._source = source
        self._make_places = places

    @cached_property
    def _places(self) -> Places | None:
        return self._make_places() if self._make_places else None

    def translated(self, table: TranslationTable) -> "View":
        """A view of this one through a table."""
        return View(table.translate(self.text), self, partial(table.places, self.text))

    def with_words(self, replaced: Sequence[tuple[int, int, str]]) -> "View":
        """A view of this one with other words of two letters or more from place to place, in order."""
        parts, places, at = list[str](), list[Places](), 0
        for start, end, word in replaced:
            parts += (self.text[at:start], word)
            places += (np.arange(at, start), np.linspace(start, end - 1, len(word)).astype(np.int64))
            at = end
        together = np.concatenate([*places, np.arange(at, len(self.text))])
        return View("".join((*parts, self.text[at:])), self, lambda: together)

    def span_in(self, ancestor: "View | None", start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` (at least one) stood in a view this one was made of."""
        if self is ancestor or self._source is None:
            return start, end
        if self._places is not None:
            start, end = int(self._places[start]), int(self._places[end - 1]) + 1
        return self._source.span_in(ancestor, start, end)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` (at least one) stood in the original text."""
        return self.span_in(None, start, end)


@cache
def fold_character(character: str) -> str:
    """What a character counts as: plain lower-case letters where it looks like some, nothing if unseen."""
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    if character in _BLANKS or (unicodedata.category(character) in _VANISHING and character not in _KEPT_CONTROLS):
        return ""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(_lookalike(part) for part in parts if unicodedata.category(part) not in _VANISHING)


def _lookalike(character: str) -> str:
    if character.isascii():
        return character.lower()
    small = character.lower()
    if character in _PUNCTUATION or small in _LOOKALIKES:
        return _PUNCTUATION.get(character) or _LOOKALIKES[small]
    for candidate in (character, small):
        if plain := _ascii_twin(candidate):
            return plain
    if named := _LETTER_NAME.search(unicodedata.name(character, "")):
        return named[1].lower()
    return small.casefold() if character.isalnum() else _SIGNS.get(character, _SYMBOL)


def _ascii_twin(character: str) -> str | None:
    found = confusables.is_confusable(character, greedy=True) if len(character) == 1 else None
    twins = [str(twin["c"]) for hit in found or () for twin in hit["homoglyphs"]]
    return next((twin.lower() for twin in twins if twin.isascii() and twin.isalnum()), None)


_FOLDED = TranslationTable(lambda c: c.lower() if c.isascii() and not _CONTROLS.match(c) else fold_character(c))
_LETTERS = TranslationTable(lambda c: _LEET.get(c) or (c if c.isalnum() else ""))
_APART = TranslationTable(lambda c: c if c.isalpha() else " ")
_BARE = TranslationTable(lambda c: c if c.isalnum() else " " if c.isspace() or c in _JOINING else "")


def fold(text: str) -> View:
    """Case, width, accents, look-alikes and invisible characters folded; words and punctuation kept."""
    if text.isascii() and not _CONTROLS.search(text):
        return View(text.lower(), View(text))
    plain = _BEYOND_ASCII.sub(lambda found: found[0].translate(_FOLDED), text)
    lowered = plain.lower() if plain.isascii() and not _CONTROLS.search(plain) else text.translate(_FOLDED)
    return View(lowered, View(text), partial(_FOLDED.places, text))


def letters(folded: View) -> View:
    """Letters only, digits and signs read as the letters they imitate; i, l, 1 and ! are one letter."""
    return folded.translated(_LETTERS)


def bare(folded: View) -> View:
    """Words of letters and digits with spaces between, and no other sign."""
    return folded.translated(_BARE)


def runs_of_letters(folded: View) -> set[str]:
    """All words of letters alone, whatever stands between them."""
    return set(_APART.translate(folded.text).split())


def spoken_words(text: str) -> tuple[str, ...]:
    """The words of a text, folded and bare."""
    return tuple(bare(fold(text)).text.split())


def squeezed(folded: str) -> str:
    """The letters and digits of a folded text."""
    return "".join(filter(str.isalnum, folded))


def imitations(phrase: str) -> frozenset[str]:
    """The ways in which a phrase may stand in the view `letters`: two letters together may look like one."""
    ways = [(letter, *_PAIRS.get(letter, ())) for letter in letters(fold(phrase)).text]
    if sum(len(each) > 1 for each in ways) > _MOST_PAIRED:
        return frozenset({"".join(each[0] for each in ways)})
    return frozenset(map("".join, itertools.product(*ways)))
