"""The weeks of training that a message tells: their days, and what a week comes to. Judges nothing.

A total stands beside the number of its week, in a list of weeks, or beside a word that says so.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from coach.records.block import Weekday
from evals.checks.told_days import MILE, ToldDay, in_miles, told_days, week_of

_NUMBER = r"\d{1,3}(?:[.,]\d)?(?![\d:/%]|\s?[x\u00d7])"
_UNIT = r"(?P<unit>km|k|kms|kilomet\w+|mi|miles?)\b"
_WEEK_NAME = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
_ORDINAL = r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
_NUMBERS = {
    **{
        word: at
        for at, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
        )
    },
    **{word: at for at, word in enumerate(_ORDINAL.split("|"), 1)},
}
_IN_WEEK = re.compile(
    rf"(?P<km>{_NUMBER})\W{{0,3}}{_UNIT}(?: (?:a week|as the \w+|at the \w+|of running"
    rf"|in all))?[ *)_]{{1,4}}(?:in|by|for|at)\s+"
    rf"(?:weeks?\s+(?P<week>{_WEEK_NAME})(?:\s*(?:-|\u2013|to"
    rf"|through)\s*(?P<last>{_WEEK_NAME}))?|the\s+(?P<nth>{_ORDINAL})(?:\s+week)?\b)",
    re.IGNORECASE,
)
_WEEK_HAS = re.compile(
    rf"(?:\bweek\W{{1,4}}(?P<week>{_WEEK_NAME})|\b(?P<nth>{_ORDINAL})\s+week)[^.;:,\n\d|(]{{0,24}}"
    rf"[:,(|*\u2013-]*[ *_]*(?:(?:a |an )?(?:lighter|easier|about|around) )?"
    rf"(?P<km>{_NUMBER})[ *_-]{{0,3}}{_UNIT}(?! (?:in|by|for|at) (?:the )?(?:week|\w+ week))",
    re.IGNORECASE,
)
_SERIES = re.compile(
    r"\bweeks?\W{0,4}(?P<week>\d{1,2})\s*(?:-|\u2013|to"
    r"|through)\s*(?P<last>\d{1,2})(?P<list>[^\n;]{2,160})",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|every|all|per week|a week|throughout)\b", re.IGNORECASE)
_BUT = re.compile(r"\b(?:except|apart from|but|other than)\b", re.IGNORECASE)
_PLAIN = re.compile(
    rf"(?<![\d:./-]){_NUMBER}(?!\s*(?:-|\u2013|min|m\b|s\b|h\b|sec|days?\b|runs?\b|weeks?\b|times\b|st|nd|rd|th))"
)
_TOTAL = re.compile(
    rf"(?:^[^\w\n]*=\s*|\b(?:total|in all|altogether|makes|adds up to|comes to|that's|that is"
    rf"|still)\b[^.;\n\d]{{0,24}})(?P<km>{_NUMBER})[ *_-]{{0,3}}{_UNIT}"
    rf"|(?P<km2>{_NUMBER})[ *_-]{{0,3}}(?P<unit2>km|k|mi|miles?)\b[ *_]{{0,4}}(?:total|in all"
    rf"|altogether|in total|for the week|this week)\b"
    rf"|\btotal\b[ |*:_-]*(?P<km4>{_NUMBER})[ |*_]*$"
    rf"|^[^\w\n]*(?P<km3>{_NUMBER})[ *_-]{{0,3}}(?P<unit3>km|miles?)\b[*_ ]*(?=$|,|\.)",
    re.IGNORECASE | re.MULTILINE,
)


_BESIDE = 8
"""Code points from one of two namings of a day, in one breath, to the other."""


class Total(NamedTuple):
    """What a week is said to come to. `week`: its number. `sure`: the words say that it is the whole week."""

    week: int | None
    km: float
    start: int
    end: int
    sure: bool = False


class ToldWeek(NamedTuple):
    """A week told by its days; `totals` are those that name it or stand behind it."""

    number: int | None
    days: dict[Weekday, tuple[ToldDay, ...]]

    @property
    def all(self) -> tuple[ToldDay, ...]:
        return tuple(each for days in self.days.values() for each in days)

    @property
    def km(self) -> float | None:
        """The running that the days come to, where each of them says it and no day is told twice."""
        running = [each for days in self.days.values() for each in days if each.runs]
        if len({each.day for each in running}) < len(running) or any(each.km is None for each in running):
            return None
        return sum(each.km or 0.0 for each in running)

    def shape(self) -> frozenset[tuple[Weekday, float | None]]:
        """The days that are run, each with its distance."""
        return frozenset((each.day, each.km) for each in self.all if each.runs)


@lru_cache(4096)
def told_weeks(text: str) -> tuple[ToldWeek, ...]:
    """Every week that `text` tells by at least three days, two of them with a run; without a number at most one."""
    weeks: dict[int | None, list[ToldDay]] = {}
    for each in told_days(text):
        weeks.setdefault(each.week, []).append(each)
    return tuple(week for number, days in weeks.items() if (week := _week(number, days)) is not None)


def _week(number: int | None, told: list[ToldDay]) -> ToldWeek | None:
    """Bullets and rows where there are any: prose beside them only refers to a day."""
    laid = [each for each in told if each.laid_out]
    kept = laid if _is_week(laid) else told
    if not _is_week(kept):
        return None
    days: dict[Weekday, tuple[ToldDay, ...]] = {}
    for each in kept:
        same = days.get(each.day, ())
        if not same or 0 < each.start - same[-1].start < _BESIDE:
            days[each.day] = (*same, each)
    return ToldWeek(number, days)


def _is_week(days: list[ToldDay]) -> bool:
    return len({each.day for each in days}) >= 3 and len({each.day for each in days if each.runs}) >= 2  # noqa: PLR2004


@lru_cache(4096)
def told_totals(text: str) -> tuple[Total, ...]:
    """Every distance that `text` says of a whole week by its number, or of the week it is telling."""
    return tuple(_totals(text))


def _totals(text: str) -> Iterator[Total]:
    for found in _IN_WEEK.finditer(text):
        first = _number(found["week"] or found["nth"])
        last = _number(found["last"]) if found["last"] else first
        yield from (Total(week, _km(found["km"], found["unit"]), *found.span()) for week in range(first, last + 1))
    for found in _WEEK_HAS.finditer(text):
        yield Total(_number(found["week"] or found["nth"]), _km(found["km"], found["unit"]), *found.span())
    for found in _SERIES.finditer(text):
        yield from _series(found, text)
    for found in _TOTAL.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : _end(text, found.end())]
        if line.lstrip().startswith("|") and len(re.findall(_NUMBER + r"\W{0,3}(?:km|k|mi|miles?)\b", line)) > 1:
            continue  # a column for each of several weeks
        km, unit = next((found[f"km{n}"], found.groupdict().get(f"unit{n}")) for n in ("", 2, 3, 4) if found[f"km{n}"])
        unit = unit or ("miles" if in_miles(text) else "km")
        yield Total(week_of(text, found.start()), _km(km, unit), *found.span(), sure=True)


def _end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


def _series(found: re.Match[str], text: str) -> Iterator[Total]:
    """One number for each of the weeks, or one for all."""
    first, last = int(found["week"]), int(found["last"])
    words = re.split(r"\bweeks?\W{0,4}\d|\. [A-Z]", found["list"])[0]
    numbers = [float(each.group().replace(",", ".")) for each in _PLAIN.finditer(words)]
    end = found.start("list") + len(words)
    unit = re.search(_UNIT, words, re.IGNORECASE)
    factor = MILE if unit and unit["unit"].lower().startswith("mi") else 1.0
    if _BUT.search(words):
        return
    if len(numbers) == 1 and _EACH.search(words):
        numbers *= last - first + 1
    if len(numbers) == last - first + 1:
        yield from (Total(week, km * factor, found.start(), end) for week, km in enumerate(numbers, first))


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def _km(number: str, unit: str) -> float:
    return float(number.replace(",", ".")) * (MILE if unit.lower().startswith("mi") else 1.0)
