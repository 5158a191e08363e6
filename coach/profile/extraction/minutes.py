"""How long a session can be: one length for every day, or a length with the days that it goes with."""

import re
from collections.abc import Iterator
from dataclasses import replace

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.profile.extraction.weekdays import DAY_RUN, IN_WEEK, ORDER, days_of, is_out
from coach.records.fact import Confidence

_LENGTH = re.compile(MACROS["dur"])
_EVERY = re.compile(r"\b(?:every ?day|each day|any day|daily|a day|per day|per session|each time|a session)\b")
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "negated"})
_SHORTEST, _LONGEST = 10, 480
_NEAR = 30
_ELSE = re.compile(
    r" (?:of )?(?:\w+ )?(?:walk\w*|swim\w*|hik\w*|bik(?:e|ing)|cycl\w+|yoga|pilates|danc\w+|tennis|football"
    r"|gym\w*|gardening)\b"
    r"|(?: \w+){0,2} in the pool\b"
)
"""Behind a length: what it was spent on, which is no session of running."""
_IN_ALL = re.compile(
    r" ?(?:a|per|each|every|/) ?(?:week|wk)\b| (?:over|across|in|spread over) (?:\ue008|\ue000 days)"
    r"| (?:in total|total|altogether|all in)\b|\w* weekly\b"
)
_AT_MOST = re.compile(
    r"\b(?:(?:never|no|not) (?:more|longer) than|at most|max(?:imum)?|up to|limit(?:ed)? (?:is|to)|tops)"
    r"(?: of| about| around)? $"
)
_LENT = re.compile(r"([\ue000])(?= (?:(?:on|at|for) )?(?:the )?(?:mon|tue|wed|thu|fri|sat|sun|week(?:day|end)))")
"""A bare number before a day has the unit of the length said before it: "two hours on Saturday, one on Sunday"."""


def read_minutes(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str) -> Iterator[Candidate]:
    """`available_minutes`, where it was asked or lengths stand beside days of the week."""
    told = [
        (match.start(), quantity)
        for match in _LENGTH.finditer(skeleton.text)
        if (quantity := skeleton.quantity_at(match.start())) is not None
        and not _IN_ALL.match(skeleton.text, match.end())
        and not ("regular_exercise_3m" in asked and _ELSE.match(skeleton.text, match.end()))
        and _SHORTEST <= quantity.mid / 60 <= _LONGEST
        and not claims.standings(*match.span()) & _VOID
    ]
    told += list(_lent(told, skeleton, minutes="available_minutes" in asked))
    wanted = "available_minutes" in asked or bool(
        asked & {"available_days", "training_days_per_week"} and _limits(told, skeleton.text)
    )
    days = [
        (match, named)
        for match in (
            *DAY_RUN.finditer(skeleton.text),
            *(IN_WEEK.finditer(skeleton.text) if "available_minutes" in asked else ()),
        )
        if (named := days_of(match[0])) and not claims.standings(*match.span()) & _VOID
    ]
    if not told or not (wanted or (len(told) > 1 and len(days) > 1 and "sleep" not in skeleton.text)):
        return
    minutes = _by_day(told, days, skeleton.text) if days else {}
    if not minutes and wanted and days and len({quantity.mid for _, quantity in told}) == 1:
        named = {day for match, names in days for day in names if not is_out(match, skeleton.text)}
        minutes = {day: round(told[0][1].mid / 60, 2) for day in ORDER if day in named}
    confidence: Confidence = "explicit"
    if not minutes and wanted and (len(told) == 1 or _EVERY.search(skeleton.text)) and not days:
        weekdays_only = "weekday" in question and "weekend" not in question
        minutes = dict.fromkeys(ORDER[:5] if weekdays_only else ORDER, round(told[0][1].mid / 60, 2))
        confidence = "inferred"
    if minutes:
        spans = [(quantity.start, quantity.end) for _, quantity in told]
        yield Candidate("available_minutes", minutes, (spans[0][0], spans[-1][1]), confidence)


def _lent(told: list[tuple[int, Quantity]], skeleton: Skeleton, *, minutes: bool) -> Iterator[tuple[int, Quantity]]:
    for match in _LENT.finditer(skeleton.text):
        before = [quantity for place, quantity in told if place < match.start()]
        bare = skeleton.quantity_at(match.start())
        if bare is not None and (before or (minutes and bare.mid >= _SHORTEST)):
            unit = _unit_of(before[-1]) if before else 60.0
            seconds = bare.mid * unit
            if _SHORTEST <= seconds / 60 <= _LONGEST:
                yield match.start(), replace(bare, kind="duration", lo=seconds, hi=seconds, unit=unit)


def _unit_of(length: Quantity) -> float:
    """Hours or minutes, by how the length before was said."""
    return 3600.0 if length.mid % 3600 == 0 and length.unit in (1.0, 3600.0) else 60.0


def _limits(told: list[tuple[int, Quantity]], text: str) -> bool:
    """Whether a length is said to be the most there is, or stands beside a day."""
    return any(
        _AT_MOST.search(text[max(0, place - 30) : place]) or re.match(r" (?:tops|max)\b", text[place + 1 : place + 6])
        for place, _ in told
    ) or any(re.search(r"days? (?:only |just |for )*$", text[max(0, place - 14) : place]) for place, _ in told)


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
