"""Facts that numbers make only together or by reckoning: runs times kilometres, hours added up, bed and up."""

import re
from collections.abc import Iterator

from coach.profile.extraction.asked import Asked
from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.grouped import quantities_of
from coach.profile.extraction.records import Candidate
from coach.profile.extraction.sayings import saying
from coach.profile.extraction.skeleton import MACROS, Skeleton
from coach.profile.extraction.volumes import (
    daily,
    days_added,
    other_span,
    runs_of,
    runs_on_days,
    runs_times_distance,
)
from coach.profile.extraction.weights import weight_lost, weight_moved

_VOID = frozenset({"other", "hypothetical", "question", "unreal", "past", "wanted", "planned"})
_NIGHT = (3.0, 13.0)
"""Hours that a night can have; a day of twelve hours on the dial is counted round."""
SUMS = frozenset(
    {
        "current_weekly_volume_km",
        "weekly_sport_hours",
        "weight_kg",
        "sleep_hours_avg",
        "quad_lsi_pct",
        "age_years",
        "reliever_uses_per_week",
    }
)
"""What is added or multiplied goes before its parts; a total that was said goes before any other reckoning."""
_REGULAR = 3
_HEIGHTS, _WEIGHTS = (130, 220), (30, 180)
_PREVENTER = re.compile(
    r"\b(?:preventer|symbicort|fostair|seretide|clenil|brown|purple|steroid|pulmicort|qvar|advair|flovent)\b"
)
_SINCE_LESS = re.compile(r"\b(?:back (?:down )?to|down to|now (?:it's|only|about)|these days)\b")
"""Behind a daily use: it was so for a time."""
_AGES = range(9, 96)
_METRES = (1.3, 2.15)
_TALL = re.compile(r"\b(?:tall|height|high|weigh\w*)\b")


def read_reckoned(skeleton: Skeleton, claims: Assertions, asked: Asked) -> Iterator[Candidate]:
    """Every reckoning that `skeleton` and the question allow."""
    for reader in (
        days_added,
        _puffs,
        runs_times_distance,
        runs_of,
        runs_on_days,
        daily,
        other_span,
        _hours_added,
        weight_lost,
        weight_moved,
        _nights,
        _night,
        _active,
        _profile,
        _spoken_feet,
        _size,
        _age_soon,
        _weaker,
    ):
        for candidate in reader(skeleton, asked):
            place = next(
                (m for m, q in zip(skeleton.marks, skeleton.quantities, strict=True) if q.start >= candidate.span[0]), 0
            )
            void = _VOID | {"negated"} if candidate.value is True else _VOID
            if not claims.standings(place, place + 1) & void:
                yield candidate


def _puffs(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """A reliever used "twice a day" or "every day"."""
    if not {"reliever_uses_per_week", "asthma_control"} & set(asked.fields):
        return
    match = saying("reckoning", "puffs_a_day").search(skeleton.text)
    if match is None or _PREVENTER.search(skeleton.text, max(0, match.start() - 40), match.end()):
        return
    if _SINCE_LESS.search(skeleton.text, match.end()):
        return
    told = quantities_of(match, skeleton, "n", "n2")
    span = (told[0].start, told[0].end) if told else skeleton.original(*match.span())
    yield Candidate("reliever_uses_per_week", round((told[0].mid if told else 1) * 7, 2), span, "inferred")


def _hours_added(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Swim 4h, school 2h, running like 2 and a half": what nobody added up."""
    told = [item for item in skeleton.quantities if item.kind in ("duration", "number")]
    hours = [item for item in told if item.kind == "duration"]
    if "weekly_sport_hours" not in asked.fields or len(hours) < 2 or saying("reckoning", "total").search(skeleton.text):  # noqa: PLR2004
        return
    if len(told) != len(skeleton.quantities):
        return
    total = sum(item.mid / 3600 if item.kind == "duration" else item.mid for item in told)
    yield Candidate("weekly_sport_hours", round(total, 2), (told[0].start, told[-1].end), "inferred")


_ADDED = re.compile(r"\b(?:call it|avg|averag\w*|in hours|sums|add it up|comes to|so that's|so about|minus)\b")
"""What was added up by the speaker, or takes a third number, is not reckoned from bed and up."""


def _night(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Bed at eleven, up at half past six"."""
    match = saying("reckoning", "night").search(skeleton.text)
    if match is None or ("sleep_hours_avg" not in asked.fields and "sleep" not in skeleton.text):
        return
    if _ADDED.search(skeleton.text):
        return
    bed, up = (_o_clock(match[group], match.start(group), skeleton) for group in ("bed", "up"))
    if bed is None or up is None:
        return
    hours = (up - bed) % 12
    if _NIGHT[0] <= hours <= _NIGHT[1]:
        yield Candidate("sleep_hours_avg", round(hours, 2), skeleton.original(*match.span()), "inferred")


def _nights(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "Six on weekdays, nine at weekends": the average of a week."""
    match = saying("reckoning", "nights").search(skeleton.text)
    if match is None or "sleep_hours_avg" not in asked.fields:
        return
    told = quantities_of(match, skeleton, "a", "b")
    week, end = (item.mid / 3600 if item.kind == "duration" else item.mid for item in told)
    if all(_NIGHT[0] <= hours <= _NIGHT[1] for hours in (week, end)):
        span = (told[0].start, told[1].end)
        yield Candidate("sleep_hours_avg", round((5 * week + 2 * end) / 7, 2), span, "inferred")


_OTHER_SPORT = re.compile(
    r"\ue005 of (?:\w+ )?(?:walk\w*|swim\w*|hik\w*|cycl\w+|danc\w+|yoga|pilates|tennis|football|gardening),? $"
)
"""An amount of something else than running is told, not wished for."""
_WISHES = frozenset({"training_days_per_week", "hard_sessions_requested_per_week", "target_weekly_volume_km"})


def _active(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """Three times a week is regular exercise, once is not; twice leaves it open. Wished-for days are no habit."""
    if "regular_exercise_3m" not in asked.fields:
        return
    often = list(saying("reckoning", "often").finditer(skeleton.text))
    if _WISHES & set(asked.fields):
        often = [match for match in often if _OTHER_SPORT.search(skeleton.text[: match.start()])]
    counts = [quantities_of(match, skeleton, "n")[0] for match in often]
    told = [quantity for quantity in counts if quantity.kind in ("times", "days", "number")]
    if told and sum(quantity.lo for quantity in told) >= _REGULAR:
        yield Candidate("regular_exercise_3m", True, (told[0].start, told[-1].end))  # noqa: FBT003 (a value, not a switch)
    elif told and sum(quantity.hi for quantity in told) <= 1:
        yield Candidate("regular_exercise_3m", False, (told[0].start, told[-1].end))  # noqa: FBT003 (a value, not a switch)


def _size(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "5 11" and "172/68" where height, or height and weight, were asked."""
    text, told = skeleton.text, skeleton.quantities
    metres = [item for item in told if item.kind == "number" and _METRES[0] <= item.lo <= _METRES[1] and item.lo % 1]
    weighed = any(item.kind == "mass" for item in told) or _TALL.search(text) or "height_cm" in asked.fields
    if len(metres) == 1 and weighed and round(metres[0].lo * 100, 4).is_integer() and metres[0].hi == metres[0].lo:
        yield Candidate("height_cm", round(metres[0].lo * 100, 2), (metres[0].start, metres[0].end))
        return
    if "height_cm" not in asked.fields:
        return
    if (match := saying("reckoning", "feet").search(text)) and (pair := quantities_of(match, skeleton, "a", "b")):
        feet, inches = pair
        if 4 <= feet.lo <= 6 and 0 <= inches.lo < 12 and feet.lo.is_integer():  # noqa: PLR2004 (heights of people)
            yield Candidate("height_cm", round(feet.lo * 30.48 + inches.lo * 2.54, 2), (feet.start, inches.end))
            return
    match = saying("reckoning", "size").search(text)
    if match is None or "weight_kg" not in asked.fields:
        return
    pressure = next((item for item in told if item.kind == "pressure"), None)
    pair = quantities_of(match, skeleton, "a", "b") if match["a"] else []
    high, low = (pressure.lo, pressure.hi) if pressure else (pair[0].lo, pair[1].lo) if len(pair) > 1 else (0.0, 0.0)
    if _HEIGHTS[0] <= high <= _HEIGHTS[1] and _WEIGHTS[0] <= low <= _WEIGHTS[1]:
        span = skeleton.original(*match.span())
        yield Candidate("height_cm", high, span)
        yield Candidate("weight_kg", low, span)


def _profile(skeleton: Skeleton, _: Asked) -> Iterator[Candidate]:
    """ "M/45/187/88": sex, age, height and weight in a row."""
    match = saying("reckoning", "profile").search(skeleton.text)
    if match is None:
        return
    age, tall, mass = quantities_of(match, skeleton, "age", "age2", "height", "height2", "mass", "mass2")
    if age.lo in _AGES and (tall.kind == "length" or _HEIGHTS[0] <= tall.lo <= _HEIGHTS[1]):
        yield Candidate("age_years", age.lo, (age.start, age.end))
        yield Candidate("height_cm", round(tall.lo, 2), (tall.start, tall.end))
        if mass.kind == "mass" or (_WEIGHTS[0] <= mass.lo <= _WEIGHTS[1] and tall.kind != "length"):
            yield Candidate("weight_kg", round(mass.lo, 4), (mass.start, mass.end))


def _spoken_feet(skeleton: Skeleton, _: Asked) -> Iterator[Candidate]:
    """ "I'm six two, sixteen stone": feet and inches before a weight in stones or pounds."""
    match = saying("reckoning", "spoken_feet").search(skeleton.text)
    if match is None or not all(item.unit != 1 for item in skeleton.quantities if item.kind == "mass"):
        return
    feet, inches = quantities_of(match, skeleton, "a", "b")
    if feet.lo in (4.0, 5.0, 6.0) and 0 <= inches.lo < 12:  # noqa: PLR2004 (heights of people)
        yield Candidate("height_cm", round(feet.lo * 30.48 + inches.lo * 2.54, 2), (feet.start, inches.end))


def _age_soon(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "I'll be 40 next month": 39 today."""
    match = saying("reckoning", "age_soon").search(skeleton.text)
    if match and (match["own"] or "age_years" in asked.fields):
        quantity = quantities_of(match, skeleton, "n", "n2", "own")[0]
        yield Candidate("age_years", quantity.lo - 1, (quantity.start, quantity.end), "inferred")


def _weaker(skeleton: Skeleton, asked: Asked) -> Iterator[Candidate]:
    """ "20 percent less than the other side", where the strength of a leg was asked."""
    match = saying("reckoning", "weaker").search(skeleton.text)
    if match and "quad_lsi_pct" in asked.fields:
        quantity = quantities_of(match, skeleton, "n", "n2")[0]
        yield Candidate("quad_lsi_pct", 100 - quantity.mid, (quantity.start, quantity.end), "inferred")


_HALVES = (("half past", 0.5), ("half", 0.5), ("quarter past", 0.25), ("quarter to", -0.25))


def _o_clock(words: str, start: int, skeleton: Skeleton) -> float | None:
    """The hour on a dial of twelve; "half ten" is half past ten."""
    if "midnight" in words:
        return 0.0
    place = next((start + index for index, char in enumerate(words) if re.match(MACROS["any"], char)), None)
    quantity = skeleton.quantity_at(place) if place is not None else None
    if quantity is None or quantity.is_range:
        return None
    hour = quantity.lo / 60 if quantity.kind == "clock_short" else quantity.lo
    if quantity.kind == "number" and hour % 1 and round(hour % 1 * 100) < 60:  # noqa: PLR2004 (minutes)
        hour = int(hour) + round(hour % 1 * 100) / 60  # "6.15" on a clock
    if hour > 24:  # noqa: PLR2004 (hours of a day)
        return None
    return hour + next((part for name, part in _HALVES if name in words), 0.0)
