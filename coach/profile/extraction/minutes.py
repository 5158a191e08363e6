"""How long a session can be: one length for every day, or a length with the days that it goes with."""

import re
from collections.abc import Iterator
from dataclasses import replace

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.bare import stands_free
from coach.profile.extraction.day_names import DAYS, ORDER
from coach.profile.extraction.lengths_by_day import Length, minutes_by_day, rest_is_told
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.profile.extraction.week import named_days
from coach.records.fact import Confidence

_LENGTH = re.compile(MACROS["dur"])
_VOID = frozenset({"other", "hypothetical", "question", "unreal", "negated"})
_SHORTEST, _LONGEST = 10, 480
_NEAR = 45
_NO_SESSION = re.compile(
    r"\b(?:sle(?:ep|pt)\w*|asleep|bed|naps?|commut\w+|cut[- ]?off|shifts?|drive|each way|wins?|won|took|ran|parkrun)\b"
)
_CLAUSE = re.compile(r"[^,.;!?]+")
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
_ASKING = frozenset({"available_days", "training_days_per_week"})
_OWN_TIME = frozenset({"available_minutes", "available_days"})
_A_NIGHT = 3.5 * 3600
_SLEPT = re.compile(r" (?:(?:a|an|per|each|every|most|of a) night|nightly|of sleep)")
_IN_ALL = re.compile(
    r" ?(?:a|per|each|every|/) ?(?:week|wk)\b| (?:over|across|in|spread over) (?:\ue008|\ue000 days)"
    r"| (?:in total|total|altogether|all in)\b|\w* weekly\b"
)
_SPENT = re.compile(
    r"\b(?:sleep\w*|club|football|hockey|swim\w*|pe|intervals|roller|core|race|steady|yoga|school|easy)\b"
)
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
    rf"|(?:{DAYS.pattern}),?:? ?(?:for |up to |about |max |maybe |only |just )*([\ue000])"
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
        and not (("regular_exercise_3m" in asked or not _OWN_TIME & asked) and _spent_elsewhere(skeleton.text, match))
        and not (quantity.mid >= _A_NIGHT and ("sleep_hours_avg" in asked or _SLEPT.match(skeleton.text, match.end())))
        and _SHORTEST <= quantity.mid / 60 <= _LONGEST
        and not claims.standings(*match.span()) & _VOID
        and not any(
            _NO_SESSION.search(clause[0]) and clause.start() <= match.start() < clause.end()
            for clause in _CLAUSE.finditer(skeleton.text)
        )
    ]
    told += list(_lent(told, skeleton, minutes="available_minutes" in asked))
    if not told and "available_minutes" in asked and _OF_TIME.search(question):
        told += list(_bare(skeleton, claims))
    wanted = "available_minutes" in asked or bool(asked & _ASKING and _limits(told, skeleton.text))
    named = named_days(skeleton, claims, loose="available_minutes" in asked or bool(_OF_TIME.search(question)))
    void = [claims.sentence(one.start) for one in named if one.stance == "void"]
    told = [(place, length) for place, length in told if not any(low <= place < high for low, high in void)]
    named = [one for one in named if one.stance != "void"]
    works = [one for one in named if one.stance == "in" and (len(one.days) > 1 or not one.plain or _ASKING & asked)]
    offered = (
        any(one.start - _NEAR <= place <= one.end + _NEAR for one in works for place, _ in told)
        and not _SPENT.search(skeleton.text)
        and "weekly_sport_hours" not in asked
    )
    if not told or not (wanted or offered) or ("weekly_sport_hours" in asked and "available_minutes" not in asked):
        return
    told.sort(key=lambda item: item[0])
    lengths_asked = "available_minutes" in asked
    minutes = minutes_by_day(told, named, skeleton.text, question, lengths_asked=lengths_asked)
    if minutes and not _has_more(minutes, told, skeleton):
        starts, ends = zip(*((quantity.start, quantity.end) for _, quantity in told), strict=True)
        confidence: Confidence = "explicit" if named else "inferred"
        yield Candidate("available_minutes", minutes, (min(starts), max(ends)), confidence)


def _has_more(minutes: dict[str, float], told: list[Length], skeleton: Skeleton) -> bool:
    """Whether the reply tells of more than was understood: another number, or another length for other days."""
    taken = {place for place, _ in told}
    loose = [
        quantity
        for place, quantity in zip(skeleton.marks, skeleton.quantities, strict=True)
        if quantity.kind == "number" and place not in taken and _LEAST_MINUTES <= quantity.mid <= _MOST_MINUTES
    ]
    if loose and len(told) == 1:
        return True
    whole = len(minutes) == len(ORDER) or len({*minutes.values()}) > 1 or rest_is_told(skeleton.text)
    return not whole and _REST_OF_WEEK.search(skeleton.text) is not None


def _spent_elsewhere(text: str, length: re.Match[str]) -> bool:
    """Whether the words around a length tell of other exercise: "an hour of yoga", "out with the dog an hour"."""
    before = text[max(0, length.start() - 45) : length.start()]
    return bool(_ELSE.match(text, length.end()) or _ELSE_BEFORE.search(before))


def _bare(skeleton: Skeleton, claims: Assertions) -> Iterator[Length]:
    """The only number of an answer about the length of a session: "55"."""
    if len(skeleton.quantities) != 1:
        return
    (only,), (mark,) = skeleton.quantities, skeleton.marks
    plain = only.kind == "number" and _LEAST_MINUTES <= only.mid <= _MOST_MINUTES
    if plain and stands_free(mark, skeleton, claims, _VOID) and not _AGED.search(skeleton.text[:mark]):
        yield mark, replace(only, kind="duration", lo=only.lo * 60, hi=only.hi * 60, unit=60.0)


def _lent(told: list[Length], skeleton: Skeleton, *, minutes: bool) -> Iterator[Length]:
    for match in _LENT.finditer(skeleton.text):
        mark = match.start(1) if match[1] else match.start(2)
        before = [quantity for place, quantity in told if place < mark]
        bare = skeleton.quantity_at(mark)
        if bare is not None and (before or (minutes and bare.mid >= _SHORTEST)):
            unit = 60.0 if not before or bare.mid >= _LEAST_MINUTES else _unit_of(before[-1])
            seconds = bare.mid * unit
            if _SHORTEST <= seconds / 60 <= _LONGEST:
                yield mark, replace(bare, kind="duration", lo=seconds, hi=seconds, unit=unit)


def _unit_of(length: Quantity) -> float:
    """Hours or minutes, by how the length before was said."""
    return 3600.0 if length.mid % 3600 == 0 and length.unit in (1.0, 3600.0) else 60.0


def _limits(told: list[Length], text: str) -> bool:
    """Whether a length is said to be the most there is, or stands beside a day."""
    return any(
        _AT_MOST.search(text[max(0, place - 30) : place]) or re.match(r" (?:tops|max)\b", text[place + 1 : place + 6])
        for place, _ in told
    ) or any(re.search(r"days? (?:only |just |for )*$", text[max(0, place - 14) : place]) for place, _ in told)
