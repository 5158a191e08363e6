"""The days of training that a text tells, in prose, bullets or a table: weekday, kilometres, kind. Judges nothing.

A telling is a weekday followed by a distance, a kind of session or rest; nothing turns on punctuation.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from scipy import constants

from coach.records.block import Weekday
from evals.reading.amounts import find_amounts

_DAY = re.compile(
    r"\b(?:(mon)(?:day)?|(tue)s?(?:day)?|(wed)(?:nesday|s)?|(thu)(?:rs?|rsday)?|(fri)(?:day)?"
    r"|(sat)(?:urday)?|(sun)(?:day)?)(s)?\b",
    re.IGNORECASE,
)
DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|urs?)?(?:days?)?\b"
_WORDS = frozenset({"sun", "sat", "wed", "fri", "mon"})
"""Which alone are words of their own: in the sun, you sat."""
_JOINT = re.compile(r"[\s|*_,/&+()\[\]\u2013\u2014-]*(?:(?:and|or|to|through|thru)\b)?[\s|*_]*")
_THROUGH = re.compile(r"(?:[\u2013\u2014-]|\bto\b|\bthrough\b|\bthru\b)")
_WEEK = re.compile(
    r"\b(?:(?:week|wk)\W{0,3}(\d{1,2}|one|two|three|four)|(first|second|third|fourth|this"
    r"|next) week)\b",
    re.IGNORECASE,
)
_WEEKS = {"one": 1, "two": 2, "three": 3, "four": 4, "first": 1, "second": 2, "third": 3, "fourth": 4, "this": 1}
_LINE = re.compile(r"[^\n]+")
_LAID_OUT = re.compile(
    r"^\s*(?:[|*•\-\u2013\u2014+·#>]|\d+[.)]|\W*\b(?:mon|tue|wed|thu|fri|sat"
    r"|sun)\w*\b\W{0,4}[:|\u2013\u2014-])",
    re.IGNORECASE,
)
"""A row, a bullet or a line that a weekday opens; its sentences belong together."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = rf"\d{{1,2}}\.?(?:st|nd|rd|th)?\s*{_MONTH}|{_MONTH}\W{{1,2}}\d{{1,2}}(?!\d)"
_STOP = re.compile(r"[.!?;](?=\s|$)")
_PACE = re.compile(
    r"\d+:\d\d(?:\s*(?:-|\u2013|to)\s*\d+:\d\d)?\s*(?:min(?:utes)?)?\s*(?:/|per|a|an)\s*(?:km|k|kilomet\w+|mi\w*)\b"
    r"|(?:/|\bper\b)\s*(?:km|k|kilomet\w+|miles?|mi)\b|\b[\d.]+\s*(?:km/h|mph)\b",
    re.IGNORECASE,
)
_REPEATS = re.compile(
    r"\d+\s*[x\u00d7*]\s*\(?\d|\breps?\b|\bon/|\bwarm.?up\b|\bcool.?down\b|\bwu\b|\bcd\b"
    r"|\bthen\b|\bplus\b|\+",
    re.IGNORECASE,
)
_MARKS = r"[\s|*_:,(\u2013\u2014-]*"
_OPENING = re.compile(rf"{_MARKS}(?:{_DATE})?{_MARKS}(?:[a-z'-]+[ ,:]+){{0,3}}", re.IGNORECASE)
_BARE = re.compile(
    r"[\s|*_:\u2013\u2014-]*(\d{1,2}(?:\.\d)?)(?=\s*(?:$|[,;.](?!\d)|(?:easy|long|steady"
    r"|gentle|slow|over|recovery|relaxed)\b))",
    re.IGNORECASE,
)
_UNITS = re.compile(r"\b(?:km|kilomet\w+|miles?|mi)\b", re.IGNORECASE)
_MILES = re.compile(r"(?:\d\W{0,2}|\| *)(?:mi|miles?)\b", re.IGNORECASE)
_KMS = re.compile(r"\d\W{0,2}(?:k|km|kilomet\w+)\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|start(?:s|ing)?|begin(?:s|ning)?|since|until|till)\W{1,3}(?:on )?$", re.IGNORECASE)
"""Behind this a weekday is where something begins, and what follows it is told of more than the day."""
_EACH = re.compile(r"\b(?:each|both|apiece|every|all)\b", re.IGNORECASE)
MILE = constants.mile / constants.kilo
_KINDS = {
    "rest": re.compile(
        r"\b(?:rest(?!ed|ing|less)|off|no (?:run\w*|training)|nothing|feet up|free)\b|😴|🛌", re.IGNORECASE
    ),
    "hard": re.compile(
        r"\b(?:tempo|threshold|interval\w*|reps?|repeats|repetitions|hill (?:reps|repeats|sprints)"
        r"|fartlek|track|speed\w*"
        r"|race.?pace|vo2\w*)\b|\d+\s*[x\u00d7]\s*\d+\s*(?:m|km|min\w*|mins|metres|meters|mi|miles?)\b",
        re.IGNORECASE,
    ),
    "easy": re.compile(r"\b(?:easy|easily|recovery|gentl[ey]|relaxed|conversational|chatty|slow)\b", re.IGNORECASE),
    "run": re.compile(r"\b(?:runs?|running|jogs?|jogging|long|strides|tempo|intervals?)\b", re.IGNORECASE),
    "other": re.compile(
        r"\b(?:strength|gym|weights|core|yoga|mobility|stretch\w*|swim\w*|bike|cycl\w*|cross.?train\w*|walk\w*"
        r"|pilates)\b",
        re.IGNORECASE,
    ),
}  # fmt: skip
_ORDER: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST = 160
_REMEMBERED = 4096


class ToldDay(NamedTuple):
    """`kms`: what the day's distance may be, likeliest first; empty where none is told."""

    day: Weekday
    week: int | None
    kms: tuple[float, ...]
    kinds: frozenset[str]
    start: int
    end: int
    quote: str
    laid_out: bool

    @property
    def km(self) -> float | None:
        return self.kms[0] if self.kms else None

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
    header: Sequence[str] = ()
    miles = in_miles(text)
    for line in _LINE.finditer(text):
        words, laid_out = line.group(), _LAID_OUT.match(line.group()) is not None
        if named := _WEEK.search(words):
            week = _week_number(named)
        groups = _groups(words)
        if not groups and (cells := _cells(words)) and _UNITS.search(words):
            header = cells
        for at, (days, start, end) in enumerate(groups):
            behind = groups[at + 1][1] if at + 1 < len(groups) else len(words)
            if _FROM.search(words, 0, start):
                continue
            stop = None if laid_out else _STOP.search(words, end, behind)
            told = words[end : min(stop.end() if stop else behind, end + _LONGEST)]
            if told.rstrip(" *_").endswith("?"):
                continue
            kinds = frozenset(kind for kind, pattern in _KINDS.items() if pattern.search(told))
            column = _in_column(words, header) if len(groups) == 1 else None
            kms = (column,) if column is not None else _lengths(told, miles=miles)
            if len(days) > 2 and kms and not _EACH.search(told):  # noqa: PLR2004 (what all of them come to)
                continue
            if kms or kinds:
                first, last = line.start() + start, line.start() + end + len(told.rstrip(" |*_"))
                quote = text[first:last]
                found += (ToldDay(day, week, kms, kinds, first, last, quote, laid_out) for day in days)
    return tuple(found)


def week_of(text: str, place: int) -> int | None:
    """The week that was named last before `place`."""
    named = list(_WEEK.finditer(text[:place]))
    return _week_number(named[-1]) if named else None


def _week_number(found: re.Match[str]) -> int | None:
    number = (found[1] or found[2]).lower()
    return int(number) if number.isdigit() else _WEEKS.get(number)


def in_miles(text: str) -> bool:
    """Whether a bare number of `text` is in miles."""
    return _KMS.search(text) is None and _MILES.search(text) is not None


def named_days(text: str) -> frozenset[Weekday]:
    """The weekdays that a text names."""
    return frozenset(day for days, _, _ in _groups(text) for day in days)


def _groups(line: str) -> list[tuple[tuple[Weekday, ...], int, int]]:
    """Weekdays named in one breath, with where they begin and end."""
    groups: list[tuple[tuple[Weekday, ...], int, int]] = []
    found_days = list(_DAY.finditer(line))
    for found in found_days:
        if len(found_days) == 1 and found.group() in _WORDS:
            continue
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


def _lengths(told: str, *, miles: bool) -> tuple[float, ...]:
    """The distances that may be meant for the day in km, likeliest first: the one that opens it, all together, each."""
    told = _PACE.sub(lambda found: " " * len(found.group()), told)
    if bare := _BARE.match(told):
        return (float(bare[1]) * (MILE if miles else 1.0),)
    opening = _OPENING.match(told)
    parts = [each for each in find_amounts(told) if each.kind == "distance"]
    if not parts or any(each.is_range for each in parts):
        return ()
    kms = [each.low for each in parts]
    apart = [kms[0], *(b for a, b in pairwise(kms) if not near(a, b))]
    opens = opening is not None and parts[0].span[0] <= opening.end()
    if opens or (len(apart) == 1 and not _REPEATS.search(told)):
        return tuple(dict.fromkeys((kms[0], sum(apart), *kms)))
    return tuple(dict.fromkeys((sum(apart), *kms)))


def _in_column(line: str, header: Sequence[str]) -> float | None:
    """A bare number in a column whose head is a unit of length."""
    for cell, head in zip(_cells(line), header, strict=False):
        number = re.fullmatch(r"[\s*_~]*(\d{1,2}(?:\.\d+)?)[\s*_]*", cell)
        if number and (unit := re.search(r"\b(?:(km|kilomet\w+)|(miles?|mi))\b", head, re.IGNORECASE)):
            return float(number[1]) * (MILE if unit[2] else 1.0)
    return None


def _cells(line: str) -> list[str]:
    return line.strip().strip("|").split("|") if line.lstrip().startswith("|") else []


def near(a: float, b: float) -> bool:
    """The same length, as people round it."""
    return abs(a - b) <= max(0.03 * max(a, b), 0.26)


def tells_a_week(days: tuple[ToldDay, ...]) -> bool:
    """Whether a week of training is told: three or more days, two of them with a run."""
    return len({each.day for each in days}) >= 3 and sum(each.runs for each in days) >= 2  # noqa: PLR2004
