"""What a stretch of text claims: who it is about, when, and whether at all. Cues are data in assertions.yaml.

Scopes as in ConText (Harkema, Dowling, Thornblade and Chapman, J Biomed Inform 2009; 42:839-851) and NegEx (Chapman
et al., J Biomed Inform 2001; 34:301-310): a cue opens a stretch, a closing word or the end of the sentence ends it.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from coach.profile.extraction.edges import with_edges

_SENTENCE = re.compile(r"[.!?;]+")
_LONGEST_SENTENCE = 400
"""A longer run without a full stop is cut here, so that no text takes more than linear time."""
_REACH_BACK = 80
_LIST_GOES_ON = re.compile(r"\b(?:or|nor)\b")
_WHOLE_LIST = re.compile(r"free of|denies|negative for")
"""What is said of a whole list: "free of cough, aches and vomiting"."""
_STOP_AT_COMMA = re.compile(r"[,:(]")


@dataclass(frozen=True, slots=True)
class _Standing:
    name: str
    cues: tuple[re.Pattern[str], ...]
    until: re.Pattern[str] | None
    until_word: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Stretch:
    standing: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Assertions:
    """All stretches of one text, and the bounds of its sentences."""

    stretches: tuple[Stretch, ...]
    bounds: tuple[int, ...]

    def standings(self, start: int, end: int) -> frozenset[str]:
        """Every standing that touches `start:end`."""
        first = bisect_left(self.stretches, start - _LONGEST_SENTENCE - _REACH_BACK, key=_start_of)
        last = bisect_left(self.stretches, end, key=_start_of)
        return frozenset(item.standing for item in self.stretches[first:last] if start < item.end)

    def denied_before(self, place: int) -> bool:
        """Whether a denial that began before `place` still holds there; one inside a phrase is part of it."""
        first = bisect_left(self.stretches, place - _LONGEST_SENTENCE, key=_start_of)
        last = bisect_left(self.stretches, place, key=_start_of)
        return any(item.standing == "negated" and place < item.end for item in self.stretches[first:last])

    def sentence(self, place: int) -> tuple[int, int]:
        """The bounds of the sentence around `place`."""
        index = bisect_right(self.bounds, place)
        last = len(self.bounds) - 1
        return self.bounds[min(max(index - 1, 0), last)], self.bounds[min(index, last)]


@cache
def _table() -> tuple[_Standing, ...]:
    rows = yaml.safe_load(Path(__file__).with_name("assertions.yaml").read_text(encoding="utf-8"))
    standings = []
    for name, row in rows.items():
        until = row.get("until")
        words = until.removesuffix("|[,:(]") if until and until.endswith("|[,:(]") else None
        standings.append(
            _Standing(
                name,
                tuple(re.compile(with_edges(cue)) for cue in row["cues"]),
                re.compile(until) if until else None,
                re.compile(words) if words else None,
            )
        )
    return tuple(standings)


def _start_of(stretch: Stretch) -> int:
    return stretch.start


def _bounds(text: str) -> list[int]:
    bounds = [0]
    for end in (*(match.end() for match in _SENTENCE.finditer(text)), len(text)):
        while end - bounds[-1] > _LONGEST_SENTENCE:
            bounds.append(bounds[-1] + _LONGEST_SENTENCE)
        if end > bounds[-1] or len(bounds) == 1:
            bounds.append(end)
    return bounds


def assess(text: str) -> Assertions:
    """Read the claims of `text` (a skeleton)."""
    bounds = _bounds(text)
    empty = Assertions((), tuple(bounds))
    found = (
        _stretch(row, text, match, max(match.end(), empty.sentence(match.start())[1]))
        for row in _table()
        for cue in row.cues
        for match in cue.finditer(text)
    )
    return Assertions(tuple(sorted(found, key=_start_of)), tuple(bounds))


def _stretch(row: _Standing, text: str, cue: re.Match[str], sentence_end: int) -> Stretch:
    return Stretch(row.name, _start(row, text, cue), _end(row, text, cue, sentence_end))


_CLAUSE = re.compile(r"[,;:.!?(]|\b(?:but|and|so) ")


def _start(row: _Standing, text: str, cue: re.Match[str]) -> int:
    """What is long ago was told before the words that say so: the whole clause is in the past."""
    if row.name != "past":
        return cue.start()
    low = max(0, cue.start() - _REACH_BACK)
    return max((match.end() for match in _CLAUSE.finditer(text, low, cue.start())), default=low)


def _end(row: _Standing, text: str, cue: re.Match[str], sentence_end: int) -> int:
    if row.name == "question" and cue[0].endswith("?"):
        return cue.end()
    if row.until is None:
        return sentence_end
    if row.name == "negated" and row.until_word is not None:
        if _WHOLE_LIST.fullmatch(cue[0]):
            hard = row.until_word.search(text, cue.end(), sentence_end)
            return hard.start() if hard else sentence_end
        hard = row.until_word.search(text, cue.end(), sentence_end)
        limit = hard.start() if hard else sentence_end
        last = max((match.end() for match in _LIST_GOES_ON.finditer(text, cue.end(), limit)), default=None)
        if last is not None:
            comma = _STOP_AT_COMMA.search(text, last, limit)
            return comma.start() if comma else limit
    stop = row.until.search(text, cue.end(), sentence_end)
    return stop.start() if stop else sentence_end
