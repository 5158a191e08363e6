"""The days of training that a text tells, in prose, bullets or a table: weekday, kilometres, kind. Judges nothing.

A telling is a weekday followed by a distance, a kind of session or rest; nothing turns on punctuation.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from coach.records.block import Weekday
from evals.reading.amounts import find_amounts

_DAY = re.compile(
    r"\b(?:(mon)(?:day)?|(tue)s?(?:day)?|(wed)(?:nesday|s)?|(thu)(?:rs?|rsday)?|(fri)(?:day)?|(sat)(?:urday)?|(sun)(?:day)?)(s)?\b",
    re.IGNORECASE,
)
_JOINT = re.compile(r"[\s|*_,/&+()\[\]–—-]*(?:(?:and|or|to|through|thru)\b)?[\s|*_]*")
_THROUGH = re.compile(r"(?:[–—-]|\bto\b|\bthrough\b|\bthru\b)")
_WEEK = re.compile(
    r"\b(?:(?:week|wk)\W{0,3}(\d{1,2}|one|two|three|four)|(first|second|third|fourth|this|next) week)\b", re.IGNORECASE
)
_WEEKS = {"one": 1, "two": 2, "three": 3, "four": 4, "first": 1, "second": 2, "third": 3, "fourth": 4, "this": 1}
_LINE = re.compile(r"[^\n]+")
_LAID_OUT = re.compile(
    r"^\s*(?:[|*•\-–—+·#>]|\d+[.)]|\W*\b(?:mon|tue|wed|thu|fri|sat|sun)\w*\b\W{0,4}[:|–—-])", re.IGNORECASE
)
"""A row, a bullet or a line that a weekday opens; its sentences belong together."""
_STOP = re.compile(r"[.!?;](?=\s|$)")
_PACE = re.compile(
    r"\d+:\d\d(?:\s*(?:-|–|to)\s*\d+:\d\d)?\s*(?:min(?:utes)?)?\s*(?:/|per|a|an)\s*(?:km|k|kilomet\w+|mi\w*)\b"
    r"|(?:/|\bper\b)\s*(?:km|k|kilomet\w+|miles?|mi)\b|\b[\d.]+\s*(?:km/h|mph)\b",
    re.IGNORECASE,
)
_REPEATS = re.compile(
    r"\d+\s*[x×*]\s*\(?\d|\breps?\b|\bon/|\bwarm.?up\b|\bcool.?down\b|\bwu\b|\bcd\b|\bthen\b|\bplus\b|\+", re.IGNORECASE
)
_KINDS = {
    "rest": re.compile(r"\b(?:rest(?!ed|ing|less)|off|no (?:run\w*|training)|nothing|feet up|free)\b|😴|🛌", re.IGNORECASE),
    "hard": re.compile(
        r"\b(?:tempo|threshold|interval\w*|reps?|repeats|repetitions|hill (?:reps|repeats|sprints)|fartlek|track|speed\w*"
        r"|race.?pace|vo2\w*)\b|\d+\s*[x×]\s*\d+\s*(?:m|km|min\w*|mins|metres|meters|mi|miles?)\b",
        re.IGNORECASE,
    ),
    "easy": re.compile(r"\b(?:easy|easily|recovery|gentl[ey]|relaxed|conversational|chatty|slow)\b", re.IGNORECASE),
    "run": re.compile(r"\b(?:runs?|running|jogs?|jogging|long|strides|tempo|intervals?)\b", re.IGNORECASE),
    "other": re.compile(r"\b(?:strength|gym|weights|core|yoga|mobility|stretch\w*|swim\w*|bike|cycl\w*|cross.?train\w*|walk\w*|pilates)\b", re.IGNORECASE),
}  # fmt: skip
_ORDER: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST = 160
_REMEMBERED = 4096


class ToldDay(NamedTuple):
    """`km`: the one distance that the day is told to have; None where there is none or the session has parts."""

    day: Weekday
    week: int | None
    km: float | None
    kinds: frozenset[str]
    start: int
    end: int
    quote: str
    laid_out: bool

    @property
    def rests(self) -> bool:
        return "rest" in self.kinds and self.km is None and not self.kinds & {"run", "hard"}

    @property
    def runs(self) -> bool:
        return not self.rests and (self.km is not None or bool(self.kinds & {"run", "hard"}))


@lru_cache(_REMEMBERED)
def told_days(text: str) -> tuple[ToldDay, ...]:
    """Every day of `text` of which something is told, in order; questions tell nothing."""
    found: list[ToldDay] = []
    week: int | None = None
    for line in _LINE.finditer(text):
        words, laid_out = line.group(), _LAID_OUT.match(line.group()) is not None
        if named := _WEEK.search(words):
            number = (named[1] or named[2]).lower()
            week = int(number) if number.isdigit() else _WEEKS.get(number)
        groups = _groups(words)
        for at, (days, start, end) in enumerate(groups):
            behind = groups[at + 1][1] if at + 1 < len(groups) else len(words)
            stop = None if laid_out else _STOP.search(words, end, behind)
            told = words[end : min(stop.end() if stop else behind, end + _LONGEST)]
            if told.rstrip(" *_").endswith("?"):
                continue
            kinds = frozenset(kind for kind, pattern in _KINDS.items() if pattern.search(told))
            km = _km(told)
            if km is not None or kinds:
                first, last = line.start() + start, line.start() + end + len(told.rstrip(" |*_"))
                quote = text[first:last]
                found += (ToldDay(day, week, km, kinds, first, last, quote, laid_out) for day in days)
    return tuple(found)


def _groups(line: str) -> list[tuple[tuple[Weekday, ...], int, int]]:
    """Weekdays named in one breath, with where they begin and end."""
    groups: list[tuple[tuple[Weekday, ...], int, int]] = []
    for found in _DAY.finditer(line):
        day = _ORDER[next(at for at, name in enumerate(found.groups()[:7]) if name)]
        if groups:
            days, start, end = groups[-1]
            between = line[end : found.start()]
            if _JOINT.fullmatch(between) and between.strip(" |*_"):
                through = _THROUGH.search(between) is not None
                groups[-1] = ((*days, *(_between(days[-1], day) if through else (day,))), start, found.end())
                continue
        groups.append(((day,), found.start(), found.end()))
    return groups


def _between(first: Weekday, last: Weekday) -> tuple[Weekday, ...]:
    a, b = _ORDER.index(first), _ORDER.index(last)
    return _ORDER[a + 1 : b + 1] if a < b else (last,)


def _km(told: str) -> float | None:
    """The one running distance; miles beside their kilometres are one."""
    if _REPEATS.search(told):
        return None
    amounts = [
        each
        for each in find_amounts(_PACE.sub(lambda found: " " * len(found.group()), told))
        if each.kind == "distance"
    ]
    if not amounts or any(each.is_range for each in amounts):
        return None
    first = amounts[0].low
    return first if all(abs(each.low - first) <= 0.03 * first + 0.2 for each in amounts) else None


def tells_a_week(days: tuple[ToldDay, ...]) -> bool:
    """Whether a week of training is told: three or more days, two of them with a run."""
    return len({each.day for each in days}) >= 3 and sum(each.runs for each in days) >= 2  # noqa: PLR2004
