"""Race results told apart from race goals: which time belongs to which distance, run already or wished for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate, Span
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton

_COMMON_KM = (1, 3, 5, 8, 8.05, 10, 12, 15, 16.09, 20, 21.1, 25, 30, 42.2, 50, 80.5, 100, 160.9)
_CLOSE_KM = 0.11
FASTEST_S_PER_KM, SLOWEST_S_PER_KM = 100, 1500
_TIME = saying("races", "time")
_RACE = re.compile(MACROS["race"])
_NOT_A_RACE = re.compile(
    MACROS["per_week"] + r"|^ (?:long run|easy|warm|cool|of |from |away|total|steps|to work|commute)"
)
_RAN = saying("races", "ran")
_WISH = saying("races", "wish")
_STALE = saying("races", "stale")
_CLAUSE_END = re.compile(r"[,;:(]| but | and ")
_PLAIN_BEST = re.compile(r"\b(?:pb|pr|best|fastest)\b")
_FRESH = saying("races", "fresh")
_TRAINING_FOR = saying("races", "training_for")
_ORDINAL = saying("races", "ordinal")


@dataclass(frozen=True, slots=True)
class _Timed:
    quantity: Quantity
    place: int
    sentence: tuple[int, int]


def read_races(skeleton: Skeleton, claims: Assertions, asked: tuple[str, ...], question: str) -> Iterator[Candidate]:
    """`goal_time_s`, `race_distance_km`, `recent_race_distance_km`, `recent_race_time_s`."""
    used: set[int] = set()
    for match in _TIME.finditer(skeleton.text):
        quantity = skeleton.quantity_at(match.start())
        if quantity is None or claims.standings(match.start(), match.end()) & {"other", "question"}:
            continue
        timed = _Timed(quantity, match.start(), claims.sentence(match.start()))
        race = _race_near(timed, skeleton, used)
        yield from _result(timed, race, skeleton, claims, asked)
        if race is not None and _role(timed, skeleton, claims, asked, paired=True):
            used.add(race[0])
    yield from _distances(skeleton, claims, asked, used)


def _race_near(timed: _Timed, skeleton: Skeleton, used: set[int]) -> tuple[int, Quantity] | None:
    """The race distance closest to a time, in its sentence, not taken by another time."""
    low, high = timed.sentence
    places = [match.start() for match in _RACE.finditer(skeleton.text, low, high) if match.start() not in used]
    near = [place for place in places if abs(place - timed.place) <= 45 and not _weekly(skeleton.text, place)]  # noqa: PLR2004 (a breath)
    if not near:
        return None
    place = min(near, key=lambda at: abs(at - timed.place))
    quantity = skeleton.quantity_at(place)
    return (place, quantity) if quantity else None


def _weekly(text: str, place: int) -> bool:
    return bool(_NOT_A_RACE.match(text[place + 1 : place + 25]))


def _result(
    timed: _Timed, race: tuple[int, Quantity] | None, skeleton: Skeleton, claims: Assertions, asked: tuple[str, ...]
) -> Iterator[Candidate]:
    role = _role(timed, skeleton, claims, asked, paired=race is not None)
    km = race[1].mid if race else None
    seconds = _seconds(timed.quantity, km)
    if role is None or seconds is None:
        return
    span = (timed.quantity.start, timed.quantity.end)
    if role == "goal":
        yield Candidate("goal_time_s", seconds, span)
        if race is not None:
            yield Candidate("race_distance_km", _km(race[1]), _span(race[1]))
        return
    yield Candidate("recent_race_time_s", seconds, span)
    if race is not None:
        yield Candidate("recent_race_distance_km", _km(race[1]), _span(race[1]))


def _role(timed: _Timed, skeleton: Skeleton, claims: Assertions, asked: tuple[str, ...], *, paired: bool) -> str | None:
    low, high = timed.sentence
    text = skeleton.text
    before = text[low : timed.place]
    clause = _CLAUSE_END.split(before)[-1]
    sentence = clause + _CLAUSE_END.split(text[timed.place : high], maxsplit=1)[0]
    about = {"goal_time_s": "goal", "recent_race_time_s": "recent"}
    wanted_by_question = [about[name] for name in asked if name in about]
    wished = bool(_WISH.search(before) and not _RAN.search(clause)) or "wanted" in claims.standings(
        timed.place, timed.place + 1
    )
    if wished and (paired or "goal" in wanted_by_question or _WISH.search(before)):
        return "goal" if paired or "goal" in wanted_by_question or timed.quantity.kind == "clock" else None
    if _STALE.search(sentence):
        return None
    if _RAN.search(clause + text[timed.place : timed.place + 25]) and (paired or "recent" in wanted_by_question):
        best_only = _PLAIN_BEST.search(sentence) and not _FRESH.search(sentence) and "recent" not in wanted_by_question
        return None if best_only else "recent"
    if len(wanted_by_question) == 1 and (timed.quantity.kind != "duration" or paired or timed.quantity.mid > 240):  # noqa: PLR2004
        return wanted_by_question[0]
    if "recent" in wanted_by_question and paired:
        return "recent"
    return None


def _seconds(quantity: Quantity, km: float | None) -> float | None:
    """The time in seconds; "3:15" is hours or minutes by what a runner can run, and nothing where both could be."""
    if quantity.kind == "clock":
        return float(quantity.mid)
    readings = {"clock_short": (1, 60), "duration": (1,), "number": (60, 3600)}[quantity.kind]
    values = [quantity.mid * factor for factor in readings]
    if km is None:
        sure = quantity.kind == "duration" or (quantity.kind == "clock_short" and quantity.mid >= 600)  # noqa: PLR2004
        return float(values[0]) if sure else None
    return next((float(v) for v in values if FASTEST_S_PER_KM <= v / km <= SLOWEST_S_PER_KM), None)


def _distances(skeleton: Skeleton, claims: Assertions, asked: tuple[str, ...], used: set[int]) -> Iterator[Candidate]:
    for match in _RACE.finditer(skeleton.text):
        place = match.start()
        quantity = skeleton.quantity_at(place)
        standings = claims.standings(place, place + 1)
        if quantity is None or place in used or _weekly(skeleton.text, place) or quantity.is_range:
            continue
        if standings & {"other", "question", "past", "negated", "hypothetical"}:
            continue
        low, _ = claims.sentence(place)
        before = skeleton.text[low:place]
        likely = quantity.kind == "event" or _round_distance(quantity.mid)
        if not likely or re.search(
            r"\b(?:ran|did|longest|long run|raced|finished|done|last|pb|pr)\b[^,]{0,30}$", before
        ):
            continue
        cue = _TRAINING_FOR.search(before) or ("wanted" in standings and _ORDINAL.search(before))
        if (
            (cue and quantity.kind == "event")
            or (cue and "wanted" in standings)
            or ("race_distance_km" in asked)
            or _strong(before)
        ):
            yield Candidate("race_distance_km", _km(quantity), _span(quantity))


def _strong(before: str) -> bool:
    return saying("races", "strong").search(before) is not None


def _round_distance(km: float) -> bool:
    return any(abs(km - common) < _CLOSE_KM for common in _COMMON_KM)


def _km(quantity: Quantity) -> float:
    named = {21.1: 21.0975, 21.0: 21.0975, 42.2: 42.195, 42.0: 42.195}
    return named.get(round(quantity.mid, 4), round(quantity.mid, 4))


def _span(quantity: Quantity) -> Span:
    return quantity.start, quantity.end
