"""Calendar dates in folded text. Knows no clock: the year that nobody said is taken from `today`, or not at all."""

import re
from datetime import date
from typing import NamedTuple

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<{0}>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<{0}>(?:19|20)\d\d))?"
DATE = re.compile(
    r"(?<![\w./-])(?:"
     r"(?P<iy>(?:19|20)\d\d)-(?P<im>[01]\d)-(?P<id>[0-3]\d)"
     "|" + _MONTH.format("am") + r" (?:the )?" + _DAY.format("ad") + _YEAR.format("ay")
    + "|" + r"(?:the )?" + _DAY.format("bd") + r" (?:of )?" + _MONTH.format("bm") + _YEAR.format("by")
    + r")(?![\w:]|\.\d)"
)  # fmt: skip


class Dated(NamedTuple):
    start: int
    end: int
    day: date


def find_dates(folded: str, today: date | None) -> list[Dated]:
    """Every date with a day and month; a date without a year is the next such day from `today`."""
    found = ((match, _day_of(match, today)) for match in DATE.finditer(folded))
    return [Dated(match.start(), match.end(), day) for match, day in found if day is not None]


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
