"""What only `today` or a special form tells: race dates, since which year, blood pressure, family heart trouble."""

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
_FAMILY = saying("timing", "family")
_BIRTH = re.compile(r"\b(?:i was born|i'm born|born|birthday is|dob|date of birth)\b")
_YOUNGEST = 5
_PAIR, _UPPER, _LOWER = 2, range(85, 240), range(45, 140)
_VOID = frozenset({"other", "question", "hypothetical"})
_EARLY = {"dad": 55, "father": 55, "brother": 55, "mum": 65, "mom": 65, "mother": 65, "sister": 65}


def read_timing(
    skeleton: Skeleton, claims: Assertions, asked: frozenset[str], today: date | None
) -> Iterator[Candidate]:
    if not {"height_cm", "weight_kg"} <= asked:
        yield from _pressure(skeleton, claims)
    yield from _two_numbers(skeleton, asked)
    yield from _family(skeleton)
    if today is not None:
        yield from _race_date(skeleton, claims, asked, today)
        yield from _since(skeleton, claims, today)
        yield from _born(skeleton, asked, today)


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


def _family(skeleton: Skeleton) -> Iterator[Candidate]:
    for match in _FAMILY.finditer(skeleton.text):
        age = skeleton.quantity_at(match.start("age"))
        if age and age.mid < _EARLY[match["who"]]:
            yield Candidate("cv_risk_factors", ("family_history_premature_cad",), skeleton.original(*match.span()))
            return


def _race_date(skeleton: Skeleton, claims: Assertions, asked: frozenset[str], today: date) -> Iterator[Candidate]:
    for place, day in skeleton.days.items():
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
    for place, day in skeleton.days.items():
        said = _BIRTH.search(skeleton.text[max(0, place - 30) : place]) is not None
        age = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        quantity = skeleton.quantity_at(place)
        if quantity is not None and (said or "age_years" in asked) and age >= _YOUNGEST:
            yield Candidate("age_years", age, (quantity.start, quantity.end), "inferred")
            return


def _since(skeleton: Skeleton, claims: Assertions, today: date) -> Iterator[Candidate]:
    match = _SINCE.search(skeleton.text)
    quantity = skeleton.quantity_at(match.start(1)) if match else None
    if match and quantity and 1950 <= quantity.mid <= today.year and not claims.standings(*match.span(1)) & _VOID:  # noqa: PLR2004
        yield Candidate(
            "running_experience_years", today.year - int(quantity.mid), (quantity.start, quantity.end), "inferred"
        )
