"""Which length of a session goes with which days of the week."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from coach.profile.extraction.day_names import EVERY, ORDER, days_of, runs_of_days
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.week import Named, rest_of_week, which

Length = tuple[int, Quantity]
"""A length with its place in the skeleton."""

_NEAR: Final = 45
_APART: Final = 20
"""So many characters a comma or an "and" counts for, between a length and its days."""
_RULE_AND_EXCEPTION: Final = 2
_SAME: Final = re.compile(r"s?,? (?:is |are |it's )?(?:the )?(?:same|ditto|likewise|as (?:well|long))\b(?! as\b)")
_SAME_ON: Final = re.compile(r"\b(?:the )?same (?:on|for|at) ?$")
_ENDLESS: Final = re.compile(
    r"[^.;!?]{0,25}\b(?:(?:as|however) (?:long|much|needed)|whatever|no (?:real )?(?:limit|rush)|unlimited"
    r"|all (?:day|morning)|the lot|any length|longer|open[- ]ended)\b"
)
_PART: Final = re.compile(r"[.;!?]")


def minutes_by_day(
    told: Sequence[Length], named: Sequence[Named], text: str, question: str, *, lengths_asked: bool
) -> dict[str, float] | None:
    """Minutes by day; None where some day that works, or some length, finds no partner."""
    groups = [one for one in named if one.stance == "in"]
    if not groups:
        return _for_all(told, named, question)
    pairs = _paired(told, groups, [(one.start, one.end) for one in named], text)
    alone = [one.days for at, one in enumerate(groups) if not one.general and at not in pairs]
    one_by_one = frozenset[str]().union(*alone)
    found: dict[str, float] = {}
    for at in sorted(pairs, key=lambda at: not groups[at].general):
        days = groups[at].days
        if groups[at].general and one_by_one & days:
            days &= one_by_one
        found |= dict.fromkeys(days, pairs[at])
    left = {_minutes(length) for _, length in told} - {*pairs.values()}
    endless = frozenset[str]().union(*(one.days for one in groups if _ENDLESS.match(text, one.end)))
    work = frozenset(which(list(named), text, out_asked=False) or ())
    due = work - found.keys() - endless
    if len(left) > 1 or (due and not left):
        return None
    if left:
        every = (days_of(question) or EVERY) if lengths_asked and len(told) == _RULE_AND_EXCEPTION else frozenset()
        out = frozenset[str]().union(*(one.days for one in named if one.stance == "out"))
        found |= dict.fromkeys(due or every - out - endless - found.keys(), left.pop())
    return {day: found[day] for day in ORDER if day in found} or None


def _for_all(told: Sequence[Length], named: Sequence[Named], question: str) -> dict[str, float] | None:
    """Where no day that works is named: the days that were asked for, or every other than those that do not work."""
    asked = [run for run in runs_of_days(question) if run]
    lengths = [_minutes(length) for _, length in told]
    if not named and len(asked) == len(lengths) > 1:
        return {day: length for run, length in zip(asked, lengths, strict=True) for day in ORDER if day in run}
    if len({*lengths}) != 1:
        return None
    out = frozenset[str]().union(*(one.days for one in named))
    return {day: lengths[0] for day in ORDER if day in (days_of(question) or EVERY) - out} or None


class _Pair(NamedTuple):
    minutes: float
    cost: int
    place: int


def _paired(told: Sequence[Length], groups: Sequence[Named], all_named: Sequence[Span], text: str) -> dict[int, float]:
    """The length of each group that has one: all lengths stand behind their days, or all before them."""
    behind, before = _behind(told, groups, all_named, text), _before(told, groups, all_named, text)
    ways = sorted((behind, before), key=lambda pairs: (-len(pairs), sum(pair.cost for pair in pairs.values())))
    chosen: dict[int, _Pair] = {}
    for at, pair in (*ways[0].items(), *ways[1].items()):
        if at not in chosen and pair.place not in {other.place for other in chosen.values()}:
            chosen[at] = pair
    lengths = {at: pair.minutes for at, pair in chosen.items()}
    for at, one in enumerate(groups):
        same = _SAME.match(text, one.end) or _SAME_ON.search(text, 0, one.start)
        if at not in lengths and at - 1 in lengths and same:
            lengths[at] = lengths[at - 1]
    return lengths


def _behind(told: Sequence[Length], groups: Sequence[Named], all_named: Sequence[Span], text: str) -> dict[int, _Pair]:
    found: dict[int, _Pair] = {}
    for at, one in enumerate(groups):
        high = min((start for start, _ in all_named if start >= one.end), default=len(text))
        for place, length in told:
            if one.end <= place < high and (cost := _cost(text[one.end : place])) is not None:
                found[at] = _Pair(_minutes(length), cost, place)
                break
    return found


def _before(told: Sequence[Length], groups: Sequence[Named], all_named: Sequence[Span], text: str) -> dict[int, _Pair]:
    found: dict[int, _Pair] = {}
    for at, one in enumerate(groups):
        low = max((end for _, end in all_named if end <= one.start), default=0)
        for place, length in told:
            if low <= place < one.start and (cost := _cost(text[place + 1 : one.start])) is not None:
                found[at] = _Pair(_minutes(length), cost, place)
    return found


def _cost(between: str) -> int | None:
    """How far apart a length and its days stand; None where they do not belong together."""
    if len(between) > _NEAR or _PART.search(between):
        return None
    return len(between) + _APART * (between.count(",") + between.count(" and "))


def _minutes(length: Quantity) -> float:
    return round(length.mid / 60, 2)


def rest_is_told(text: str) -> bool:
    """Whether the reply speaks of the days that it does not name."""
    return rest_of_week(text) is not None or saying("week", "all").search(text) is not None
