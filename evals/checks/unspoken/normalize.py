"""Text made comparable, with the way back: every view can say where its characters stood in the original.

Knows Unicode, nothing of leaks. All of it is linear: one pass to fold, one more (only once something was
found) to learn the offsets.
"""

# ruff: noqa: RUF001 (look-alike letters are what this file is about)

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

_VANISHING = {"Mn", "Me", "Cf", "Cc", "Cs", "Co"}
_KEPT_CONTROLS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"  # letters and symbols that show nothing
_PUNCTUATION = dict(zip("‘’‚‛ʼʹ′´“”„‟«»″‐‑‒–—―−", "''''''''\"\"\"\"\"\"\"-------", strict=True))
_LOOKALIKES = {
    "β": "b", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ƒ": "f",
    **dict(zip("вгкмнтяακεηικντυωχ", "brkmhtrakenikvtuwx", strict=True)),
}  # fmt: skip
"""Beside the Unicode confusables, which leave out small letters that only resemble."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_LETTER_NAME = re.compile(r"(?:LATIN|LETTER).* (?:LETTER )?([A-Z])(?: WITH .*)?$")
_SEPARATORS = re.compile(r"[\W_]+")
_SOFT_SPACE = re.compile(r" [\s*_~]+|[^\S ][\s*_~]*|[*_~][\s*_~]*")
_LEET = dict(zip("0134578@$|!+69i", "oleastbaslltggl", strict=True))
_LEET_SEPARATORS = re.compile(r"[^\w@$|!+]+|_+")


class View:
    """A text made out of another by replacing pieces of it; knows where each character came from."""

    def __init__(self, text: str, source: "View | None" = None, pieces: Iterable[tuple[int, int, int]] = ()) -> None:
        """`pieces`: (start, end, new length) of every replaced piece of `source` that changed its length."""
        self.text = text
        self._source = source
        self._pieces = pieces

    @cached_property
    def _map(self) -> "tuple[array[int], array[int], array[int], array[int]]":
        new_start, new_end, old_start, old_end = array("q"), array("q"), array("q"), array("q")
        shift = 0
        for start, end, length in self._pieces:
            new_start.append(start + shift)
            new_end.append(start + shift + length)
            old_start.append(start)
            old_end.append(end)
            shift += length - (end - start)
        return new_start, new_end, old_start, old_end

    def _back(self, at: int, *, last: bool) -> int:
        new_start, new_end, old_start, old_end = self._map
        k = bisect_right(new_start, at) - 1
        if k < 0:
            return at
        if at < new_end[k]:
            return old_end[k] - 1 if last else old_start[k]
        return old_end[k] + at - new_end[k]

    def span_in(self, ancestor: "View | None", start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to `end` (at least one) stood in a view this one was made of."""
        if self is ancestor or self._source is None:
            return start, end
        start, end = self._back(start, last=False), self._back(end - 1, last=True) + 1
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
    return small.casefold()


def _ascii_twin(character: str) -> str | None:
    found = confusables.is_confusable(character, greedy=True) if len(character) == 1 else None
    twins = [str(twin["c"]) for hit in found or () for twin in hit["homoglyphs"]]
    return next((twin.lower() for twin in twins if twin.isascii() and twin.isalnum()), None)


def fold(text: str) -> View:
    """Case, width, accents, look-alikes and invisible characters folded; words and punctuation kept."""
    original = View(text)
    if text.isascii() and not _CONTROLS.search(text):
        return View(text.lower(), original)
    table = {character: fold_character(character) for character in set(text)}
    unseen = "".join(re.escape(c) for c, plain in table.items() if not plain)
    longer = "".join(re.escape(c) for c, plain in table.items() if len(plain) > 1)
    odd = "|".join([f"[{unseen}]+"] * bool(unseen) + [f"[{longer}]"] * bool(longer))

    def pieces() -> Iterator[tuple[int, int, int]]:
        for piece in re.finditer(odd, text) if odd else ():
            yield piece.start(), piece.end(), len(table[text[piece.start()]])

    return View(text.translate({ord(c): plain for c, plain in table.items()}), original, pieces())


def _replaced(view: View, pattern: re.Pattern[str], text: str, length: int) -> View:
    """`text` is the view's with every match of `pattern` replaced by `length` characters."""
    return View(text, view, ((m.start(), m.end(), length) for m in pattern.finditer(view.text) if len(m[0]) != length))


def prose(folded: View) -> View:
    """One space between words, no emphasis marks; punctuation kept. Patterns of sentences read this."""
    return _replaced(folded, _SOFT_SPACE, _SOFT_SPACE.sub(" ", folded.text), 1)


def squeezed(folded: View) -> View:
    """Letters and digits only. Names read this, so that no spacing hides them."""
    unread = {ord(c): None for c in set(folded.text) if not c.isalnum()}
    return _replaced(folded, _SEPARATORS, folded.text.translate(unread), 0)


def leetspeak(folded: View) -> View:
    """Letters only, digits and signs read as the letters they imitate; i, l, 1 and ! are one letter."""
    read = {ord(c): _LEET.get(c) or (c if c.isalnum() else None) for c in set(folded.text)}
    view = _replaced(folded, _LEET_SEPARATORS, folded.text.translate(read), 0)
    for pair, letter in (("rn", "m"), ("vv", "w")):
        view = _replaced(view, re.compile(pair), view.text.replace(pair, letter), 1)
    return view


def squeeze(text: str) -> str:
    """A phrase as it stands in the squeezed view."""
    return squeezed(fold(text)).text


def squeeze_leet(text: str) -> str:
    """A phrase as it stands in the leetspeak view."""
    return leetspeak(fold(text)).text
