"""Race results told apart from race goals: which time belongs to which distance, run already or wished for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.profile.race_events import distance_km, find_event

_COMMON_KM = (1, 3, 5, 8, 8.05, 10, 12, 15, 16.09, 20, 21.1, 25, 30, 42.2, 50, 80.5, 100, 160.9)
_CLOSE_KM = 0.11
_FEW_WORDS = 4
"""A distance that opens the answer to "what are you training for?" is that of the race."""
_GOAL_ASKED = re.compile(r"\b(?:goal|working towards|training for|hoping to|aiming for|achieve)\b")
_IN_TIME = re.compile(r". (?:in|on) (?:about |around )?[\ue009\ue00a\ue013]")
_OPENS = re.compile(r"(?:^|[.;,!:] ?)(?:(?:my|a|the|first|goal|race|event|target|is|so|and|then) ?)*(?:\w+ )?$")
_BREATH = 46
"""A time and its distance stand this close together, in characters."""
_SHORTEST_S = 240
_ROLES = {"goal_time_s": "goal", "recent_race_time_s": "recent"}
_FIELDS = {
    "goal": ("goal_time_s", "race_distance_km"),
    "recent": ("recent_race_time_s", "recent_race_distance_km"),
}
_VOID = frozenset({"other", "question", "unreal", "past", "negated", "hypothetical"})
FASTEST_S_PER_KM, SLOWEST_S_PER_KM = 100, 1500
_TIME = saying("races", "time")
_RACE = re.compile(MACROS["race"])
_NOT_A_RACE = re.compile(
    MACROS["per_week"]
    + r"|^[- ]weeks?\b"
    + r"|^ (?:long run|easy|warm|cool|of (?:easy|running|it|walking)|from |away|total|steps|to work|commute)"
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
class _Talk:
    """One message and what the question before it asked."""

    skeleton: Skeleton
    claims: Assertions
    asked: Asked

    @property
    def roles_asked(self) -> list[str]:
        return [_ROLES[name] for name in self.asked.fields if name in _ROLES]

    def standings(self, place: int) -> frozenset[str]:
        return self.claims.standings(place, place + 1)


_MINE = re.compile(r"\bmy (?:\w+ ){0,2}[\ue001\ue002](?: (?:time|pb|pr|best))?(?: is|'s| was|:)(?: \w+)? $")
"""A distance of one's own has a time that was run."""
_PACE = saying("races", "pace")
_OF_THE_WEEK = re.compile(
    r" (?:of (?:sports?|sleep|training|exercise|school|clubs?)|(?:\w+ )?(?:a|per|each|every) (?:week|night|day))\b"
)
"""Behind an amount of time: it is what a week or a night holds, no result."""


@dataclass(frozen=True, slots=True)
class _Timed:
    """A time, the text before it in its sentence, its own clause, and what follows."""

    quantity: Quantity
    place: int
    before: str
    clause: str
    after: str


def read_races(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """`goal_time_s`, `race_distance_km`, `recent_race_distance_km`, `recent_race_time_s`."""
    talk = _Talk(skeleton, claims, asked)
    used: set[int] = set()
    for match in sorted(_TIME.finditer(skeleton.text), key=lambda match: _is_old(match.start(), talk)):
        quantity = skeleton.quantity_at(match.start())
        if quantity is None or talk.standings(match.start()) & {"other", "question", "unreal"}:
            continue
        if (quantity.kind == "duration" and _OF_THE_WEEK.match(skeleton.text, match.end())) or _PACE.match(
            skeleton.text, match.end()
        ):
            continue
        timed = _timed(quantity, match.start(), talk)
        place = _race_near(timed, talk, used)
        race = None if place is None else skeleton.quantity_at(place)
        if place is not None and _nearer_to_another(place, match.start(), talk):
            place, race = None, None
        role = _role(timed, talk, paired=race is not None)
        if role is not None:
            used |= set() if place is None else {place}
            yield from _result(timed, race, role, talk)
    yield from _recent_distance(talk)
    yield from _distances(talk, used)


def _is_old(place: int, talk: _Talk) -> bool:
    """Whether nothing in its sentence says that the time at `place` is a recent one."""
    return _FRESH.search(talk.skeleton.text, *talk.claims.sentence(place)) is None


def _last_race(talk: _Talk) -> Quantity | None:
    """The distance of the race that the athlete calls their last, where recent races were asked."""
    if "recent_race_distance_km" not in talk.asked.fields:
        return None
    for match in saying("races", "recent").finditer(talk.skeleton.text):
        place = match.start(1)
        if not talk.standings(place) & (_VOID | {"wanted"}) and not _weekly(talk.skeleton.text, place):
            return talk.skeleton.quantity_at(place)
    return None


def _only_race(talk: _Talk) -> Quantity | None:
    """The distance that the text speaks of, where it speaks of one race distance only."""
    text = talk.skeleton.text
    told = [
        talk.skeleton.quantity_at(match.start()) for match in _RACE.finditer(text) if not _weekly(text, match.start())
    ]
    events = [
        quantity
        for quantity in told
        if quantity is not None and (quantity.kind == "event" or _round_distance(quantity.mid))
    ]
    return events[0] if len({quantity.mid for quantity in events}) == 1 else None


def _recent_distance(talk: _Talk) -> Iterator[Candidate]:
    race = _last_race(talk)
    if race is not None:
        yield Candidate("recent_race_distance_km", _km(race), (race.start, race.end))


def _timed(quantity: Quantity, place: int, talk: _Talk) -> _Timed:
    low, high = talk.claims.sentence(place)
    before, after = talk.skeleton.text[low:place], talk.skeleton.text[place:high]
    return _Timed(quantity, place, before, _clause_before(before), _CLAUSE_END.split(after, maxsplit=1)[0])


def _clause_before(before: str) -> str:
    """The clause that a time ends; "recent half:" leads up to its time."""
    parts = _CLAUSE_END.split(before)
    return parts[-1] if parts[-1].strip() or len(parts) == 1 else parts[-2]


def _race_near(timed: _Timed, talk: _Talk, used: set[int]) -> int | None:
    """The race distance closest to a time, in its sentence, not taken by another time."""
    low, high = talk.claims.sentence(timed.place)
    text = talk.skeleton.text
    near = [
        match.start()
        for match in _RACE.finditer(text, max(low, timed.place - _BREATH), min(high, timed.place + _BREATH))
        if match.start() not in used and not _weekly(text, match.start())
    ]
    return min(near, key=lambda at: abs(at - timed.place)) if near else None


def _nearer_to_another(race: int, time: int, talk: _Talk) -> bool:
    """Whether the distance at `race` stands in the clause of another time than the one at `time`."""
    cuts = [cut.start() for cut in _CLAUSE_END.finditer(talk.skeleton.text, min(race, time), max(race, time))]
    others = (other.start() for other in _TIME.finditer(talk.skeleton.text))
    return bool(cuts) and any(
        other != time
        and abs(other - race) < _BREATH
        and not _CLAUSE_END.search(talk.skeleton.text, *sorted((other, race)))
        for other in others
    )


def _weekly(text: str, place: int) -> bool:
    return bool(_NOT_A_RACE.match(text[place + 1 : place + 25]))


def _result(timed: _Timed, race: Quantity | None, role: str, talk: _Talk) -> Iterator[Candidate]:
    told = race or (_last_race(talk) if role == "recent" else None) or _only_race(talk)
    km = told.mid if told else distance_km(find_event(talk.asked.text))
    seconds = _seconds(timed.quantity, km)
    if seconds is None:
        return
    time_field, distance_field = _FIELDS[role]
    yield Candidate(time_field, seconds, (timed.quantity.start, timed.quantity.end))
    if race is not None:
        yield Candidate(distance_field, _km(race), (race.start, race.end))


def _role(timed: _Timed, talk: _Talk, *, paired: bool) -> str | None:
    """`goal`, `recent`, or None where the text does not plainly say which."""
    asked = talk.roles_asked
    if paired and _MINE.search(timed.before):
        return "recent"
    if _is_wished(timed, talk):
        return "goal" if paired or "goal" in asked or _plain_goal(timed, talk) else None
    return _run_already(timed, talk, paired=paired)


def _plain_goal(timed: _Timed, talk: _Talk) -> bool:
    """Whether a wished-for time can be read without its distance beside it."""
    return timed.quantity.kind in ("clock", "clock_short") or _only_race(talk) is not None


def _run_already(timed: _Timed, talk: _Talk, *, paired: bool) -> str | None:
    """The role of a time that nobody wished for."""
    asked = talk.roles_asked
    around = timed.clause + timed.after
    if _STALE.search(around):
        return None
    if _RAN.search(timed.clause + timed.after[:25]) and (paired or "recent" in asked):
        undated = _PLAIN_BEST.search(around) and not _FRESH.search(around) and "recent" not in asked
        return None if undated else "recent"
    long_enough = timed.quantity.kind != "duration" or paired or timed.quantity.mid > _SHORTEST_S
    if len(asked) == 1 and long_enough:
        return asked[0]
    if not talk.asked.text and paired and len(_TIME.findall(talk.skeleton.text)) == 1:
        return "goal"  # an opening line says what is wanted
    return "recent" if "recent" in asked and paired else None


def _is_wished(timed: _Timed, talk: _Talk) -> bool:
    says_so = _WISH.search(timed.before) and not _RAN.search(timed.clause)
    plainly = saying("races", "wish_plain").search(timed.before) or saying("races", "wish_after").match(timed.after)
    return bool(says_so or plainly) or "wanted" in talk.standings(timed.place)


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


def _distances(talk: _Talk, used: set[int]) -> Iterator[Candidate]:
    text = talk.skeleton.text
    places = [match.start() for match in _RACE.finditer(text)]
    if "race_distance_km" in talk.asked.fields and len(places) > 1:
        if chosen := saying("races", "chosen").search(text):
            places = [chosen.start("race")]
        elif saying("races", "torn").search(text):
            return
    for place in places:
        quantity = talk.skeleton.quantity_at(place)
        if quantity is not None and place not in used and _is_goal_race(place, quantity, talk):
            yield Candidate("race_distance_km", _km(quantity), (quantity.start, quantity.end))


def _is_goal_race(place: int, quantity: Quantity, talk: _Talk) -> bool:
    standings = talk.standings(place)
    if quantity.is_range or _weekly(talk.skeleton.text, place) or standings & _VOID:
        return False
    if saying("races", "habit").match(talk.skeleton.text, place + 1):
        return False
    before = talk.skeleton.text[talk.claims.sentence(place)[0] : place]
    only = "race_distance_km" in talk.asked.fields and len(_RACE.findall(talk.skeleton.text)) == 1
    if not (only or quantity.kind == "event" or _round_distance(quantity.mid)) or saying("races", "been_run").search(
        before
    ):
        return False
    cue = _TRAINING_FOR.search(before) or ("wanted" in standings and _ORDINAL.search(before))
    if _IN_TIME.match(talk.skeleton.text, place) and _OPENS.search(before) and "longest" not in before:
        return quantity.kind == "event" or _round_distance(quantity.mid)
    about_goal = _GOAL_ASKED.search(talk.asked.text) is not None
    told = cue and (quantity.kind == "event" or "wanted" in standings or about_goal)
    answers = about_goal and len(before.split()) <= _FEW_WORDS
    return bool(told) or answers or "race_distance_km" in talk.asked.fields or _strong(before)


def _strong(before: str) -> bool:
    return saying("races", "strong").search(before) is not None


def _round_distance(km: float) -> bool:
    return any(abs(km - common) < _CLOSE_KM for common in _COMMON_KM)


def _km(quantity: Quantity) -> float:
    named = {21.1: 21.0975, 21.0: 21.0975, 42.2: 42.195, 42.0: 42.195}
    return named.get(round(quantity.mid, 4), round(quantity.mid, 4))
