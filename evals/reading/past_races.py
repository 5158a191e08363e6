"""Whether a race was run too long ago to say how fast somebody is today. Knows dates; reads no result."""

import re
from datetime import date
from typing import Final

from coach.sentences import remarks
from evals.reading.amounts import find_amounts
from evals.reading.folding import fold
from evals.reading.limits import part_around
from evals.reading.records import Span

RECENT_RACE: Final = frozenset({"recent_race_distance_km", "recent_race_time_s"})
_OLD_YEARS: Final = 2
_YEAR: Final = re.compile(r"(?<![\d:.,])(?:19|20)\d\d(?![\d:]|[.,]\d| ?(?:k?m|metres?|meters?)\b)")
_AGO: Final = re.compile(r"\W*(?:ago|back)\b")
_YOUNGER: Final = re.compile(r"\b(?:when i was|used to|(?:from|in|at) (?:uni(?:versity)?|college|(?:high )?school))\b")
"""Words for another time of life."""


def is_long_ago(text: str, span: Span, today: date | None) -> bool:
    """Whether the sentence around `span` puts it two years back or more, or in another time of life.

    Without `today` a year says nothing.
    """
    sentence = fold(part_around(remarks(text), text, span))
    if sum(each.kind == "clock" for each in find_amounts(sentence)) > 1:  # of several results, the one meant
        sentence = fold(part_around(text.split(","), text, span))
    last = today.year - _OLD_YEARS if today else 0
    ago = (each for each in find_amounts(sentence) if each.kind == "years" and _AGO.match(sentence[each.span[1] :]))
    return (
        _YOUNGER.search(sentence) is not None
        or any(int(year[0]) <= last for year in _YEAR.finditer(sentence))
        or any(each.low >= _OLD_YEARS * 365 for each in ago)
    )
