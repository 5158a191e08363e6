"""Text made comparable, with the way back: every view can say where its characters stood in the original.

Knows Unicode, nothing of leaks. All of it is linear: one pass to fold, one more (only once something was
found) to learn the offsets. Most text is plain ASCII with a few strangers, so the passes are made for that.
"""

# ruff: noqa: RUF001 (look-alike letters are what this file is about)

import itertools
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, cached_property

import numpy as np
from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

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
_UNUSUAL = re.compile(r"[^\t-\r\x1c-\x1f -~]+")
_PIECE = 1024
_ASCII = frozenset(map(chr, range(128)))
_SYMBOL = "~"
"""What every other symbol counts as: an emoji between two words is no word, and one inside a name hides nothing."""
_LETTER_NAME = re.compile(r"(?:LATIN|INDICATOR).* (?:LETTER )?([A-Z])(?: WITH .*)?$")
_SOFT = str.maketrans(dict.fromkeys("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85*_~", " "))
_LEET = dict(zip("0134578@$|!+69i", "oleastbaslltggl", strict=True))
_SIGNS = dict.fromkeys("。．", ".") | {"？": "?", "！": "!", "，": ",", "、": ",", "：": ":", "；": ";"}
_JOINING = "-/_~"
_PAIRS = {"m": ("rn",), "w": ("vv",)}
_MOST_PAIRED = 4


Origins = Callable[[], "tuple[Places, Places]"]
Places = np.ndarray[tuple[int], np.dtype[np.int32]]
Lengths = np.ndarray[tuple[int], np.dtype[np.uint8]]


class View:
    """A text made out of another; knows where each character came from, and learns it only when asked."""

    def __init__(self, text: str, source: "View | None" = None, origins: Origins | None = None) -> None:
        """`origins`: where in `source` each character began and ended; without it they stand one for one."""
        self.text = text
        self._source = source
        self._origins = origins

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """Characters that the text may hold; all that it does hold are among them."""
        return _ASCII if self.text.isascii() else frozenset(self.text)

    @cached_property
    def spaced(self) -> str:
        """The words where they stand, and spaces for everything else."""
        return _translated(self.text, {ord(c): " " for c in self.alphabet if not c.isalnum()})

    @cached_property
    def _places(self) -> "tuple[Places, Places] | None":
        return self._origins() if self._origins else None

    def span_in(self, ancestor: "View | None", start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` (at least one) stood in a view this one was made of."""
        if self is ancestor or self._source is None:
            return start, end
        if self._places is not None:
            starts, ends = self._places
            start, end = int(starts[start]), int(ends[end - 1])
        return self._source.span_in(ancestor, start, end)

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` (at least one) stood in the original text."""
        return self.span_in(None, start, end)


def _codes(text: str) -> np.ndarray[tuple[int], np.dtype[np.unsignedinteger]]:
    """Every character as a number, in as few bytes as they need."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _lengths(view: View, length: Callable[[str], int]) -> Lengths:
    """How many characters each character of the view became."""
    table = np.zeros(ord(max(view.alphabet, default="\0")) + 1, dtype=np.uint8)
    for character in view.alphabet:
        table[ord(character)] = length(character)
    return np.asarray(table[_codes(view.text)], dtype=np.uint8)


def _placed(lengths: Lengths) -> tuple[Places, Places]:
    """The places of characters that became none, one or several."""
    if lengths.max(initial=0) > 1:
        starts = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    else:
        starts = np.flatnonzero(lengths.view(np.bool_)).astype(np.int32)
    return starts, starts + np.int32(1)


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


def fold(text: str) -> View:
    """Case, width, accents, look-alikes and invisible characters folded; words and punctuation kept."""
    original = View(text)
    if text.isascii() and not _UNUSUAL.search(text):
        return View(text.lower(), original)
    folded: list[str] = []
    at = 0
    for run in _UNUSUAL.finditer(text):
        folded.append(text[at : run.start()].lower())
        folded += map(fold_character, run[0])
        at = run.end()
    folded.append(text[at:].lower())
    return View("".join(folded), original, lambda: _placed(_lengths(original, lambda c: len(_plain(c)))))


def _plain(character: str) -> str:
    return fold_character(character) if _UNUSUAL.match(character) else character


def _translated(text: str, table: Mapping[int, str | None]) -> str:
    """In pieces, since Python is many times faster where a piece is plain ASCII."""
    if text.isascii():
        return text.translate(table)
    return "".join([text[at : at + _PIECE].translate(table) for at in range(0, len(text), _PIECE)])


def prose(folded: View) -> View:
    """One space between words, no emphasis marks; punctuation kept. Patterns of sentences read this."""
    text = _single_spaced(_translated(folded.text, _SOFT))
    return View(text, folded, lambda: _placed(_first_of_each_run(folded, lambda c: ord(c) in _SOFT or c == " ")))


def bare_words(folded: View) -> View:
    """Words with one space between, and nothing else. Shared runs of words are looked for in this."""
    read = {ord(c): " " if c.isspace() or c in _JOINING else None for c in folded.alphabet if not c.isalnum()}
    text = _translated(folded.text, read)
    words = View(text, folded, lambda: _placed(_lengths(folded, lambda c: read.get(ord(c), c) is not None)))
    return View(_single_spaced(text), words, lambda: _placed(_first_of_each_run(words, lambda c: c == " ")))


def _single_spaced(text: str) -> str:
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def _first_of_each_run(view: View, soften: Callable[[str], bool]) -> Lengths:
    """1 for what stays; of what is soft, in a row, the first."""
    hard = _lengths(view, lambda character: not soften(character))
    hard[0:1] = 1
    hard[1:] |= hard[:-1]
    return hard


def squeezed(folded: View) -> View:
    """Letters and digits only. Names read this, so that no spacing hides them."""
    text = _translated(folded.text, {ord(c): None for c in folded.alphabet if not c.isalnum()})
    return View(text, folded, lambda: _placed(_lengths(folded, str.isalnum)))


def leetspeak(folded: View) -> View:
    """Letters only, digits and signs read as the letters they imitate; i, l, 1 and ! are one letter."""
    read = {ord(c): _LEET.get(c) or (c if c.isalnum() else None) for c in folded.alphabet}
    return View(_translated(folded.text, read), folded, lambda: _placed(_lengths(folded, lambda c: bool(read[ord(c)]))))


def squeeze(text: str) -> str:
    """A phrase as it stands in the squeezed view."""
    return squeezed(fold(text)).text


def squeeze_leet(text: str) -> frozenset[str]:
    """The ways in which a phrase may stand in the leetspeak view: two letters together may look like one."""
    letters = [(letter, *_PAIRS.get(letter, ())) for letter in leetspeak(fold(text)).text]
    paired = sum(len(ways) > 1 for ways in letters)
    if paired > _MOST_PAIRED:
        return frozenset({"".join(ways[0] for ways in letters)})
    return frozenset(map("".join, itertools.product(*letters)))
