"""Finds the sentences of the lexicon: patterns searched only around their anchors, judged by their sentence."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import ahocorasick

from evals.checks.unspoken.anchors import anchors_of
from evals.checks.unspoken.lexicon import Pattern, compiled, lexicon
from evals.checks.unspoken.normalize import View
from evals.checks.unspoken.texts import Leak

_REACH = 200
"""Characters around an anchor that a match may cover; keeps the search linear."""

_SENTENCE_END = re.compile(r"[.!?]+[\"')\]]*(?= |$)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A leak with the words of its sentence, for asking whether the athlete said them first."""

    leak: Leak
    words: tuple[str, ...]
    reflects: bool


def find_patterns(text: str, read: View) -> Iterator[Sentence]:
    """Every match of the lexicon's patterns in the prose view `read` of `text`."""
    for number, windows in _windows(read.text).items():
        pattern = lexicon().patterns[number]
        for low, high in windows:
            for match in compiled(pattern.pattern).finditer(read.text, low, high):
                if match.end() > match.start() and (sentence := _guilty(pattern, match, text, read)) is not None:
                    yield sentence


def _windows(read: str) -> dict[int, list[tuple[int, int]]]:
    """For each pattern, the disjoint stretches of text around its anchors."""
    windows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for at, (length, numbers) in _automaton().iter(read):
        low, high = max(0, at - length - _REACH), min(len(read), at + _REACH)
        for number in numbers:
            stretches = windows[number]
            if stretches and low <= stretches[-1][1]:
                stretches[-1] = (stretches[-1][0], high)
            else:
                stretches.append((low, high))
    return windows


def _guilty(pattern: Pattern, match: re.Match[str], text: str, read: View) -> Sentence | None:
    sentence = _sentence(read.text, match)
    if pattern.claim and sentence.rstrip("\"')] ").endswith("?"):
        return None
    if pattern.unless and compiled(pattern.unless).search(sentence):
        return None
    if not _in_capitals(match, text, read):
        return None
    start, end = _trimmed(match)
    first, last = read.origin(start, end)
    leak = Leak(pattern.category, first, last, text[first:last], f"pattern {pattern.id}", pattern.why)
    return Sentence(leak, tuple(re.findall(r"[a-z']+", sentence)), pattern.reflects)


def _sentence(read: str, match: re.Match[str]) -> str:
    low = max(0, match.start() - _REACH)
    ends = [found.end() for found in _SENTENCE_END.finditer(read, low, match.start())]
    after = _SENTENCE_END.search(read, max(match.start(), match.end() - 1), match.end() + _REACH)
    return read[ends[-1] if ends else low : after.end() if after else match.end() + _REACH]


def _in_capitals(match: re.Match[str], text: str, read: View) -> bool:
    """Whether the group CAPS, where the pattern matched with it, is in capitals in the original."""
    if "CAPS" not in match.re.groupindex or match["CAPS"] is None:
        return True
    first, last = read.origin(*match.span("CAPS"))
    return text[first:last].isupper()


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """The match without spaces and punctuation before its first word."""
    lead = len(match[0]) - len(match[0].lstrip(" .,:;!?\"'([|-"))
    return match.start() + lead, match.end() - (len(match[0]) - len(match[0].rstrip()))


@cache
def _automaton() -> Any:
    anchors: dict[str, list[int]] = defaultdict(list)
    for number, pattern in enumerate(lexicon().patterns):
        for anchor in anchors_of(lexicon().expanded(pattern.pattern)):
            anchors[anchor].append(number)
    automaton = ahocorasick.Automaton()
    for anchor, numbers in anchors.items():
        automaton.add_word(anchor, (len(anchor), tuple(numbers)))
    automaton.make_automaton()
    return automaton
