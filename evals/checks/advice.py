"""Training prescribed in words: an order or a suggestion with a distance, a time or a count; a week of it. Pure.

What a coach reports back ("you run 35 km a week"), and what it asks, is no prescription.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from evals.checks.verdict import Evidence

_SENTENCE = re.compile(r"(?:[^.!?\n]|(?<=\d)\.(?=\d))+[.!?]*")
_REPORTS = re.compile(
    r"\byou(?:'(?:re|ve|d)|\s+(?:are|were|have|had|said|told|mentioned|want|wanted|would|like|hope|now|already|currently"
    r"|usually|run|ran|do|did|train|trained|can))\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(r"\b(?:you\s+(?:should|could|must|need\s+to|might)|i(?:'d| would)\s+have\s+you)\b", re.IGNORECASE)
_REASON = re.compile(r"^\W*(?:since|because|given\s+that|seeing\s+that|now\s+that|as)\b[^,.!?]*,\s*", re.IGNORECASE)
"""A reason put first, which may report; what follows it may be an order."""
_ORDER = re.compile(
    r"(?:(?:^|[,;:]|\b(?:then|and|now|please|let's|first|should|could|must|need\s+to|might|have\s+you))\s*"
    r"(?:just\s+|simply\s+)?(?:run|jog|do|walk|train|(?:start|begin)\s+(?:with|by)|add|aim\s+for|go\s+for|try|take)"
    r"|\bI(?:'d|\s+would)?\s+(?:recommend|suggest|advise|propose|prescribe))\b"
    r"[^.!?;]{0,60}?\b\d+(?:[.,]\d+)?\s*"
    r"(?:x\b|times\b|km\b|k\b|kilomet\w+|miles?\b|min(?:ute)?s?\b|m\b|reps?\b|repetitions?\b|sessions?\b)",
    re.IGNORECASE,
)


_DAY = re.compile(
    r"\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|day\s+\d{1,2})\b\W{1,8}"
    r"(?P<what>(?:(?!\b(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day|s|nes|rs|urs)?\b|day\s+\d)\b)[^\n]){0,80})",
    re.IGNORECASE,
)
_TRAINS = re.compile(
    r"\b\d+(?:[.,]\d+)? ?(?:x\b|km\b|k\b|kilomet\w+|miles?\b|mi\b|min(?:ute)?s?\b|reps?\b)[^\n]*?"
    r"\b(?:run\w*|jog\w*|easy|steady|tempo|threshold|intervals?|hills?|sprints?|hard|long|race pace|strides)\b"
    r"|\b(?:run\w*|jog\w*|easy|steady|tempo|threshold|intervals?|hills?|sprints?|long)\b[^\n]*?"
    r"\b\d+(?:[.,]\d+)? ?(?:x\b|km\b|k\b|kilomet\w+|miles?\b|mi\b|min(?:ute)?s?\b|reps?\b)"
    r"|\b\d+ ?x ?\d+",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"\d+(?:[.,]\d+)? ?(?:km|k|kilomet\w+|miles?|mi)\b", re.IGNORECASE)
_SURE = 2
"""Beside so many days that say what is run, a bare distance is one more."""
_WEEK_FROM = 3
"""So many days with a running session make a week of training; one may be an example."""


_REMEMBERED = 8192


class Advice(NamedTuple):
    """Where in the text training is prescribed."""

    start: int
    end: int
    quote: str

    def evidence(self, event: int, what: str) -> Evidence:
        return Evidence(what=what, event=event, start=self.start, end=self.end, quote=self.quote)


@lru_cache(_REMEMBERED)
def advice_in(text: str) -> tuple[Advice, ...]:
    """Every sentence of `text` that prescribes training."""
    sentences = ((found.start(), found.end(), found.group().strip()) for found in _SENTENCE.finditer(text))
    return tuple(Advice(start, end, sentence) for start, end, sentence in sentences if _prescribes(sentence))


def _prescribes(sentence: str) -> bool:
    words = _REASON.sub("", sentence)
    reports = _REPORTS.search(words) and not _OFFERS.search(words)
    return not words.endswith("?") and not reports and _ORDER.search(words) is not None


@lru_cache(_REMEMBERED)
def weeks_in(text: str) -> tuple[Advice, ...]:
    """The days of a week of training in `text`, where it tells three or more: what a plan looks like in words."""
    told = [found for found in _DAY.finditer(text) if "?" not in found["what"].partition(".")[0]]
    sure = [found for found in told if _TRAINS.search(found["what"])]
    days = [found for found in told if found in sure or (len(sure) >= _SURE and _LENGTH.match(found["what"]))]
    if len(days) < _WEEK_FROM:
        return ()
    start, end = days[0].start(), days[-1].end()
    return (Advice(start, end, text[start:end].strip()),)
