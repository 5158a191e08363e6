"""Race results told apart from race goals: which time belongs to which distance, run already or wished for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.race_goals import goal_distances
from coach.profile.extraction.race_talk import RACE, VOID, Talk, weekly
from coach.profile.extraction.race_times import is_common, km_of, seconds_of
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import Skeleton
from coach.profile.race_events import distance_km, find_event

_BREATH = 46
"""A time and its distance stand this close together, in characters."""
_SHORTEST_S = 240
_FIELDS = {
    "goal": ("goal_time_s", "race_distance_km"),
    "recent": ("recent_race_time_s", "recent_race_distance_km"),
}
_TIME = saying("races", "time")
_RAN = saying("races", "ran")
_WISH = saying("races", "wish")
_STALE = saying("races", "stale")
_ONCE = re.compile(
    r"(?: flat)?(?: (?:for|over|at) [\ue001\ue002])?,? (?:but|though) (?:that|it|i) (?:was|were) "
    r"(?:(?:back )?(?:in )?\ue015|(?:aged? )?\ue000 (?:then|at the time)|(?:much |a lot )?younger|ages ago|years ago"
    r"|\ue00b ago|back )"
)
"""Behind a time: "but that was in 1998"."""
_CLAUSE_END = re.compile(r"[,;:(]| but | and ")
_PLAIN_BEST = re.compile(r"\b(?:pb|pr|best|fastest)\b")
_FRESH = saying("races", "fresh")
_DATED = saying("races", "dated")
_NOT_A_TIME = saying("races", "not_a_time")
_OF_THE_DAY = saying("races", "of_the_day")
_REPEATED = saying("races", "repeated")
_RACED = saying("races", "raced")
_HABITUAL = saying("races", "habitual")
_DID = saying("races", "did")


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
    talk = Talk(skeleton, claims, asked)
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
        if _NOT_A_TIME.search(timed.before):
            continue
        place = _race_near(timed, talk, used)
        race = None if place is None else skeleton.quantity_at(place)
        if place is not None and _nearer_to_another(place, match.start(), talk):
            place, race = None, None
        role = _role(timed, talk, paired=race is not None)
        if role is not None and _plainly_asked(role, timed, race, talk):
            used |= set() if place is None else {place}
            yield from _result(timed, race, role, talk)
    yield from _recent_distance(talk)
    yield from goal_distances(talk, used)


def _plainly_asked(role: str, timed: _Timed, race: Quantity | None, talk: Talk) -> bool:
    """Whether a time of `role` was asked, or can be told from a time of the day and from a run that was no race."""
    if role in talk.roles_asked:
        return True
    if race is None:
        return timed.quantity.kind == "clock" or not _OF_THE_DAY.search(timed.before)
    sentence = talk.skeleton.text[slice(*talk.claims.sentence(timed.place))]
    common = race.kind == "event" or is_common(race.mid)
    return role == "goal" or (common and "longest" not in sentence) or _RACED.search(sentence) is not None


def _is_old(place: int, talk: Talk) -> tuple[bool, bool]:
    """Whether nothing in its clause, and nothing in its sentence, says that the time at `place` is a recent one."""
    text, (low, high) = talk.skeleton.text, talk.claims.sentence(place)
    start = max((cut.end() for cut in _CLAUSE_END.finditer(text, low, place)), default=low)
    end = min((cut.start() for cut in _CLAUSE_END.finditer(text, place, high)), default=high)
    return _FRESH.search(text, start, end) is None, _FRESH.search(text, low, high) is None


def _last_race(talk: Talk) -> Quantity | None:
    """The distance of the race that the athlete calls their last, where recent races were asked."""
    if "recent_race_distance_km" not in talk.asked.fields:
        return None
    for match in saying("races", "recent").finditer(talk.skeleton.text):
        place = match.start(1)
        if not talk.standings(place) & (VOID | {"wanted"}) and not weekly(talk.skeleton.text, place):
            return talk.skeleton.quantity_at(place)
    return None


def _only_race(talk: Talk) -> Quantity | None:
    """The distance that the text speaks of, where it speaks of one race distance only."""
    text = talk.skeleton.text
    told = [
        talk.skeleton.quantity_at(match.start())
        for match in RACE.finditer(text)
        if not weekly(text, match.start()) and not _REPEATED.search(text[max(0, match.start() - 18) : match.start()])
    ]
    events = [
        quantity for quantity in told if quantity is not None and (quantity.kind == "event" or is_common(quantity.mid))
    ]
    return events[0] if len({quantity.mid for quantity in events}) == 1 else None


def _recent_distance(talk: Talk) -> Iterator[Candidate]:
    race = _last_race(talk)
    if race is not None:
        yield Candidate("recent_race_distance_km", km_of(race), (race.start, race.end))


def _timed(quantity: Quantity, place: int, talk: Talk) -> _Timed:
    low, high = talk.claims.sentence(place)
    before, after = talk.skeleton.text[low:place], talk.skeleton.text[place:high]
    return _Timed(quantity, place, before, _clause_before(before), _CLAUSE_END.split(after, maxsplit=1)[0])


def _clause_before(before: str) -> str:
    """The clause that a time ends; "recent half:" leads up to its time."""
    parts = _CLAUSE_END.split(before)
    return parts[-1] if parts[-1].strip() or len(parts) == 1 else parts[-2]


def _race_near(timed: _Timed, talk: Talk, used: set[int]) -> int | None:
    """The race distance closest to a time, in its sentence, not taken by another time."""
    low, high = talk.claims.sentence(timed.place)
    text = talk.skeleton.text
    near = [
        match.start()
        for match in RACE.finditer(text, max(low, timed.place - _BREATH), min(high, timed.place + _BREATH))
        if match.start() not in used
        and not weekly(text, match.start())
        and not _REPEATED.search(text[max(0, match.start() - 18) : match.start()])
    ]
    return min(near, key=lambda at: abs(at - timed.place)) if near else None


def _nearer_to_another(race: int, time: int, talk: Talk) -> bool:
    """Whether the distance at `race` stands in the clause of another time than the one at `time`."""
    cuts = [cut.start() for cut in _CLAUSE_END.finditer(talk.skeleton.text, min(race, time), max(race, time))]
    others = (other.start() for other in _TIME.finditer(talk.skeleton.text))
    return bool(cuts) and any(
        other != time
        and abs(other - race) < _BREATH
        and not _CLAUSE_END.search(talk.skeleton.text, *sorted((other, race)))
        for other in others
    )


def _result(timed: _Timed, race: Quantity | None, role: str, talk: Talk) -> Iterator[Candidate]:
    only = _only_race(talk)
    told = race or (_last_race(talk) if role == "recent" else None) or only
    km = told.mid if told else distance_km(find_event(talk.asked.text))
    seconds = seconds_of(timed.quantity, km)
    if seconds is None:
        return
    time_field, distance_field = _FIELDS[role]
    yield Candidate(time_field, seconds, (timed.quantity.start, timed.quantity.end))
    if race is None and not talk.asked.text:
        race = only  # "10k 44:10, want 42"
    if race is not None:
        yield Candidate(distance_field, km_of(race), (race.start, race.end))


def _role(timed: _Timed, talk: Talk, *, paired: bool) -> str | None:
    """`goal`, `recent`, or None where the text does not plainly say which."""
    asked = talk.roles_asked
    if _ONCE.match(talk.skeleton.text, timed.place + 1):
        return None
    if paired and _MINE.search(timed.before):
        return "recent"
    if _is_wished(timed, talk):
        return "goal" if paired or "goal" in asked or _plain_goal(timed, talk) else None
    return _run_already(timed, talk, paired=paired)


def _plain_goal(timed: _Timed, talk: Talk) -> bool:
    """Whether a wished-for time can be read without its distance beside it."""
    return timed.quantity.kind in ("clock", "clock_short") or _only_race(talk) is not None


def _run_already(timed: _Timed, talk: Talk, *, paired: bool) -> str | None:
    """The role of a time that nobody wished for."""
    asked = talk.roles_asked
    around = timed.clause + timed.after
    if _STALE.search(around):
        return None
    if "recent" not in asked and _says_when(timed, talk, paired=paired):
        return "recent"
    if asked == ["goal"] and not paired and _DID.search(timed.clause):
        return None
    if _RAN.search(timed.clause + timed.after[:25]) and (paired or "recent" in asked):
        undated = _PLAIN_BEST.search(around) and not _FRESH.search(around) and "recent" not in asked
        return None if undated else "recent"
    return _by_question(timed, talk, paired=paired)


def _says_when(timed: _Timed, talk: Talk, *, paired: bool) -> bool:
    """Whether a time that was not asked is told with the day when it was run."""
    if _DATED.search(timed.clause + _CLAUSE_END.sub(" ", talk.skeleton.text[timed.place :])[:45]) is None:
        return False
    if paired:
        return _HABITUAL.search(timed.clause[-25:]) is None
    return "goal" in talk.roles_asked and _DID.search(timed.clause) is not None


def _by_question(timed: _Timed, talk: Talk, *, paired: bool) -> str | None:
    """The role of a time that its own words leave open."""
    asked = talk.roles_asked
    if len(asked) == 1 and (timed.quantity.kind != "duration" or paired or timed.quantity.mid > _SHORTEST_S):
        return asked[0]
    if not talk.asked.text and timed.quantity.kind == "clock" and _RACED.search(talk.skeleton.text):
        return "recent"  # nobody tells the seconds of a time before it was run
    if talk.asked.text or not paired:
        return "recent" if "recent" in asked and paired else None
    if _wished_beside(timed, talk) and not _HABITUAL.search(timed.clause[-25:]):
        return "recent"
    alone = len(_TIME.findall(talk.skeleton.text)) == 1 and not _HABITUAL.search(timed.before + timed.after)
    return "goal" if alone else None  # an opening line says what is wanted


def _wished_beside(timed: _Timed, talk: Talk) -> bool:
    """Whether another time of the text is wished for, as in "10k in 44:10, want 42"."""
    others = [match.start() for match in _TIME.finditer(talk.skeleton.text, timed.place + 1)]
    read = ((talk.skeleton.quantity_at(place), place) for place in others)
    return any(quantity and _is_wished(_timed(quantity, place, talk), talk) for quantity, place in read)


def _is_wished(timed: _Timed, talk: Talk) -> bool:
    settled = _RAN.search(timed.clause) or (_HABITUAL.search(timed.clause) and not _WISH.search(timed.clause))
    says_so = _WISH.search(timed.before) and not settled
    heard = timed.clause if settled else timed.before
    plainly = saying("races", "wish_plain").search(heard) or saying("races", "wish_after").match(timed.after)
    return bool(says_so or plainly) or "wanted" in talk.standings(timed.place)
