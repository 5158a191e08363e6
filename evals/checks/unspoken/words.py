"""Finds the names of the lexicon, however they are spaced, spelt with look-alikes or written in leetspeak."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import ahocorasick

from evals.checks.unspoken.context import Context, holds
from evals.checks.unspoken.lexicon import Name, lexicon
from evals.checks.unspoken.normalize import View, leetspeak, squeeze, squeeze_leet, squeezed
from evals.checks.unspoken.texts import Leak, Named

_WORDS = re.compile(r"[^\W\d_]+")
_LITTLE = 3
_QUOTES = "\"'*_`\u201c\u201d\u2018\u2019\u00ab\u00bb\u201e"
_OPENS = "\n*_#>(-\u2022"
_ENDS = ".!?:;\u2026\u2013\u2014\n*"


@dataclass(frozen=True, slots=True)
class Found:
    """A leak with the topic that the athlete may have brought up first."""

    leak: Leak
    topic: str
    at: int  # in the folded text


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase of the lexicon in a text, before its context is judged."""

    name: Name
    context: Context
    detector: str


def find_names(text: str, folded: View, athlete: Named | None) -> Iterator[Found]:
    """Every name whose context gives what it needs."""
    judged: dict[tuple[str, str, str], bool] = {}
    for mention in mentions(text, folded, athlete):
        if _leaks(mention, judged):
            first, last = mention.context.first, mention.context.last
            name = mention.name
            leak = Leak(name.category, first, last, text[first:last], mention.detector, name.why)
            yield Found(leak, name.topic, mention.context.start)


def _leaks(mention: Mention, judged: dict[tuple[str, str, str], bool]) -> bool:
    """The same words in the same surroundings are judged once."""
    surroundings = (mention.name.id, *mention.context.surroundings)
    if surroundings not in judged:
        judged[surroundings] = holds(mention.name.needs, mention.context)
    return judged[surroundings]


def mentions(text: str, folded: View, athlete: Named | None = None) -> Iterator[Mention]:
    """Every phrase of the lexicon that stands in the text as whole words."""
    yield from _hits(text, folded, squeezed(folded), athlete, letters=False)
    yield from _hits(text, folded, leetspeak(folded), athlete, letters=True)


def _hits(text: str, folded: View, view: View, athlete: Named | None, *, letters: bool) -> Iterator[Mention]:
    for at, (names, length, words) in _automaton(letters=letters).iter(view.text):
        start, end = view.span_in(folded, at - length + 1, at + 1)
        first, last = folded.origin(start, end)
        whole = _whole(folded.text, start, end) or _camel(text, first, last)
        if not whole or (letters and _falls_apart(folded.text[start:end], words)):
            continue
        context = Context(text, folded.text, start, end, first, last, athlete)
        for name in names:
            if not name.capital or _like_a_name(text, first, last):
                yield Mention(name, context, "leetspeak" if letters else "words")


def _whole(folded: str, start: int, end: int) -> bool:
    """Nothing of a word before or behind; scripts without capitals put no spaces between words."""
    ahead, behind = folded[max(0, start - 1) : start], folded[end : end + 1]
    begins = not ahead.isalnum() or _without_case(folded[start])
    return begins and (not behind.isalnum() or _without_case(folded[end - 1]))


def _without_case(character: str) -> bool:
    return character.isalpha() and character.lower() == character.upper()


def _camel(text: str, first: int, last: int) -> bool:
    """Parts of one word told apart by capitals: #BrooksFramework."""
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
def _automaton(*, letters: bool) -> Any:
    """All phrases as they are, or as letters only: digits cannot be read both as themselves and as letters."""
    automaton = ahocorasick.Automaton()
    for name in lexicon().names:
        for phrase in name.phrases:
            if letters and (name.needs == "identifier" or any(c.isdigit() for c in phrase)):
                continue
            for key in squeeze_leet(phrase) if letters else (squeeze(phrase),):
                names, words = automaton.get(key, ((), len(key), 0))[0], len(phrase.split())
                automaton.add_word(key, (names if name in names else (*names, name), len(key), words))
    automaton.make_automaton()
    return automaton
