"""Misspelt names, only where the context cites someone or a fitting first name stands before.

Knows the lexicon's near misses. Distance is optimal string alignment, so swapped neighbours are one edit.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

from evals.checks.unspoken.context import Context, cited
from evals.checks.unspoken.lexicon import NearMiss, lexicon
from evals.checks.unspoken.normalize import View, fold
from evals.checks.unspoken.texts import Leak, Named
from evals.checks.unspoken.words import Found

_CAPITALIZED = re.compile(r"[BCEIJMVY\u0080-\U0010ffff][^\W\d_]{3,13}")
_TITLE = re.compile(r"\b[ei]s{1,2}[ea]n[a-z]{5,9}")
_STEMS = ("ssen", "ssan", "sent", "senc", "sens")
_CANDIDATE = re.compile(r"[bceijmvy][a-z]{3,13}")
_MASKED = re.compile(r"(?<![\w.])[bmye][a-z]{0,5}(?:[*#\u2022]{1,6}|-)[a-z]{1,6}(?![\w.])")
_SIGNS = ("*", "#", "\u2022", "br-", "bro-", "mck-", "mc-", "yea-", "ye-")
_REACH = 16
_MASKS = re.compile(r"[^a-z]+")
_SHOWN = 3
_FIRST_NAME = re.compile(r"([a-z]{3,9})\.? (?:[a-z]\.? )?[\"']?$")
_TITLE_LENGTH = 10
_LONG_FIRST_NAME = 5


def find_near_misses(text: str, folded: View, athlete: Named | None) -> Iterator[Found]:
    """Every misspelt name that is cited, and every name with letters left out for signs."""
    for start, end, miss, masked in _suspects(text, folded):
        first, last = folded.origin(start, end)
        context = Context(text, folded.text, start, end, first, last, athlete)
        if masked or _named(miss, context):
            why = f"names {miss.name}, misspelt, in a citing context"
            yield Found(Leak("framework_name", first, last, text[first:last], "near miss", why), miss.topic, start)


def _suspects(text: str, folded: View) -> Iterator[tuple[int, int, NearMiss, bool]]:
    for word in _candidates(text, folded.text):
        if (miss := _nearest(word)) is not None:
            yield from ((at, at + len(word), miss, False) for at in _whole(word, folded.text))
    for sign in _SIGNS:
        yield from _masked(folded.text, sign)


def _candidates(text: str, folded: str) -> set[str]:
    """Words that may be a name misspelt: capitalized ones, and what could be a title in small letters."""
    capitalized = {fold(word).text for word in set(_CAPITALIZED.findall(text))}
    stems = (
        found for stem in _STEMS for at in _places(stem, folded) if (found := _TITLE.match(folded, max(0, at - 1)))
    )
    return {word for word in capitalized if _CANDIDATE.fullmatch(word)} | {found[0] for found in stems}


def _whole(word: str, folded: str) -> Iterator[int]:
    return (
        at
        for at in _places(word, folded)
        if not folded[at - 1 : at].isalnum() and not folded[at + len(word) : at + len(word) + 1].isalnum()
    )


def _places(part: str, folded: str) -> Iterator[int]:
    at = folded.find(part)
    while at >= 0:
        yield at
        at = folded.find(part, at + 1)


def _masked(folded: str, sign: str) -> Iterator[tuple[int, int, NearMiss, bool]]:
    at = folded.find(sign)
    while at >= 0:
        match = _MASKED.search(folded, max(0, at - _REACH), at + _REACH)
        if match is not None and (miss := _unmasked(match[0])) is not None:
            yield match.start(), match.end(), miss, True
        at = folded.find(sign, max(at + 1, match.end() if match else 0))


def _unmasked(written: str) -> NearMiss | None:
    if len(_MASKS.sub("", written)) < _SHOWN:
        return None
    shape = re.compile(_MASKS.sub(lambda mask: f"[a-z]{{1,{len(mask[0]) + 2}}}", written))
    return next((miss for miss in lexicon().near_misses if shape.fullmatch(miss.name)), None)


@lru_cache(maxsize=50_000)
def _nearest(word: str) -> NearMiss | None:
    for miss in lexicon().near_misses:
        if word not in miss.spared and OSA.distance(word, miss.name, score_cutoff=miss.distance) <= miss.distance:
            return miss
    return None


def _named(miss: NearMiss, context: Context) -> bool:
    if len(miss.name) >= _TITLE_LENGTH:
        return True
    if not context.written[:1].isupper():
        return False
    return _after_first_name(miss, context.before) or cited(context)


def _after_first_name(miss: NearMiss, before: str) -> bool:
    found = _FIRST_NAME.search(before)
    return found is not None and any(
        OSA.distance(found[1], first) <= (len(first) >= _LONG_FIRST_NAME) for first in miss.firsts
    )
