"""Calendar dates in folded text, read by dateutil. Knows no clock: a year that nobody said is taken from `today`."""

import re
from datetime import date, datetime
from typing import NamedTuple

from dateutil.parser import ParserError, parse
from dateutil.relativedelta import relativedelta

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\.(?=,? ?\d))?"
)
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?:19|20)\d\d)?"
DATE = re.compile(
    r"(?<![\w./-])(?:(?:the )?(?P<words>"
    rf"(?:19|20)\d\d-[01]\d-[0-3]\d|{_MONTH} (?:the )?{_DAY}{_YEAR}|{_DAY} (?:of )?{_MONTH}{_YEAR}"
    r")|(?P<figures>\d{1,2}(?P<sep>[./-])\d{1,2}(?P=sep)(?:19|20)\d\d))(?![\w:]|\.\d)"
)
_SAID_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


class Dated(NamedTuple):
    """`other`: what the same figures mean with day and month the other way round, where both can be."""

    start: int
    end: int
    day: date
    other: date | None = None


def find_dates(folded: str, today: date | None) -> list[Dated]:
    """Every date with a day and month; a date without a year is the next such day from `today`, or none."""
    found = ((match, *_readings(match, today)) for match in DATE.finditer(folded))
    return [Dated(match.start(), match.end(), day, other) for match, day, other in found if day is not None]


def _readings(match: re.Match[str], today: date | None) -> tuple[date | None, date | None]:
    if match["words"] is not None:
        return _day_of(match["words"].replace(" the ", " "), today), None
    day_first, month_first = (_read(match["figures"], day_first=first) for first in (True, False))
    return day_first, month_first if month_first != day_first else None


def _day_of(words: str, today: date | None) -> date | None:
    if _SAID_YEAR.search(words):
        return _read(words)
    day = _read(words, today) if today is not None else None
    return day if day is None or today is None or day >= today else day + relativedelta(years=1)


def _read(words: str, today: date | None = None, *, day_first: bool = False) -> date | None:
    """The day, in the year of `today` where none is said; None where there is no such day."""
    start = datetime.combine(today or date.min, datetime.min.time())
    try:
        return parse(words, default=start, dayfirst=day_first).date()
    except ParserError:
        return None
