"""Calendar dates in folded text. Knows no clock: the year that nobody said is taken from `today`, or not at all."""

import re
from datetime import date
from typing import NamedTuple

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\.(?=,? ?\d))?"
)
_DAY = r"(?P<{0}>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<{0}>(?:19|20)\d\d))?"
DATE = re.compile(
    r"(?<![\w./-])(?:"
     r"(?P<iy>(?:19|20)\d\d)-(?P<im>[01]\d)-(?P<id>[0-3]\d)"
     "|" + _MONTH.format("am") + r" (?:the )?" + _DAY.format("ad") + _YEAR.format("ay")
    + "|" + r"(?:the )?" + _DAY.format("bd") + r" (?:of )?" + _MONTH.format("bm") + _YEAR.format("by")
    + "|" + r"(?P<n1>\d{1,2})(?P<sep>[./-])(?P<n2>\d{1,2})(?P=sep)(?P<ny>(?:19|20)\d\d)"
    + r")(?![\w:]|\.\d)"
)  # fmt: skip


class Dated(NamedTuple):
    """`other`: what the same figures mean with day and month the other way round, where both can be."""

    start: int
    end: int
    day: date
    other: date | None = None


def find_dates(folded: str, today: date | None) -> list[Dated]:
    """Every date with a day and month; a date without a year is the next such day from `today`."""
    found = ((match, *_readings(match, today)) for match in DATE.finditer(folded))
    return [Dated(match.start(), match.end(), day, other) for match, day, other in found if day is not None]


def _readings(match: re.Match[str], today: date | None) -> tuple[date | None, date | None]:
    if match["n1"] is None:
        return _day_of(match, today), None
    year, first, second = int(match["ny"]), int(match["n1"]), int(match["n2"])
    day_first, month_first = _date(year, second, first), _date(year, first, second)
    if match["sep"] == ".":
        return day_first, month_first
    return day_first or month_first, month_first if day_first else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def month_number(word: str) -> int:
    return MONTHS.index(word[:3]) + 1


def _day_of(match: re.Match[str], today: date | None) -> date | None:
    part = match.groupdict()
    month = int(part["im"]) if part["im"] else month_number(part["am"] or part["bm"])
    day = int(part["id"] or part["ad"] or part["bd"])
    year = part["iy"] or part["ay"] or part["by"]
    try:
        if year:
            return date(int(year), month, day)
        return None if today is None else _next(today, month, day)
    except ValueError:
        return None


def _next(today: date, month: int, day: int) -> date:
    this = date(today.year, month, day)
    return this if this >= today else date(today.year + 1, month, day)
