"""Days of the week that a text names. Knows no network, and not what happens on them."""

import re
from collections.abc import Iterator
from typing import Final

from coach.profile.validation import WEEKDAYS
from evals.reading.amounts import fold
from evals.reading.records import Amount

KIND: Final = "weekdays"
_NAME: Final = (
    "mon(?:day)?s?|tue(?:s|sday)?s?|wed(?:s|nesday)?s?|thu(?:r|rs|rsday)?s?|fri(?:day)?s?|sat(?:urday)?s?|sun(?:day)?s?"
)
_DAYS: Final = re.compile(
    rf"\b(?:(?P<first>{_NAME})(?: ?(?:-|to|till?|until|through|thru) ?(?P<last>{_NAME}))?"
    r"|(?P<working>(?:every |any )?(?:week ?|work(?:ing)? ?)days?)|(?P<weekend>week-?ends?)"
    r"|(?P<all>(?:every|any|all|whichever) (?:single )?(?:seven |7 )?days?|daily|whenever))\b"
)
_RANGES: Final = {"working": (0, 4), "weekend": (5, 6), "all": (0, 6)}


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
        yield Amount(KIND, first, last, found.span())
