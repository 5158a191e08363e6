"""The training that a text tells, as sets of (week, day, kind, distance). Judges nothing.

A distance has every value that may be meant, and none where that is not certain: a range, "about", a unit that nobody
named. A week that is told without its number is not taken for another one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from coach.records.block import Weekday
from evals.checks.distances_in_text import MILE, Span, apart, distances, factors_of
from evals.checks.words import patterns

DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|urs?)?(?:days?)?\b"
OTHER_WEEK = 0
"""Number of a week that is named in another way than by its number: the next one, the last ones."""
_DAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAME = re.compile(rf"\b{DAY}", re.IGNORECASE)
_WORDS = (["sun"], ["sat"], ["wed"], ["fri"], ["mon"])
"""Which alone are words of their own: in the sun, you sat."""
_JOINT = re.compile(r"[\s|*_,/&+()\[\]\u2013\u2014-]*(?:(?:and|or|to|through|thru)\b)?[\s|*_]*")
_THROUGH = re.compile(r"[\u2013\u2014-]|\bto\b|\bthr(?:ough|u)\b")
_FROM = re.compile(r"\b(?:from|start(?:s|ing)?|begin(?:s|ning)?|since|until|till)\W{1,3}(?:on )?$", re.IGNORECASE)
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_N, _NTH = rf"(?:\d{{1,2}}(?!\d|[.:]\d)|{'|'.join(_NUMBERS)})\b", "|".join(_ORDINALS)
WEEK = re.compile(
    rf"\b(?:weeks|wks)[ *_#.-]{{1,3}}(?P<list>{_N}(?:, ?{_N})*,? (?:and|&) {_N})(?! ?(?:km|k|mi\w*)\b)"
    rf"|\b(?:weeks?|wk)[ *_#.-]{{1,3}}(?P<first>{_N})(?: ?(?:[-\u2013]|to|through) ?(?P<last>{_N}))?"
    rf"|(?<!every )(?<!each )\b(?P<nth>{_NTH}) week\b|\b(?:in|by|for) the (?P<short>{_NTH})\b(?! \w)"
    r"|\b(?P<this>this week)\b|\b(?:(?:next|following|race|last|final) week|week after|from there)\b|\bafter that\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(r"(?<!\d)\d{1,2}(?:\.\d+)? ?(?:kms?|k|miles?|mi)?(?: (?:on|for))? ?$", re.IGNORECASE)
"""A distance right before its day: 3.4 on Monday, 4.0 Tuesday."""
_PARTED = re.compile(r"[,:;.!?](?=\s)|\band\b")
_LINE, _CELL, _STOP = re.compile(r"[^\n]+"), re.compile(r"[^|\n]+"), re.compile(r"[.!?;](?=\s|$)")
_LAID_OUT = re.compile(
    rf"^\s*(?:[|•\u2013\u2014+·#>*-]\s|\d+[.)]\s"
    rf"|\W*{DAY_NAME.pattern}(?: \d{{1,2}}\.?(?: [a-z]{{3,9}})?)?\W{{0,4}}[:|\u2013\u2014*-])",
    re.IGNORECASE,
)
"""A row, a bullet or a line that a weekday opens, set off; its sentences belong together."""
(TOTAL,) = patterns("plan_in_text", "total")
_KINDS = {kind: patterns("plan_in_text", kind)[0] for kind in ("rest", "hard", "easy", "run", "other")}
_LONGEST, _BESIDE, _FEW = 160, 8, 3
"""Code points told of a day and between two namings of it; the days that make a week."""


class DayInText(NamedTuple):
    """What is told of a day. `kms`: what its distance may be."""

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
        return self.kms[0] if len(self.kms) == 1 else None

    @property
    def rests(self) -> bool:
        return "rest" in self.kinds and not self.kms and not self.kinds & {"run", "hard"}

    @property
    def runs(self) -> bool:
        return not self.rests and bool(self.kms or self.kinds & {"run", "hard"})


class WeekInText(NamedTuple):
    """A week told by its days."""

    number: int | None
    days: dict[Weekday, tuple[DayInText, ...]]

    @property
    def all(self) -> tuple[DayInText, ...]:
        return tuple(each for days in self.days.values() for each in days)

    @property
    def running(self) -> dict[Weekday, tuple[float, ...]]:
        """The days that are run, each with what its distance may be."""
        return {day: each[0].kms for day, each in self.days.items() if each[0].runs}


class DayText(NamedTuple):
    """A stretch of the text about `days`; of a table `week` and `factors`, km in its unit, are those of its column."""

    days: tuple[Weekday, ...]
    week: int | None
    span: Span
    cells: tuple[tuple[Span, tuple[float, ...]], ...]
    laid_out: bool
    sums: bool = False


def named_days(text: str) -> frozenset[Weekday]:
    """The weekdays that a text names."""
    return frozenset(day for days, _, _ in _groups(text) for day in days)


def tells_a_week(days: Sequence[DayInText]) -> bool:
    """Whether a week of training is told: three or more days, two of them with a run."""
    return len({each.day for each in days}) >= _FEW and len({each.day for each in days if each.runs}) >= _FEW - 1


@lru_cache(4096)
def days_in_text(text: str) -> tuple[DayInText, ...]:
    """Every day of `text` of which something is told, in order; questions tell nothing."""
    found: list[DayInText] = []
    for part in parts(text):
        start, end = part.span
        words = text[part.cells[0][0][0] : end] if part.cells else ""
        kinds = frozenset(kind for kind, pattern in _KINDS.items() if pattern.search(words))
        kms = () if len(part.days) >= _FEW else in_cells(text, part)
        if not part.sums and (kms or kinds) and not words.rstrip(" *_").endswith("?"):
            quote = text[start:end]
            found += (DayInText(day, part.week, kms, kinds, start, end, quote, part.laid_out) for day in part.days)
    return tuple(found)


@lru_cache(4096)
def weeks_in_text(text: str) -> tuple[WeekInText, ...]:
    """Every week that `text` tells by its days; bullets and rows where there are any: prose only refers to a day."""
    weeks: dict[int | None, list[DayInText]] = {}
    for each in days_in_text(text):
        if each.week != OTHER_WEEK:
            weeks.setdefault(each.week, []).append(each)
    return tuple(_week(number, days) for number, days in weeks.items() if tells_a_week(days))


def _week(number: int | None, told: list[DayInText]) -> WeekInText:
    laid = [each for each in told if each.laid_out]
    days: dict[Weekday, tuple[DayInText, ...]] = {}
    for each in laid if tells_a_week(laid) else told:
        same = days.get(each.day, ())
        if not same or 0 < each.start - same[-1].start < _BESIDE:
            days[each.day] = (*same, each)
    return WeekInText(number, days)


def weeks_of(found: re.Match[str]) -> tuple[int, ...]:
    """The numbers of the weeks that are named; none of those without one."""
    if found["list"]:
        return tuple(_number(word) for word in re.findall(_N, found["list"], re.IGNORECASE))
    if found["first"]:
        first = _number(found["first"])
        return tuple(range(first, (_number(found["last"]) if found["last"] else first) + 1))
    nth = found["nth"] or found["short"]
    return (_ORDINALS.index(nth.lower()) + 1,) if nth else (1,) if found["this"] else ()


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word.lower()) + 1


def week_at(text: str, place: int) -> int | None:
    """The week that was named last before `place`."""
    ends, weeks = _weeks(text)
    named = bisect_right(ends, place)
    return weeks[named - 1] if named else None


@lru_cache(64)
def _weeks(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where each naming of a week ends, and which week it names."""
    named = tuple(WEEK.finditer(text))
    of = (weeks_of(found) for found in named)
    return tuple(found.end() for found in named), tuple(each[0] if len(each) == 1 else OTHER_WEEK for each in of)


def parts(text: str) -> Iterator[DayText]:
    """The stretches of `text` about days, or about what they come to."""
    header: list[Span] = []
    for line in _LINE.finditer(text):
        cells = [found.span() for found in _CELL.finditer(text, *line.span())]
        if not line.group().lstrip().startswith("|"):
            header = []
            yield from _in_line(text, line.span(), _LAID_OUT.match(line.group()) is not None)
        elif not header:
            header = cells
        else:
            yield from _in_row(text, header, cells)


def _in_line(text: str, line: Span, laid_out: bool) -> Iterator[DayText]:  # noqa: FBT001 (of the line)
    groups, ahead, last_end = _groups(text[slice(*line)]), False, line[0]
    for at, (days, first, last) in enumerate(groups):
        start, end = line[0] + first, line[0] + last
        if at == 0 or _STOP.search(text, last_end, start):
            whole = _STOP.search(text, end, line[1])
            asks = text[whole.start() if whole else line[1] - 1] == "?"
            ahead = not (laid_out or asks) and _AHEAD.search(text, line[0], start) is not None
        behind = line[0] + groups[at + 1][1] if at + 1 < len(groups) else line[1]
        stop = None if laid_out else _STOP.search(text, end, behind)
        behind = min(stop.end() if stop else behind, end + _LONGEST)
        total = TOTAL.search(text, end, behind)
        if ahead:
            told = (max((found.end() for found in _PARTED.finditer(text, last_end, start)), default=last_end), start)
            yield DayText(days, week_at(text, start), (told[0], end), ((told, factors_of(text)),), laid_out)
        elif not _FROM.search(text, line[0], start):
            told = (end, total.start() if total else behind)
            span = (start, end + len(text[slice(*told)].rstrip(" |*_")))
            week = week_at(text, told[1] if laid_out else start)
            yield DayText(days, week, span, ((told, factors_of(text)),), laid_out)
        last_end = end


def _in_row(text: str, header: list[Span], cells: list[Span]) -> Iterator[DayText]:
    """A row of a table: a column for each of several days or weeks, or all of it about one day."""
    heads = [text[slice(*each)] for each in header]
    weeks = [week_at(head, len(head)) for head in heads]
    row = text[slice(*cells[0])]
    days, sums = next(iter(_groups(row)), ((),))[0], TOTAL.search(row) is not None or row.strip(" *_").lower() == "week"
    units = [factors_of(head) or factors_of(text) or (1.0, MILE) for head in heads]
    told = tuple(zip(cells[1:], units[1:], strict=False))
    across = [next(iter(_groups(head)), ((),))[0] for head in heads]
    if not days and sum(map(len, across)) >= _FEW:
        week = week_at(row, len(row))
        for cell, of_day in zip(told, across[1:], strict=False):
            yield DayText(of_day, week, cell[0], (cell,), laid_out=True)
    elif sum(week is not None for week in weeks) > 1:
        for cell, week in zip(told, weeks[1:], strict=False):
            yield DayText(days, week, cell[0], (cell,), laid_out=True, sums=sums)
    elif told and (days or sums):
        start = cells[0][0] + len(row) - len(row.lstrip())
        yield DayText(days, week_at(text, start), (start, told[-1][0][1]), told, laid_out=True, sums=sums)


def _groups(line: str) -> list[tuple[tuple[Weekday, ...], int, int]]:
    """Weekdays named in one breath, with where they begin and end."""
    groups, named = list[tuple[tuple[Weekday, ...], int, int]](), list(DAY_NAME.finditer(line))
    for found in named if [each.group() for each in named] not in _WORDS else ():
        day = next(day for day in _DAYS if found.group().lower().startswith(day))
        between = line[groups[-1][2] : found.start()] if groups else ""
        if _JOINT.fullmatch(between) and between.strip(" |*_"):
            days, start, _ = groups[-1]
            a, b = _DAYS.index(days[-1]), _DAYS.index(day)
            through = _DAYS[a + 1 : b + 1] if _THROUGH.search(between) and a < b else (day,)
            groups[-1] = ((*days, *through), start, found.end())
        else:
            groups.append(((day,), found.start(), found.end()))
    return groups


def in_cells(text: str, part: DayText) -> tuple[float, ...]:
    """What the distance of a part may be."""
    found = [kms for span, factors in part.cells if (kms := distances(text, span, factors))]
    return found[0] if len(found) == 1 else apart([km for kms in found for km in kms])
