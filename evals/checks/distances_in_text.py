"""What the distance of a stretch of text may be, in km. Judges nothing.

None where it is not certain: a range, "about", a unit that nobody named.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from scipy import constants

from evals.reading.amounts import find_amounts
from evals.reading.records import Amount

Span = tuple[int, int]
HEDGED = re.compile(
    r"\b(?:about|around|roughly|maybe|some|nearly|almost|under|over|up to|or so|ish)\b|~", re.IGNORECASE
)
_OPENS = re.compile(
    r"\W*(?:(?:is|are|it's|s|the|an?|an? \w+er|run|do|come|holds|long|one|(?:one|biggest|top|peak) at)\W+){0,5}",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"[\s*_]*(?:$|[,;.)|](?!\d)|(?:very|easy|long|steady|gentle|slow|over|recovery|relaxed|each|more|in|by|for)\b)",
    re.IGNORECASE,
)
"""Around a number without a unit that opens what is told."""
MILE = constants.mile / constants.kilo
UNIT = re.compile(r"(?:\b|(?<=\d))(?:(?P<km>kms?|k|kilomet\w+)|(?P<mile>miles?|mi))\b", re.IGNORECASE)
_PARKRUN, _PARKRUN_KM = re.compile(r"\bparkrun", re.IGNORECASE), 5.0
_FAR = 99
"""The most km of a bare number."""
_YEAR = 365.25
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


def near(a: float, b: float) -> bool:
    """The same length, as people round it."""
    return abs(a - b) <= max(0.03 * max(a, b), 0.26)


@lru_cache(64)
def factors_of(text: str) -> tuple[float, ...]:
    """Kilometres in a unit of which `text` speaks: what a number without one may be in."""
    units = {bool(found["mile"]) for found in UNIT.finditer(text)}
    return tuple(MILE if is_mile else 1.0 for is_mile in sorted(units))


def distances(text: str, span: Span, factors: tuple[float, ...]) -> tuple[float, ...]:
    """What the distance of a stretch may be: of several each and their sum; of a bare number one for each unit."""
    words = text[slice(*span)]
    amounts = find_amounts(words)
    bare = amounts[0].low if amounts and _is_bare(amounts[0], words) else None
    far = max((each.high for each in amounts if each.kind == "distance"), default=0.0)
    kept = [each for each in amounts if each.kind == "distance" and each.high >= min(far, 1.0)]  # no climb, no strides
    if not kept:
        return tuple(bare * factor for factor in factors) if bare else ()
    lengths = apart([each.low for each in kept])
    hedged = any(HEDGED.search(words, max(0, each.span[0] - 12), each.span[0]) for each in kept)
    strange = bare and not (len(lengths) == 1 and any(near(bare * factor, lengths[0]) for factor in (1.0, MILE)))
    unsaid = _PARKRUN.search(words) and not any(near(km, _PARKRUN_KM) for km in lengths)
    if hedged or strange or unsaid or any(each.is_range for each in kept):
        return ()
    return lengths if len(lengths) == 1 else (sum(lengths), *lengths)


def _is_bare(each: Amount, words: str) -> bool:
    start, end = each.span
    plain = each.kind == "number" and not each.is_range and each.low <= _FAR
    return bool(plain and _OPENS.fullmatch(words, 0, start) and _CLOSES.match(words, end))


def apart(kms: Sequence[float]) -> tuple[float, ...]:
    """Each length once, whatever unit it was said in."""
    return tuple(km for at, km in enumerate(kms) if not any(near(km, each) for each in kms[:at]))


@lru_cache(8192)
def figures_in(text: str, *, converted: bool = True) -> frozenset[float]:
    """The numbers of a text, to a tenth, as written and, where `converted`, in its base unit; else no "twice"."""
    found = {float(each) for each in _DIGITS.findall(text)}
    for each in (each for each in find_amounts(text) if converted or each.kind != "times"):
        unit = _YEAR if each.kind == "years" else 60.0 if each.kind == "clock" else each.unit
        found |= {value / part for value in (each.low, each.high) for part in ((1.0, unit) if converted else (unit,))}
    return frozenset(round(value, 1) for value in found)
