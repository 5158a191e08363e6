"""Dates and days of the week that a text names. Knows no network, and not what happens on them."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from dateutil.parser import ParserError, parse
from dateutil.relativedelta import relativedelta

from coach.profile.validation import WEEKDAYS
from evals.reading.folding import fold
from evals.reading.records import Amount

WEEKDAY_KIND: Final = "weekdays"
_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\.(?= ?\d))?"
)
_DAY: Final = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:19|20)\d\d"
DATE: Final = re.compile(
    rf"(?:the )?({_YEAR}-[01]\d-[0-3]\d|{_MONTH} (?:the )?{_DAY}(?:,? {_YEAR})?"
    rf"|{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?)(?![\w:]|\.\d)"
)
_NAME: Final = (
    r"(?:mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?"
)
_DAYS: Final = re.compile(
    rf"\b(?:(?P<first>{_NAME})(?: ?(?:-|to|till?|until|through|thru) ?(?P<last>{_NAME}))?"
    r"|(?P<working>(?:every |any )?(?:week ?|work(?:ing)? ?)days?)|(?P<weekend>week-?ends?)"
    r"|(?P<all>(?:every|any|all|whichever) (?:single )?(?:seven |7 )?days?|daily|whenever))\b"
)
_RANGES: Final = {"working": (0, 4), "weekend": (5, 6), "all": (0, 6)}


def dated(found: re.Match[str], today: date) -> Amount | None:
    """A match of `DATE` as days from `today`; of a date without a year `low` is for the next such day, `high` for the
    last. None where there is no such day.
    """
    words = found[1].replace(" the ", " ")
    try:
        day = parse(words, default=datetime.combine(today, datetime.min.time())).date()
    except ParserError:
        return None
    before = day
    if not re.search(_YEAR, words):
        year = relativedelta(years=1)
        day, before = (day, day - year) if day >= today else (day + year, day)
    return Amount("date", float((day - today).days), float((before - today).days), found.span())


def find_days(text: str) -> tuple[Amount, ...]:
    """Every mention of days in order, as an amount of kind `weekdays` from `low` to `high`, Monday being 0."""
    return tuple(_mentions(fold(text)))


def days_of(mention: Amount) -> frozenset[str]:
    """The days of a mention; "Saturday to Monday" goes over the end of the week."""
    first, last = int(mention.low), int(mention.high)
    return frozenset(WEEKDAYS[(first + step) % 7] for step in range((last - first) % 7 + 1))


def _mentions(folded: str) -> Iterator[Amount]:
    for found in _DAYS.finditer(folded):
        if found["first"]:
            first = WEEKDAYS.index(found["first"][:3])
            last = WEEKDAYS.index(found["last"][:3]) if found["last"] else first
        else:
            first, last = next(days for name, days in _RANGES.items() if found[name])
        yield Amount(WEEKDAY_KIND, first, last, found.span())
