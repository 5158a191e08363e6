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
_S: Final = r"(?:s|secs?|seconds?)"
_AND: Final = r",? ?(?:and )?"
_SINCE: Final = r"(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till)\b)"
_NO_UNIT: Final = r"(?! ?-?(?:k|km|miles?|days?|times|runs?|seconds?|weeks?|m|min|s|kg)\b)"
_YEAR, _MONTH = (part / constants.day for part in (constants.Julian_year, constants.Julian_year / 12))
_FACTORS: Final = {
    "h": ("duration", constants.hour), "m": ("duration", constants.minute), "s": ("duration", 1.0),
    "ft": ("length", constants.foot * 100), "inch": ("length", constants.inch * 100), "metre": ("length", 100.0),
    "cm": ("length", 1.0), "st": ("mass", constants.stone), "lb": ("mass", constants.pound), "y": ("years", _YEAR),
    "mo": ("months", _MONTH), "fortnight": ("weeks", 14.0), "wk": ("weeks", 7.0), "d": ("days", 1.0),
    "times": ("times", 1.0),
}  # fmt: skip
"""What a named group of a form measures, and how many base units one of it is."""
_WORDS: Final = {
    "once": 1.0, "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "the": 1.0, "half": 0.5, "half a": 0.5,
    "half an": 0.5, "quarter": 0.25, "a quarter": 0.25, "three quarters": 0.75, "three-quarters": 0.75,
}  # fmt: skip
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<h>{_ONE}) ?{_H}{_AND}(?P<m>{_N}) ?{_M}{_AND}(?P<s>{_N}) ?{_S}{_END}",
        rf"(?P<h>{_ONE}) ?{_H}{_AND}(?P<m>{_N}) ?{_M}\b",
        rf"(?P<h>{_N}) ?{_H} ?(?P<m>\d\d?){_END}",
        rf"(?P<h>{_ONE}) hours? (?P<m>(?!\d){_N}){_END}{_NO_UNIT}",
        rf"(?P<m>{_N}) ?{_M}{_AND}(?P<s>{_N}) ?{_S}\b",
        rf"(?P<m>\d+) ?{_M} ?(?P<s>[0-5]\d){_END}",
        r"(?P<h>half|(?:a )?quarter|three[- ]quarters)(?: of)?(?: an?)?[ -]hour\b",
        r"(?P<h>an?|(?<=under )the|(?<=break )the) hour(?P<more> and a (?:half|quarter))?\b",
        rf"(?P<y>{_ONE}) (?:years?|yrs?){_AND}(?P<mo>{_ONE}) (?:months?|mths?)\b",
        rf"(?P<y>{_ONE}) years?(?P<more> and a half)\b",
        rf"(?P<mo>{_ONE}) months?(?P<more> and a half)\b",
        r"(?P<y>half a) year\b",
        r"(?P<fortnight>a) fortnight\b",
        rf"(?P<d>a) day{_SINCE}",
        rf"(?P<wk>a) week(?P<more> and a half)?{_SINCE}",
        rf"(?P<mo>a) month{_SINCE}",
        rf"(?P<y>a) year(?:{_SINCE}|(?= *(?:$|[.,;!])))",
        r"(?P<times>once|twice|thrice)(?= (?:a|per|every|each) (?:week|wk)\b| *(?:$|[.,;!]))",
        rf"(?P<metre>1|one|an?|2|two) ?(?:m|met(?:re|er)s?) ?(?P<cm>{_N}){_END}{_NO_UNIT}",
        rf"(?P<ft>{_N}) ?(?:'|ft|foot|feet) ?(?P<inch>{_N})(?: ?(?:\"|''|inch(?:es)?\b|ins?\b)|{_END})",
        rf"(?P<ft>{_N}) ?(?:'|(?:ft|foot|feet)\b)",
        rf"(?P<st>{_N}) ?(?:stones?\b|st\b|st(?=\d)){_AND}(?P<lb>{_N})(?: ?(?:lbs?|pounds?)\b|{_END}{_NO_UNIT})",
        rf"(?P<st>{_N}) ?(?:st|stones?)\b",
    )
)
"""The first that fits counts; each named group is a key of `_FACTORS`, `more` a part of the one before it."""
_LESS_THAN_SIXTY: Final = ("m", "s")
_CLOCK: Final = re.compile(r"(\d{1,2})[:.]([0-5]\d)[:.]([0-5]\d)(?![\d:])|(\d{1,2}):([0-5]\d)(?:\.\d)?(?![\d:])")
_OF_DAY: Final = re.compile(r" ?(?:[ap]\.?m\b|o'clock)")
_PRESSURE: Final = re.compile(rf"({_N}) ?(?:/|over|on) ?({_N})(?![\d/])(?: ?mm ?hg)?")
_CUFF: Final = ((80, 260), (40, 150))
_SCORE: Final = re.compile(rf"({_N})(?: ?(?:-|to|or) ?({_N}))? ?(?:/|out of) ?(?:10|ten)\b")
_REPEATS: Final = re.compile(r"\d{1,2} ?x ?\d[\d.]*(?: ?(?:km|k|m|min|mins|minutes|s|sec)\b)?")
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


def is_clock(folded: str, start: int) -> bool:
    """Whether a time such as "4:25" begins at `start`."""
    return _CLOCK.match(folded, start) is not None


def special_form(folded: str, start: int) -> Amount | None:
    """The amount of such a form that begins at `start` of a folded text; None where none does."""
    for read in (_clock, _repeats, _event, _compound, _score, _pressure):
        if (amount := read(folded, start)) is not None:
            return amount
    return None


def _clock(folded: str, start: int) -> Amount | None:
    if (found := _CLOCK.match(folded, start)) is None:
        return None
    if _OF_DAY.match(folded, found.end()):
        return Amount("other", 0, 0, found.span())
    parts = [int(part) for part in found.groups() if part is not None]
    seconds = float(sum(part * 60**power for power, part in enumerate(reversed(parts))))
    return Amount("duration" if found[1] else "clock", seconds, seconds, found.span())


def _repeats(folded: str, start: int) -> Amount | None:
    found = _REPEATS.match(folded, start)
    return Amount("other", 0, 0, found.span()) if found else None


def _event(folded: str, start: int) -> Amount | None:
    matches = ((pattern.match(folded, start), km) for pattern, km in _EVENTS)
    return next((Amount("event", km, km, found.span()) for found, km in matches if found), None)


def _compound(folded: str, start: int) -> Amount | None:
    matches = (form.match(folded, start) for form in _FORMS)
    return next((amount for found in matches if found and (amount := _sum(found)) is not None), None)


def _sum(found: re.Match[str]) -> Amount | None:
    said = {name: words for name, words in found.groupdict().items() if words is not None}
    more = said.pop("more", "")
    values = [_WORDS.get(words) or value_of(words) for words in said.values()]
    known = [value for value in values if value is not None]
    small = [value for name, value in zip(said, known, strict=False) if name in _LESS_THAN_SIXTY]
    if len(known) < len(values) or (len(known) > 1 and any(value >= 60 for value in small[-2:])):  # noqa: PLR2004
        return None
    known[-1] += 0.25 if "quarter" in more else 0.5 if more else 0.0
    total = sum(value * _FACTORS[name][1] for name, value in zip(said, known, strict=True))
    kind, unit = _FACTORS[next(iter(said))]
    return Amount(kind, total, total, found.span(), unit)


def _score(folded: str, start: int) -> Amount | None:
    if (found := _SCORE.match(folded, start)) is None:
        return None
    low, high = value_of(found[1]), value_of(found[2] or found[1])
    return None if low is None or high is None or low > high else Amount("score", low, high, found.span())


def _pressure(folded: str, start: int) -> Amount | None:
    if (found := _PRESSURE.match(folded, start)) is None:
        return None
    high, low = value_of(found[1]) or 0.0, value_of(found[2]) or 0.0
    (least, most), (lowest, highest) = _CUFF
    possible = least <= high <= most and lowest <= low <= highest and low < high
    return Amount("pressure", high, low, found.span()) if possible else None
