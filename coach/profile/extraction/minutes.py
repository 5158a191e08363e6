"""How long a session can be: one length for every day, or a length with the days that it goes with."""

import re
from collections.abc import Iterator
from dataclasses import replace

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.bare import stands_free
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
_LEAST_MINUTES, _MOST_MINUTES = 15, 240
"""A bare number of this size is a length in minutes."""
_ELSE = re.compile(
    r" (?:of )?(?:\w+ )?(?:walk\w*|swim\w*|hik\w*|bik(?:e|ing)|cycl\w+|yoga|pilates|danc\w+|tennis|football"
    r"|gym\w*|gardening)\b"
    r"|(?: \w+){0,2} in the pool\b"
)
"""Behind a length: what it was spent on, which is no session of running."""
_ELSE_BEFORE = re.compile(
    r"\b(?:walk\w*|poles|dogs?|swim\w*|hik\w*|bik(?:e|ing)|cycl\w+|yoga|pilates|danc\w+|garden\w*|allotment|commut\w+)\b"
    r"[^.;:,!?]{0,25}$"
)
_IN_ALL = re.compile(
    r" ?(?:a|per|each|every|/) ?(?:week|wk)\b| (?:over|across|in|spread over) (?:\ue008|\ue000 days)"
    r"| (?:in total|total|altogether|all in)\b|\w* weekly\b"
)
_SPENT = re.compile(
    r"\b(?:sleep\w*|club|football|hockey|swim\w*|pe|intervals|roller|core|race|steady|yoga|school|easy)\b"
)
_EACH = re.compile(r"\b(?:each|apiece|a go|per (?:run|session|go)|every time|a session)\b")
_OF_TIME = re.compile(r"\b(?:minutes?|mins?|long|time|duration|length)\b")
_AGED = re.compile(r"(?:\bi'?m|\bi am|\buntil|\btill|\baged?) $")
_AT_MOST = re.compile(
    r"\b(?:(?:never|no|not) (?:more|longer) than|at most|max(?:imum)?|up to|limit(?:ed)? (?:is|to)|tops)"
    r"(?: of| about| around)? $"
)
_REST_OF_WEEK = re.compile(
    r"\b(?:otherwise|(?:all |any |the )?other days?|unless|doubled?|half (?:of )?that|twice (?:that|as)|though|whatever"
    r"|midweek|work ?days?|the rest(?! is)|everything else|else)\b"
)
"""Where one length is read, these tell of another."""
_ON_THE_WAY = re.compile(
    r" (?:off|away|from (?:me|us|here|home|work|my|the)|by (?:car|bus|bike|train|tram|foot)"
    r"|(?:drive|walk|ride|bus|cycle) (?:off|away|from|to))\b"
)
"""Behind a length that is the way somewhere: "the track is ten minutes off"."""
_LENT = re.compile(
    r"([\ue000])(?= (?:(?:on|at|for) )?(?:the |an? )?(?:mon|tue|wed|thu|fri|sat|sun|week(?:day|end)))"
    rf"|(?:{DAY_RUN.pattern}),?:? ?(?:for |up to |about |max |maybe |only |just )*([\ue000])"
    r"(?= *(?:$|[,.;!]| (?:max|tops|or so|at most|and|minutes?|if|when|unless)\b))"
)
"""A bare number before a day has the unit of the length said before it: "two hours on Saturday, one on Sunday"."""


def read_minutes(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], question: str) -> Iterator[Candidate]:
    """`available_minutes`, where it was asked or lengths stand beside days of the week."""
    told = [
        (match.start(), quantity)
        for match in _LENGTH.finditer(skeleton.text)
        if (quantity := skeleton.quantity_at(match.start())) is not None
        and not _IN_ALL.match(skeleton.text, match.end())
        and not _ON_THE_WAY.match(skeleton.text, match.end())
        and not ("regular_exercise_3m" in asked and _spent_elsewhere(skeleton.text, match))
        and _SHORTEST <= quantity.mid / 60 <= _LONGEST
        and not claims.standings(*match.span()) & _VOID
    ]
    told += list(_lent(told, skeleton, minutes="available_minutes" in asked))
    if not told and "available_minutes" in asked and _OF_TIME.search(question):
        told += list(_bare(skeleton, claims))
    wanted = "available_minutes" in asked or bool(
        asked & {"available_days", "training_days_per_week"} and _limits(told, skeleton.text)
    )
    days = named_days = list(_named_days(skeleton, claims, minutes="available_minutes" in asked))
    offered = len(told) > 1 and len(days) > 1 and not _SPENT.search(skeleton.text) and "weekly_sport_hours" not in asked
    if not told or not (wanted or offered):
        return
    minutes = _by_day(told, [item for item in days if not is_out(item[0], skeleton.text)], skeleton.text)
    if "available_minutes" in asked and minutes:
        minutes = _with_rest(minutes, told, days, skeleton.text, question)
    if not minutes and not _EACH.search(skeleton.text):
        days = [item for item in days if any(_together(item[0].start(), place, claims) for place, _ in told)]
    if not minutes and wanted and days and len({quantity.mid for _, quantity in told}) == 1:
        out = {day for match, names in days for day in names if is_out(match, skeleton.text)}
        named = {day for _, names in days for day in names} - out or {*ORDER} - out
        minutes = {day: round(told[0][1].mid / 60, 2) for day in ORDER if day in named}
    confidence: Confidence = "explicit"
    if not minutes and wanted and (len(told) == 1 or _EVERY.search(skeleton.text)) and not days:
        asked_of = {day for match in DAY_RUN.finditer(question) for day in days_of(match[0])} or {*ORDER}
        minutes = {day: round(told[0][1].mid / 60, 2) for day in ORDER if day in asked_of}
        confidence = "inferred"
    if minutes and _is_whole(minutes, told, named_days, skeleton):
        starts, ends = zip(*((quantity.start, quantity.end) for _, quantity in told), strict=True)
        yield Candidate("available_minutes", minutes, (min(starts), max(ends)), confidence)


def _is_whole(
    minutes: dict[str, float],
    told: list[tuple[int, Quantity]],
    days: list[tuple[re.Match[str], set[str]]],
    skeleton: Skeleton,
) -> bool:
    """Whether every day that works and every length of the reply stands in `minutes`: else it was not understood."""
    text, lengths = skeleton.text, set(minutes.values())
    if {day for match, names in days if not is_out(match, text) for day in names} - minutes.keys():
        return False
    if {round(quantity.mid / 60, 2) for _, quantity in told} - lengths:
        return False
    taken = {place for place, _ in told}
    loose = [
        quantity
        for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True)
        if quantity.kind == "number" and place not in taken and _LEAST_MINUTES <= quantity.mid <= _MOST_MINUTES
    ]
    every = len(minutes) == len(ORDER)
    if loose and len(told) == 1:
        return False
    return every or len(lengths) > 1 or _REST_OF_WEEK.search(text) is None


def _spent_elsewhere(text: str, length: re.Match[str]) -> bool:
    """Whether the words around a length tell of other exercise: "an hour of yoga", "out with the dog an hour"."""
    before = text[max(0, length.start() - 45) : length.start()]
    return bool(_ELSE.match(text, length.end()) or _ELSE_BEFORE.search(before))


def _named_days(skeleton: Skeleton, claims: Assertions, *, minutes: bool) -> Iterator[tuple[re.Match[str], set[str]]]:
    """The days that are named, those that do not work too; "in the week" names days only where `minutes` were asked."""
    text = skeleton.text
    for match in (*DAY_RUN.finditer(text), *(IN_WEEK.finditer(text) if minutes else ())):
        void = _VOID - {"negated"} if is_out(match, text) else _VOID
        if (named := days_of(match[0])) and not claims.standings(*match.span()) & void:
            yield match, named


def _bare(skeleton: Skeleton, claims: Assertions) -> Iterator[tuple[int, Quantity]]:
    """The only number of an answer about the length of a session: "55"."""
    if len(skeleton.quantities) != 1:
        return
    (only,), (mark,) = skeleton.quantities, skeleton.marks
    plain = only.kind == "number" and _LEAST_MINUTES <= only.mid <= _MOST_MINUTES
    if plain and stands_free(mark, skeleton, claims, _VOID) and not _AGED.search(skeleton.text[:mark]):
        yield mark, replace(only, kind="duration", lo=only.lo * 60, hi=only.hi * 60, unit=60.0)


def _lent(told: list[tuple[int, Quantity]], skeleton: Skeleton, *, minutes: bool) -> Iterator[tuple[int, Quantity]]:
    for match in _LENT.finditer(skeleton.text):
        mark = match.start(1) if match[1] else match.start(2)
        before = [quantity for place, quantity in told if place < mark]
        bare = skeleton.quantity_at(mark)
        if bare is not None and (before or (minutes and bare.mid >= _SHORTEST)):
            unit = 60.0 if not before or bare.mid >= _LEAST_MINUTES else _unit_of(before[-1])
            seconds = bare.mid * unit
            if _SHORTEST <= seconds / 60 <= _LONGEST:
                yield mark, replace(bare, kind="duration", lo=seconds, hi=seconds, unit=unit)


def _together(one: int, other: int, claims: Assertions) -> bool:
    return claims.sentence(one) == claims.sentence(other)


def _with_rest(
    minutes: dict[str, float],
    told: list[tuple[int, Quantity]],
    days: list[tuple[re.Match[str], set[str]]],
    text: str,
    question: str,
) -> dict[str, float]:
    """`minutes` with the one length that stands beside no day for all the days that were not named."""
    free = {round(quantity.mid / 60, 2) for _, quantity in told} - set(minutes.values())
    out = {day for match, names in days for day in names if is_out(match, text)}
    if len(free) != 1 or len(told) != 2:  # noqa: PLR2004 (the rule and its exception)
        return minutes
    every = ORDER[:5] if "weekday" in question and "weekend" not in question else ORDER
    rest = dict.fromkeys(every, free.pop()) | minutes
    return {day: rest[day] for day in ORDER if day in rest and day not in out}


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
