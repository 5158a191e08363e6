"""What only `today` or a special form tells: race dates, since which year, blood pressure."""

import re
from collections.abc import Iterator
from datetime import date

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MARK, Skeleton

_RACE_WORDS = saying("timing", "race_words")
_NOT_THE_RACE = saying("timing", "not_the_race")
_SINCE = saying("timing", "since")
_PRESSURE = re.compile(MARK["pressure"])
_PAST_HIGH = re.compile(r"\b(?:used to|before the|was (?:once|over)|years ago)\b")
_BIRTH = re.compile(r"\b(?:i was born|i'm born|born|birthday is|dob|date of birth)\b")
_YEAR = re.compile(
    rf"\b(?:since|in|from|so|around|about)\b[^.;!?\ue000-\ue0ff]{{0,20}}?({MARK['year_of']})|^ *({MARK['year_of']})"
)
_FIRST_YEAR = 1950
_YOUNGEST = 5
_PAIR, _UPPER, _LOWER = 2, range(85, 240), range(45, 140)
_VOID = frozenset({"other", "question", "unreal", "hypothetical"})
_PER_DAY = {
    "weeks_since_surgery": 1 / 7, "weeks_since_acl_reconstruction": 1 / 7, "weeks_postpartum": 1 / 7,
    "days_since_concussion": 1.0,
}  # fmt: skip
_AHEAD = re.compile(r"\b(?:will|going to|scheduled|booked|due|planned|next)\b(?! (?:no|not))")
FEBRUARY = 2


def read_timing(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], today: date | None
) -> Iterator[Candidate]:
    if not {"height_cm", "weight_kg"} <= asked:
        yield from _pressure(skeleton, claims)
    yield from _two_numbers(skeleton, asked)
    if today is not None:
        yield from _race_date(skeleton, claims, asked, today)
        yield from _since(skeleton, claims, today, experience="running_experience_years" in asked)
        yield from _born(skeleton, asked, today)
        yield from _event_dates(skeleton, claims, asked, today)


def _pressure(skeleton: Skeleton, claims: Assertions) -> Iterator[Candidate]:
    for match in _PRESSURE.finditer(skeleton.text):
        quantity = skeleton.quantity_at(match.start())
        low, high = claims.sentence(match.start())
        if quantity and not claims.standings(*match.span()) & _VOID and not _PAST_HIGH.search(skeleton.text[low:high]):
            span = (quantity.start, quantity.end)
            yield Candidate("resting_sbp_mmhg", quantity.lo, span)
            yield Candidate("resting_dbp_mmhg", quantity.hi, span)
            return


def _two_numbers(skeleton: Skeleton, asked: frozenset[str]) -> Iterator[Candidate]:
    """ "118 and 76", or "155 over something, ninety-ish", to the question about it."""
    told = [item for item in skeleton.quantities if item.kind == "number"]
    if "resting_sbp_mmhg" not in asked and "resting_dbp_mmhg" not in asked:
        return
    if len(told) == _PAIR and told[0].lo > told[1].lo and told[0].lo in _UPPER and told[1].lo in _LOWER:
        yield Candidate("resting_sbp_mmhg", told[0].lo, (told[0].start, told[0].end))
        yield Candidate("resting_dbp_mmhg", told[1].lo, (told[1].start, told[1].end))


def _race_date(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], today: date) -> Iterator[Candidate]:
    for place, (_, _, day, _) in skeleton.days.items():
        low, high = claims.sentence(place)
        sentence = skeleton.text[low:high]
        quantity = skeleton.quantity_at(place)
        if quantity is None or claims.standings(place, place + 1) & _VOID or _NOT_THE_RACE.search(sentence):
            continue
        if "weeks_available" in asked or _RACE_WORDS.search(sentence):
            weeks = round((day - today).days / 7)
            if weeks >= 1:
                yield Candidate("weeks_available", weeks, (quantity.start, quantity.end), "inferred")
                return


def _born(skeleton: Skeleton, asked: frozenset[str], today: date) -> Iterator[Candidate]:
    """An age from a whole date of birth."""
    for place, (_, _, day, other) in skeleton.days.items():
        said = _BIRTH.search(skeleton.text[max(0, place - 30) : place]) is not None
        age = _age(day, today)
        quantity = skeleton.quantity_at(place)
        if other is not None and _age(other, today) != age:
            continue
        if quantity is not None and (said or "age_years" in asked) and age >= _YOUNGEST:
            yield Candidate("age_years", age, (quantity.start, quantity.end), "inferred")
            return


def _age(born: date, today: date) -> int:
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _event_dates(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], today: date) -> Iterator[Candidate]:
    """ "It was on 20 October": how long ago, where one such event was asked."""
    events = [name for name in _PER_DAY if name in asked]
    if "weeks_since_acl_reconstruction" in events:
        events = ["weeks_since_acl_reconstruction"]
    if len(events) != 1 or len(skeleton.days) != 1:
        return
    ((place, (_, _, day, other)),) = skeleton.days.items()
    quantity = skeleton.quantity_at(place)
    if quantity is None or other is not None or claims.standings(place, place + 1) & (_VOID | {"negated", "wanted"}):
        return
    if day > today:
        day = date(day.year - 1, day.month, min(day.day, 28) if day.month == FEBRUARY else day.day)
    span = (quantity.start, quantity.end)
    if (today - day).days > 0 and not _AHEAD.search(skeleton.text, claims.sentence(place)[0], place):
        yield Candidate(events[0], round((today - day).days * _PER_DAY[events[0]], 2), span, "inferred")


def _since(skeleton: Skeleton, claims: Assertions, today: date, *, experience: bool) -> Iterator[Candidate]:
    match = _SINCE.search(skeleton.text) or (_YEAR.search(skeleton.text) if experience else None)
    quantity = skeleton.quantity_at(match.end() - 1) if match else None
    if (
        match
        and quantity
        and _FIRST_YEAR <= quantity.mid <= today.year
        and not claims.standings(match.end() - 1, match.end()) & _VOID
    ):
        yield Candidate(
            "running_experience_years", today.year - int(quantity.mid), (quantity.start, quantity.end), "inferred"
        )
