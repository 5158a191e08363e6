"""The race that is trained for, where its distance is told without a time. Knows no results."""

import re
from collections.abc import Iterator

from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.race_talk import RACE, VOID, Talk, weekly
from coach.profile.extraction.race_times import is_common, km_of
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying

_FEW_WORDS = 4
"""A distance that opens the answer to "what are you training for?" is that of the race."""
_BY_NUMBER = {26.2: 42.195, 42.2: 42.195, 42.195: 42.195, 13.1: 21.0975, 21.1: 21.0975}
"""The marathon and its half in miles and in kilometres."""
_GOAL_ASKED = re.compile(r"\b(?:goal|working towards|training for|hoping to|aiming for|achieve)\b")
_IN_TIME = re.compile(r". (?:in|on) (?:about |around )?[\ue009\ue00a\ue013]")
_OPENS = re.compile(r"(?:^|[.;,!:] ?)(?:(?:my|a|the|first|goal|race|event|target|is|so|and|then) ?)*(?:\w+ )?$")
_TRAINING_FOR = saying("races", "training_for")
_ORDINAL = saying("races", "ordinal")


def goal_distances(talk: Talk, used: set[int]) -> Iterator[Candidate]:
    text = talk.skeleton.text
    places = [match.start() for match in RACE.finditer(text)]
    if "race_distance_km" in talk.asked.fields and len(places) > 1:
        if chosen := saying("races", "chosen").search(text):
            places = [chosen.start("race")]
        elif saying("races", "torn").search(text):
            return
    for place in places:
        quantity = talk.skeleton.quantity_at(place)
        if quantity is not None and place not in used and _is_goal_race(place, quantity, talk):
            yield Candidate("race_distance_km", km_of(quantity), (quantity.start, quantity.end))
    yield from _bare(talk)


def _bare(talk: Talk) -> Iterator[Candidate]:
    """A number that only one race has ("26.2"), to the question how far it is."""
    told = talk.skeleton.quantities
    if "race_distance_km" in talk.asked.fields and len(told) == 1 and told[0].kind == "number":
        km = _BY_NUMBER.get(told[0].mid)
        if km is not None:
            yield Candidate("race_distance_km", km, (told[0].start, told[0].end))


def _is_goal_race(place: int, quantity: Quantity, talk: Talk) -> bool:
    standings = talk.standings(place)
    if quantity.is_range or weekly(talk.skeleton.text, place) or standings & VOID:
        return False
    if saying("races", "habit").match(talk.skeleton.text, place + 1):
        return False
    before = talk.skeleton.text[talk.claims.sentence(place)[0] : place]
    only = "race_distance_km" in talk.asked.fields and len(RACE.findall(talk.skeleton.text)) == 1
    if not (only or quantity.kind == "event" or is_common(quantity.mid)) or saying("races", "been_run").search(before):
        return False
    cue = _TRAINING_FOR.search(before) or ("wanted" in standings and _ORDINAL.search(before))
    if _IN_TIME.match(talk.skeleton.text, place) and _OPENS.search(before) and "longest" not in before:
        return quantity.kind == "event" or is_common(quantity.mid)
    about_goal = _GOAL_ASKED.search(talk.asked.text) is not None
    told = cue and (quantity.kind == "event" or "wanted" in standings or about_goal)
    answers = about_goal and len(before.split()) <= _FEW_WORDS
    return bool(told) or answers or "race_distance_km" in talk.asked.fields or _strong(before)


def _strong(before: str) -> bool:
    return saying("races", "strong").search(before) is not None
