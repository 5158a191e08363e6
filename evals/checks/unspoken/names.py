"""Finds the names of the lexicon, however they are spaced, spelt with look-alikes or written in leetspeak."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import ahocorasick
from rapidfuzz import process
from rapidfuzz.distance import OSA

from evals.checks.unspoken.lexicon import Name, lexicon
from evals.checks.unspoken.name_contexts import NameContext, beside_shoes, cited, holds, measures
from evals.checks.unspoken.normalize import View, fold, imitations, letters, runs_of_letters, squeezed
from evals.checks.unspoken.texts import Leak, NamedAthlete
from evals.language.pieces import whole_words

_WORDS = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"[A-Za-z0-9' .]+")
_LITTLE = 3
_QUOTES = "\"'*_`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"
_OPENS = "\n*_#>(-\u2022"
_ENDS = ".!?:;\u2026\u2013\u2014\n*"
_LONGEST = 25
_ONE_SLIP, _TWO_SLIPS = 6, 10
"""Letters of a word of a name that may have one, or two, of them wrong."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase of the lexicon in a text, before its context is judged."""

    name: Name
    context: NameContext
    detector: str


@dataclass(frozen=True, slots=True)
class NameFound:
    """A leak with the topic that the athlete may have brought up first; `weighed`: meaning must bear it out.

    Nobody disguises a name that they mean in another sense: only plain ones are weighed.
    """

    leak: Leak
    topic: str
    weighed: bool = False


def find_names(text: str, folded: View, athlete: NamedAthlete | None = None) -> Iterator[NameFound]:
    """Every name whose context gives what it needs."""
    for mention in mentions(text, folded, athlete):
        if holds(mention.name.needs, mention.context):
            yield _found(mention, plain=mention.detector == "words" and _plain(mention.context.written))
    slips = _slips(folded)
    starts = [folded.origin(start, end)[0] for start, end, _ in slips]
    for mention in mentions(text, folded.with_words(slips), athlete) if slips else ():
        if _is_near_miss(mention, starts):
            yield _found(replace(mention, detector="near miss"), plain=False)


def _found(mention: Mention, *, plain: bool) -> NameFound:
    name, context = mention.name, mention.context
    leak = Leak(name.category, context.first, context.last, context.written, mention.detector, name.why)
    return NameFound(leak, name.topic, name.weighed and plain)


def brings_up(mention: Mention) -> bool:
    """Whether an athlete who says this has raised its topic: idioms, minutes and shoes raise nothing."""
    name, context = mention.name, mention.context
    if name.category != "framework_name":
        return False
    if name.needs == "citation":
        return cited(context) or not beside_shoes(context)
    if name.needs == "numbers":
        return not measures(context)
    return name.needs in {"nothing", "surname", "initial"} or holds(name.needs, context)


def mentions(text: str, folded: View, athlete: NamedAthlete | None = None) -> Iterator[Mention]:
    """Every phrase of the lexicon that stands in the text as whole words, disguised or not."""
    view = letters(folded)
    for at, (names, length, words) in _automaton().iter(view.text):
        start, end = view.span_in(folded, at - length + 1, at + 1)
        first, last = folded.origin(start, end)
        if not (_whole(folded.text, start, end) or _camel(text, first, last)):
            continue
        plain = squeezed(folded.text[start:end])
        context = NameContext(text, folded.text, start, end, first, last, athlete)
        for name, spelling in names:
            as_written = plain == spelling
            if not as_written and (_exact(name, spelling) or _falls_apart(folded.text[start:end], words)):
                continue
            if not name.capital or _like_a_name(text, first, last):
                yield Mention(name, context, "words" if as_written else "leetspeak")


def _exact(name: Name, spelling: str) -> bool:
    """Digits are not read both as themselves and as letters; nobody disguises what is internal."""
    return name.category == "internal_disclosure" or any(c.isdigit() for c in spelling)


def _plain(written: str) -> bool:
    """In unmixed letters, as one would write it."""
    return bool(_PLAIN.fullmatch(written)) and not re.search(r"(?:\b\w ){3}", written)


def _whole(folded: str, start: int, end: int) -> bool:
    """Nothing of a word before or behind; scripts without capitals put no spaces between words."""
    ahead, behind = folded[max(0, start - 1) : start], folded[end : end + 1]
    begins = not ahead.isalnum() or _without_case(folded[start])
    return begins and (not behind.isalnum() or _without_case(folded[end - 1]))


def _without_case(character: str) -> bool:
    return character.isalpha() and character.lower() == character.upper()


def _camel(text: str, first: int, last: int) -> bool:
    ahead, behind = text[max(0, first - 1) : first], text[last : last + 1]
    begins = not ahead.isalnum() or (ahead.islower() and text[first].isupper())
    ends = not behind.isalnum() or (behind.isupper() and text[last - 1].islower())
    return begins and ends


def _falls_apart(written: str, words: int) -> bool:
    """More words than the phrase has, and no sign in a letter's place, or one that stands alone: "to be frank. I"."""
    parts = written.split()
    if len(parts) <= words:
        return False
    alone = min(len(parts[0]), len(parts[-1])) == 1 and max(map(len, parts)) > _LITTLE
    return alone or all(c.isalpha() or c in " .,;:'\"-" for c in written)


def _like_a_name(text: str, first: int, last: int) -> bool:
    """Every long word with a capital, or all between quotes; a single word not where a sentence begins."""
    ahead, behind = text[max(0, first - 2) : first], text[last : last + 1]
    if ahead and behind and ahead[-1] in _QUOTES and behind in _QUOTES:
        return True
    words = _WORDS.findall(text[first:last])
    capitals = [word[0].isupper() for word in words if len(word) > _LITTLE]
    begins = not ahead.strip() or ahead[-1] in _OPENS or ahead[0] in _ENDS
    return all(capitals) and (len(words) > 1 or not begins)


@cache
def _automaton() -> Any:
    """All phrases as letters only, each with its names and plain spellings, its length and its words."""
    automaton = ahocorasick.Automaton()
    for name in lexicon().names:
        for phrase in name.phrases:
            for key in imitations(phrase):
                names = automaton.get(key, ((), 0, 0))[0]
                automaton.add_word(key, ((*names, (name, squeezed(fold(phrase).text))), len(key), len(phrase.split())))
    automaton.make_automaton()
    return automaton


def _slips(folded: View) -> list[tuple[int, int, str]]:
    """The words that nobody spells so, by place, with the word of the lexicon that each is nearly."""
    strange = runs_of_letters(folded) - _spelt_as_meant()
    meant = {word: near for word in strange if len(word) < _LONGEST and (near := _nearest(word))}
    return [(*one.span(), meant[one[0]]) for one in _WORDS.finditer(folded.text) if one[0] in meant] if meant else []


def _is_near_miss(mention: Mention, starts: list[int]) -> bool:
    """Whether one of the slips of the pen, which begin at `starts`, is part of the name.

    A surname alone counts where someone is cited.
    """
    name, context = mention.name, mention.context
    inside = bisect_left(starts, context.first) < bisect_left(starts, context.last)
    if name.category != "framework_name" or not inside:
        return False
    if name.needs == "surname":
        return context.written[:1].isupper() and cited(context)
    return holds(name.needs, context)


@lru_cache(maxsize=50_000)
def _nearest(word: str) -> str | None:
    """The word of the lexicon with the same first letter that is a letter away, or two of a long one."""
    near, most = _words_of_names().get(word[0], ()), 1 + (len(word) >= _TWO_SLIPS)
    found = process.extractOne(word, near, scorer=OSA.distance, score_cutoff=most)
    return str(found[0]) if found else None


@cache
def _spelt_as_meant() -> frozenset[str]:
    return whole_words().union(lexicon().spared, *_words_of_names().values())


@cache
def _words_of_names() -> dict[str, tuple[str, ...]]:
    """The long words of all names but internal ones, by first letter, those of many phrases first."""
    counted = Counter(
        word
        for name in lexicon().names
        if name.category == "framework_name"
        for phrase in name.phrases
        for word in _WORDS.findall(fold(phrase).text)
        if len(word) >= _ONE_SLIP
    )
    words = sorted(counted, key=lambda word: (-counted[word], word))
    return {first: tuple(word for word in words if word[0] == first) for first in sorted({word[0] for word in words})}
