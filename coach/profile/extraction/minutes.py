"""How long a session can be: one length for every day, or a length with the days that it goes with."""

import re
from collections.abc import Iterator

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.profile.extraction.weekdays import DAY_RUN, ORDER, days_of
from coach.records.fact import Confidence

_LENGTH = re.compile(MACROS["dur"])
_EVERY = re.compile(r"\b(?:every ?day|each day|any day|daily|a day|per day|per session|each time|a session)\b")
_VOID = frozenset({"other", "hypothetical", "question", "negated"})
_SHORTEST, _LONGEST = 10, 480
_NEAR = 30


def read_minutes(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str) -> Iterator[Candidate]:
    """`available_minutes`, where it was asked or lengths stand beside days of the week."""
    told = [
        (match.start(), quantity)
        for match in _LENGTH.finditer(skeleton.text)
        if (quantity := skeleton.quantity_at(match.start())) is not None
        and _SHORTEST <= quantity.mid / 60 <= _LONGEST
        and not claims.standings(*match.span()) & _VOID
    ]
    wanted = "available_minutes" in asked
    days = [
        (match, named)
        for match in DAY_RUN.finditer(skeleton.text)
        if (named := days_of(match[0])) and not claims.standings(*match.span()) & _VOID
    ]
    if not told or not (wanted or (len(told) > 1 and len(days) > 1 and "sleep" not in skeleton.text)):
        return
    minutes = _by_day(told, days, skeleton.text) if days else {}
    confidence: Confidence = "explicit"
    if not minutes and wanted and (len(told) == 1 or _EVERY.search(skeleton.text)) and not days:
        weekdays_only = "weekday" in question and "weekend" not in question
        minutes = dict.fromkeys(ORDER[:5] if weekdays_only else ORDER, round(told[0][1].mid / 60, 2))
        confidence = "inferred"
    if minutes:
        spans = [(quantity.start, quantity.end) for _, quantity in told]
        yield Candidate("available_minutes", minutes, (spans[0][0], spans[-1][1]), confidence)


def _by_day(
    told: list[tuple[int, Quantity]], days: list[tuple[re.Match[str], set[str]]], text: str
) -> dict[str, float]:
    """Each run of days with the length nearest to it, where it stands in the same stretch of text."""
    found: dict[str, float] = {}
    for match, named in days:
        near = [
            (gap, quantity)
            for place, quantity in told
            if (gap := max(match.start() - place, place - match.end())) <= _NEAR
            and not re.search(r"[.;]", text[min(place, match.end()) : max(place, match.start())])
            and not _crosses(text[min(place, match.end()) : max(place, match.start())])
        ]
        if near:
            quantity = min(near, key=lambda item: item[0])[1]
            found |= dict.fromkeys(named, round(quantity.mid / 60, 2))
    return {day: found[day] for day in ORDER if day in found}


def _crosses(between: str) -> bool:
    """Whether a comma or an "and" stands between a length and a day: they belong to different things."""
    return re.search(r",| and ", between) is not None
