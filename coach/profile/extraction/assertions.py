"""What a stretch of text claims: who it is about, when, and whether at all. Cues are data in assertions.yaml."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_SENTENCE = re.compile(r"[.!?;]+")
_LIST_GOES_ON = re.compile(r"\b(?:or|nor)\b")
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
        return frozenset(item.standing for item in self.stretches if item.start < end and start < item.end)

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
                tuple(re.compile(cue) for cue in row["cues"]),
                re.compile(until) if until else None,
                re.compile(words) if words else None,
            )
        )
    return tuple(standings)


def assess(text: str) -> Assertions:
    """Read the claims of `text` (a skeleton)."""
    bounds = [0, *(match.end() for match in _SENTENCE.finditer(text))]
    if bounds[-1] != len(text) or len(bounds) == 1:
        bounds.append(len(text))
    empty = Assertions((), tuple(bounds))
    stretches = tuple(
        Stretch(row.name, match.start(), _end(row, text, match, empty.sentence(match.start())[1]))
        for row in _table()
        for cue in row.cues
        for match in cue.finditer(text)
    )
    return Assertions(stretches, tuple(bounds))


def _end(row: _Standing, text: str, cue: re.Match[str], sentence_end: int) -> int:
    if row.name == "question" and cue[0].endswith("?"):
        return cue.end()
    if row.until is None:
        return sentence_end
    until = row.until
    if row.name == "negated" and row.until_word is not None:
        hard = row.until_word.search(text, cue.end(), sentence_end)
        limit = hard.start() if hard else sentence_end
        last = None
        for last in _LIST_GOES_ON.finditer(text, cue.end(), limit):
            pass
        if last is not None:
            comma = _STOP_AT_COMMA.search(text, last.end(), limit)
            return comma.start() if comma else limit
    stop = until.search(text, cue.end(), sentence_end)
    return stop.start() if stop else sentence_end
