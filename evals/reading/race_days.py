"""The day of a race, where the words that tell how far away it is name one. Knows no network and no session."""

import datetime as dt
import re
from typing import Final, NamedTuple

from dateutil.relativedelta import relativedelta

from evals.reading.amounts import find_amounts
from personas.acts import Correct, Tell

WEEKS: Final = "weeks_available"
_AHEAD: Final = {"today": 0, "tomorrow": 1, "the day after tomorrow": 2}
_RELATIVE: Final = re.compile(
    r"\b(?:(?P<ahead>today|(?:the day after )?tomorrow)|the (?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
    r"(?=\s*(?:$|[^\w\s])| (?:not|and|but|so|now|instead|please|at \d)\b))\b"  # "the 2nd 10k" is no day
    r"(?! (?:of )?(?:week|month|jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec|km|mile))",
    re.IGNORECASE,
)
_WEEK: Final = 7
_MOVED: Final = re.compile(
    r"\b(?:race|event|marathon)\b(?!.*\bstart)[^?]*?\b(?:(?P<earlier>earlier|sooner)|later)\b", re.IGNORECASE
)


class Dated(NamedTuple):
    """A text with its first relative day ("tomorrow", "the 9th") as a date in full; `said` is what stood there."""

    text: str
    said: str


def race_day(told: Tell | Correct, text: str, today: dt.date) -> dt.date | None:
    """The race day that `told`, the weeks to prepare as read from `text`, stands for; None where it names none.

    A date counts, and a number of days; both only where they come to the weeks that were read.
    """
    dated = with_dates(told.words, today)
    own = [each for each in find_amounts(dated.text if dated else told.words, today) if each.kind in ("date", "days")]
    others = [each for each in find_amounts(text, today) if each.kind == "date"]
    weeks = told.value if isinstance(told.value, int | float) else -1
    days = [round(each.low) for each in (*own, *others) if abs(each.low / _WEEK - weeks) < 1]
    return today + dt.timedelta(days=days[0]) if days else None


def weeks_moved(text: str) -> int:
    """By how many weeks the words move the race, forward where it is earlier (negative); 0 where they do not."""
    found = _MOVED.search(text)
    weeks = {round(each.middle / _WEEK) for each in find_amounts(text) if each.kind == "weeks"}
    weeks = weeks or ({1} if re.search(r"\ba week\b", text, re.IGNORECASE) else set())
    if found is None or len(weeks) != 1:
        return 0
    return -weeks.pop() if found["earlier"] else weeks.pop()


def with_dates(text: str, today: dt.date) -> Dated | None:
    """`text` with the first relative day in it as a date in full; None where there is none."""
    found = _RELATIVE.search(text)
    if found is None:
        return None
    said, day = found[0], found["day"]
    date = _next(int(day), today) if day else today + dt.timedelta(days=_AHEAD[said.lower()])
    written = f"{date.day} {date:%B} {date.year}"
    return Dated(text[: found.start()] + ("" if day else "on ") + written + text[found.end() :], said)


def _next(day: int, today: dt.date) -> dt.date:
    """The next date with this day of the month."""
    months = (today + relativedelta(months=ahead, day=day) for ahead in range(4))
    return next(each for each in months if each.day == day and each >= today)
