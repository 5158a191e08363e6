"""Misspelt names, only where the context cites someone or a fitting first name stands before.

Knows the lexicon's near misses. Distance is optimal string alignment, so swapped neighbours are one edit.
"""

import re
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from evals.checks.unspoken.context import Context, cited
from evals.checks.unspoken.lexicon import NearMiss, lexicon
from evals.checks.unspoken.normalize import View
from evals.checks.unspoken.texts import Leak, Named
from evals.checks.unspoken.words import Found

_WORD = re.compile(r"[a-z]{4,14}")
_FIRST_NAME = re.compile(r"([a-z]{3,9})\.? (?:[a-z]\.? )?[\"']?$")
_TITLE_LENGTH = 10
_LONG_FIRST_NAME = 5


def find_near_misses(text: str, folded: View, athlete: Named | None) -> Iterator[Found]:
    """Every misspelt name that is cited."""
    near = {word: miss for word in _distinct(folded.text) if (miss := _nearest(word)) is not None}
    for match in _WORD.finditer(folded.text) if near else ():
        miss = near.get(match[0])
        if miss is None or folded.text[match.end() : match.end() + 1].isalpha():
            continue
        first, last = folded.origin(*match.span())
        context = Context(text, folded.text, match.start(), match.end(), first, last, athlete)
        if _named(miss, context):
            why = f"names {miss.name}, misspelt, in a citing context"
            yield Found(
                Leak("framework_name", first, last, text[first:last], "near miss", why), miss.topic, match.start()
            )


def _distinct(folded: str) -> set[str]:
    return {word for chunk in set(folded.split()) for word in _WORD.findall(chunk)}


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
