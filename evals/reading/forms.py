"""Amounts of more than a number and a unit: times, feet and inches, stones, pressures, scores, race distances."""

import re
from typing import Final

from scipy import constants

from evals.reading.numbers import NUMBER, value_of
from evals.reading.records import Amount

_N: Final = rf"(?:{NUMBER})"
_ONE: Final = rf"(?:{NUMBER}|an?\b|half an?\b)"
_END: Final = r"(?![\w:%]|\.\d)"
_H: Final = r"(?:h|hrs?|hours?)"
_M: Final = r"(?:m|mins?|minutes?)"
_AND: Final = r",? ?(?:and )?"
_SINCE: Final = r"(?: and a half\b|(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till)\b))"
_NO_UNIT: Final = r"(?! ?-?(?:k|km|miles?|days?|times|runs?|seconds?|weeks?|m|min|s|kg)\b)"
_YEAR, _MONTH = (part / constants.day for part in (constants.Julian_year, constants.Julian_year / 12))
_FACTORS: Final = {
    "h": ("duration", constants.hour), "m": ("duration", constants.minute),
    "ft": ("length", constants.foot * 100), "inch": ("length", constants.inch * 100), "metre": ("length", 100.0),
    "cm": ("length", 1.0), "st": ("mass", constants.stone), "lb": ("mass", constants.pound), "y": ("years", _YEAR),
    "mo": ("months", _MONTH), "fortnight": ("weeks", 14.0), "wk": ("weeks", 7.0), "d": ("days", 1.0),
    "times": ("times", 1.0), "score": ("score", 1.0), "other": ("other", 1.0),
}  # fmt: skip
"""What a named group of a form measures, and how many base units one of it is."""
_WORDS: Final = {
    "once": 1.0, "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "the": 1.0, "half": 0.5, "half a": 0.5,
    "half an": 0.5, "quarter": 0.25, "a quarter": 0.25, "three quarters": 0.75, "three-quarters": 0.75,
}  # fmt: skip
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<h>{_ONE}) ?{_H}{_AND}(?P<m>{_N}) ?{_M}\b",
        rf"(?P<h>{_N}) ?{_H} ?(?P<m>\d\d?){_END}",
        rf"(?P<h>{_ONE}) hours? (?P<m>(?!\d){_N}){_END}{_NO_UNIT}",
        r"(?P<h>half|(?:a )?quarter|three[- ]quarters)(?: of)?(?: an?)?[ -]hour\b",
        r"(?P<h>an?|the) hour\b(?: and a (?:half|quarter))?",
        rf"(?P<y>{_ONE}) (?:years?|yrs?){_AND}(?P<mo>{_ONE}) (?:months?|mths?)\b",
        rf"(?:(?P<y>{_ONE}) years?|(?P<mo>{_ONE}) months?) and a half\b",
        rf"(?:(?P<d>a) day|(?P<wk>a) week|(?P<mo>a) month|(?P<y>a) year){_SINCE}",
        r"(?P<y>half a(?= year)|a(?= year *(?:$|[.,;!]))) year|(?P<fortnight>a) fortnight\b",
        r"(?P<times>once|twice|thrice)(?= (?:weekly|(?:a|per|every|each) (?:week|wk))\b| *(?:$|[.,;!]))",
        rf"(?P<metre>1|one|an?|2|two) ?(?:m|met(?:re|er)s?) ?(?P<cm>{_N}){_END}{_NO_UNIT}",
        rf"(?P<ft>{_N}) ?(?:'|ft|foot|feet) ?(?P<inch>{_N})(?: ?(?:\"|''|inch(?:es)?\b|ins?\b)|{_END})",
        rf"(?P<ft>{_N}) ?(?:'|(?:ft|foot|feet)\b)",
        rf"(?P<st>{_N}) ?(?:stones?\b|st\b|st(?=\d)){_AND}(?P<lb>{_N})(?: ?(?:lbs?|pounds?)\b|{_END}{_NO_UNIT})",
        rf"(?P<st>{_N}) ?st\b",
        r"(?P<other>\d{1,2}) ?x ?\d[\d.]*(?: ?(?:km|k|m|min|mins|minutes|s|sec)\b)?",
        rf"(?P<score>{_N}) ?(?:/|out of) ?(?:10|ten)\b",
    )
)
"""The first that fits counts; each named group is a key of `_FACTORS`."""
_MORE: Final = {" and a half": 0.5, " and a quarter": 0.25}
_CLOCK: Final = re.compile(r"(\d{1,2})[:.]([0-5]\d)[:.]([0-5]\d)(?![\d:])|(\d{1,2}):([0-5]\d)(?:\.\d)?(?![\d:])")
_OF_DAY: Final = re.compile(r" ?(?:[ap]\.?m\b|o'clock)")
_PRESSURE: Final = re.compile(rf"({_N}) ?(?:/|over|on) ?({_N})(?![\d/])(?: ?mm ?hg)?")
_CUFF: Final = ((80, 260), (40, 150))
_NO_RACE: Final = (
    r"(?! ?-?(?:an?|of|past|the|that|hour|year|mile|way|day|as|hearted|term|dead|asleep|\d|\w+teen|six|ten)\b)"
)
_EVENTS: Final = (
    (re.compile(r"half[- ]?mara(?:thon)?s?\b"), 21.0975),
    (re.compile(r"(?:full )?mara(?:thon)?s?\b"), 42.195),
    (re.compile(r"park ?runs?\b"), 5.0),
    (re.compile(r"mile\b(?! (?:a|per|or|in|repeats?|run)\b)"), constants.mile / constants.kilo),
    (re.compile(rf"(?<!and a )(?<!and )(?<!other )(?<!first )(?<!second )half\b{_NO_RACE}"), 21.0975),
)


def special_form(folded: str, start: int) -> Amount | None:
    """The amount of such a form that begins at `start` of a folded text; None where none does."""
    found = (read(folded, start) for read in (_clock, _event, _compound, _pressure))
    return next((amount for amount in found if amount is not None), None)


def _clock(folded: str, start: int) -> Amount | None:
    if (found := _CLOCK.match(folded, start)) is None:
        return None
    if _OF_DAY.match(folded, found.end()):
        return Amount("other", 0, 0, found.span())
    parts = [int(part) for part in found.groups() if part is not None]
    seconds = float(sum(part * 60**power for power, part in enumerate(reversed(parts))))
    return Amount("duration" if found[1] else "clock", seconds, seconds, found.span())


def _event(folded: str, start: int) -> Amount | None:
    matches = ((pattern.match(folded, start), km) for pattern, km in _EVENTS)
    return next((Amount("event", km, km, found.span()) for found, km in matches if found), None)


def _compound(folded: str, start: int) -> Amount | None:
    matches = (form.match(folded, start) for form in _FORMS)
    return next((amount for found in matches if found and (amount := _sum(found)) is not None), None)


def _sum(found: re.Match[str]) -> Amount | None:
    parts = {name: words for name, words in found.groupdict().items() if words is not None}
    values = [_WORDS.get(words) or value_of(words) for words in parts.values()]
    known = [value for value in values if value is not None]
    if len(known) < len(values) or (len(known) > 1 and "m" in parts and known[-1] >= 60):  # noqa: PLR2004 (minutes)
        return None
    last = list(parts.values())[-1]
    known[-1] += next((part for words, part in _MORE.items() if found[0].removesuffix(last).endswith(words)), 0.0)
    total = sum(value * _FACTORS[name][1] for name, value in zip(parts, known, strict=True))
    kind, unit = _FACTORS[next(iter(parts))]
    return Amount(kind, total, total, found.span(), unit)


def _pressure(folded: str, start: int) -> Amount | None:
    if (found := _PRESSURE.match(folded, start)) is None:
        return None
    high, low = value_of(found[1]) or 0.0, value_of(found[2]) or 0.0
    (least, most), (lowest, highest) = _CUFF
    possible = least <= high <= most and lowest <= low <= highest and low < high
    return Amount("pressure", high, low, found.span()) if possible else None
