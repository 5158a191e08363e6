"""Finds every amount of a text: numbers, ranges and dates with their units. Knows no field of the catalogue."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from dateutil.parser import ParserError, parse
from dateutil.relativedelta import relativedelta
from scipy import constants

from evals.reading.numbers import NUMBER, value_of
from evals.reading.records import Amount

LONGEST: Final = 20_000
"""Code points of a text that are read."""
_PLAIN: Final = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u00b4": "'", "`": "'", "\u2032": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"',
        "\u2033": '"', "\u2013": "-", "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2014": ";", "\u00a0": " ",
        "\u202f": " ", "\u2009": " ", "\t": " ", "\n": ";", "\r": " ", "\u00d7": "x",
    }
)  # fmt: skip
_QUOTED: Final = re.compile(r'(?<![\w\'])"[^"]{3,300}"')
_BASES: Final = {"distance": constants.kilo, "mass": 1.0, "length": constants.centi, "duration": 1.0}
_OF_DAYS: Final = frozenset({"days", "weeks", "months", "years"})
_N: Final = rf"(?:{NUMBER})"
_ONE: Final = rf"(?:{NUMBER}|an?\b|half an?\b)"
_END: Final = r"(?![\w:%]|\.\d)"
_FACTORS: Final = {
    "h": ("duration", constants.hour), "m": ("duration", constants.minute), "s": ("duration", 1.0),
    "ft": ("length", constants.foot * 100), "inch": ("length", constants.inch * 100), "metre": ("length", 100.0),
    "cm": ("length", 1.0), "st": ("mass", constants.stone), "lb": ("mass", constants.pound),
    "y": ("years", constants.Julian_year / constants.day), "mo": ("months", constants.Julian_year / 12 / constants.day),
    "wk": ("weeks", 7.0), "d": ("days", 1.0), "times": ("times", 1.0),
}  # fmt: skip
"""What a named group of a form measures, and how many base units one of it is."""
_OF_A_YEAR: Final = constants.Julian_year / constants.day
_WORDS: Final = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "half a": 0.5, "half an": 0.5, "half": 0.5, "quarter": 0.25}
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"(?P<h>{_ONE}) ?(?:h|hrs?|hours?),? ?(?:and )?(?P<m>{_N}) ?(?:m|mins?|minutes?),? ?(?:and )?(?P<s>{_N}) ?"
        rf"(?:s|secs?|seconds?){_END}",
        rf"(?P<h>{_ONE}) ?(?:h|hrs?|hours?),? ?(?:and )?(?P<m>{_N}) ?(?:m|mins?|minutes?)\b",
        rf"(?P<h>{_N}) ?h(?:rs?|ours?)? ?(?P<m>\d\d?){_END}",
        rf"(?P<h>{_ONE}) hours? (?P<m>(?!\d){_N}){_END}(?! ?-?(?:k|km|miles?|days?|times|runs?|seconds?|weeks?)\b)",
        rf"(?P<m>{_N}) ?(?:m|mins?|minutes?),? ?(?:and )?(?P<s>{_N}) ?(?:s|secs?|seconds?)\b",
        rf"(?P<m>\d+) ?(?:m|mins?|minutes?) ?(?P<s>[0-5]\d){_END}",
        r"(?P<h>half|(?:a )?quarter)(?: of)?(?: an?)?[ -]hour\b",
        r"(?P<h>three[- ]quarters) of an hour\b",
        r"(?P<h>an?|(?<=under )the|(?<=break )the) hour(?P<half> and a (?:half|quarter))?\b",
        r"(?P<y>half a) year\b|(?P<y2>an?) year(?P<half> and a half)\b",
        rf"(?P<y>{_ONE}) (?:years?|yrs?),? (?:and )?(?P<mo>{_ONE}) (?:months?|mths?)\b",
        rf"(?P<y>{_N}) years? and a (?P<half>half)\b|(?P<mo>{_N}) months? and a (?P<half2>half)\b",
        r"(?P<wk>a) fortnight\b|(?P<d>a) day(?= ago)",
        r"(?P<wk>a) week(?P<half> and a half)?(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till))",
        r"(?P<mo>a) month(?P<half> and a half)?(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till))",
        r"(?P<y>a) year(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till)| *(?:$|[.,;!]))",
        r"(?P<times>once|twice|thrice)(?= (?:a|per|every|each) (?:week|wk)\b| *(?:$|[.,;!]))",
        rf"(?P<metre>1|one|an?|2|two) ?(?:m|met(?:re|er)s?) ?(?P<cm>{_N}){_END}(?! ?(?:km|k|m|min|s|kg)\b)",
        rf"(?P<ft>{_N}) ?(?:'|ft\b|ft(?=\d)|foot\b|feet\b) ?(?:(?P<inch>{_N})(?: ?(?:\"|''|inch(?:es)?\b|ins?\b)|{_END}))?",
        rf"(?P<st>{_N}) ?(?:st\b|stones?\b|st(?=\d)),? ?(?:and )?(?P<lb>{_N})(?: ?(?:lbs?|pounds?)\b|{_END}(?! (?:days?|runs?|times|weeks?)\b))",
        rf"(?P<st>{_N}) ?(?:st\b|stones?\b)",
    )
)
"""Amounts of more than a number and a unit, the first that fits; each named group is a key of `_FACTORS`."""
_CLOCK: Final = re.compile(r"(\d{1,2})[:.]([0-5]\d)[:.]([0-5]\d)(?![\d:])|(\d{1,2}):([0-5]\d)(?:\.\d)?(?![\d:])")
_OF_DAY: Final = re.compile(r" ?(?:[ap]\.?m\b|o'clock)")
_PRESSURE: Final = re.compile(rf"({_N}) ?(?:/|over|on) ?({_N})(?![\d/])(?: ?mm ?hg)?")
_SCORE: Final = re.compile(rf"({_N})(?: ?(?:-|to|or) ?({_N}))? ?(?:/|out of) ?(?:10|ten)\b")
_REPEATS: Final = re.compile(r"\d{1,2} ?x ?\d[\d.]*(?: ?(?:km|k|m|min|mins|minutes|s|sec)\b)?")
_EVENTS: Final = (
    (re.compile(r"half[- ]?mara(?:thon)?s?\b"), 21.0975),
    (re.compile(r"(?:full )?mara(?:thon)?s?\b"), 42.195),
    (re.compile(r"park ?runs?\b"), 5.0),
    (re.compile(r"mile\b(?! (?:a|per|or|in|repeats?|run)\b)"), 1.609344),
    (
        re.compile(
            r"(?<!and a )(?<!and )(?<!other )(?<!first )(?<!second )"
            r"half\b(?! ?-?(?:an?|of|past|the|that|hour|year|mile|way|day|as|hearted|term|dead|asleep|\d|\w+teen|\w+ve|six|ten)\b)"
        ),
        21.0975,
    ),
)  # fmt: skip
_TRACK: Final = frozenset({"800", "1500", "3000", "5000", "10000"})
_START: Final = re.compile(
    rf"(?:(?<![\w.:])|(?<=(?<!\w)[mf])(?=\d\d(?!\w)))(?:{_N}|half\b|quarter\b|three[- ]quarters|once\b|twice\b|thrice\b|an?(?= )|the(?= hour)|(?:full )?mara|park ?run|mile)"
)
_NO_COUNT: Final = re.compile(
    r"(?:\b(?:type|covid|zone|stage|grade|level|size|week|part|point|vitamin b|omega|vo2 ?max(?: of| is)?)[ -]?|\b[a-z]-)$"
)
"""Before a number that is part of a name."""
_PRONOUN: Final = re.compile(r"\b(?:the|that|this|any|big|old|new|bad|last|good|left|next|long) $")
_SOFT: Final = r"[ -]?(?:ish|odd|\+)?(?: (?:full|whole|solid|good|clear|consecutive|straight|pain-?free))?[ -]?"
_JOINT: Final = re.compile(r" ?(?:-|to|until|till|or|/|and) ?(?:maybe |about |around |even )?(?=[\da-z.])")
_BETWEEN: Final = re.compile(r"\bbetween (?:\w+ )?$")
_LONGEST_STEP: Final = 3
_CUFF: Final = ((80, 260), (40, 150))
_MONTH: Final = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_DAY: Final = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_DATE: Final = re.compile(
    rf"(?:the )?((?:19|20)\d\d-[01]\d-[0-3]\d|{_MONTH} (?:the )?{_DAY}(?:,? (?:19|20)\d\d)?"
    rf"|{_DAY} (?:of )?{_MONTH}(?:,? (?:19|20)\d\d)?)(?![\w:]|\.\d)"
)


def fold(text: str) -> str:
    """`text` in lower case with plain quotes, dashes and blanks, quotations blanked; every code point in its place."""
    cut = text[:LONGEST]
    lowered = "".join(low if len(low := sign.lower()) == 1 else sign for sign in cut).translate(_PLAIN)
    return _QUOTED.sub(lambda found: '"' + " " * (len(found[0]) - 2) + '"', lowered)


def find_amounts(text: str, today: date | None = None) -> tuple[Amount, ...]:
    """The amounts of `text` in order, none overlapping; a date is the days from `today` to it.

    Of a date without a year `low` is for the next such day, `high` for the last.
    """
    return tuple(_scan(fold(text), today))


def _scan(folded: str, today: date | None) -> Iterator[Amount]:
    position = 0
    dates = {found.start(): found for found in _DATE.finditer(folded)} if today else {}
    while found := _START.search(folded, position):
        start = found.start()
        dated = next((each for at, each in dates.items() if position <= at <= start < each.end()), None)
        amount = _dated(dated, today) if dated and today else _at(folded, start)
        if amount is not None:
            yield amount
        position = amount.span[1] if amount is not None else found.end()


def _dated(found: re.Match[str], today: date) -> Amount | None:
    words = found[1].replace(" the ", " ")
    try:
        day = parse(words, default=datetime.combine(today, datetime.min.time())).date()
    except ParserError:
        return None
    before = day
    if not re.search(r"(?:19|20)\d\d", words):
        year = relativedelta(years=1)
        day, before = (day, day - year) if day >= today else (day + year, day)
    return Amount("date", float((day - today).days), float((before - today).days), found.span())


def _at(folded: str, start: int) -> Amount | None:
    """The amount that begins at `start`, read in the first way that fits."""
    before = folded[max(0, start - 24) : start]
    if _NO_COUNT.search(before) or (folded.startswith("one", start) and _is_pronoun(folded, start, before)):
        return None
    return next((amount for read in _READERS if (amount := read(folded, start)) is not None), None)


def _is_pronoun(folded: str, start: int, before: str) -> bool:
    """Whether "one" counts nothing: "the left one", "one of those"."""
    rest = folded[start + 3 :]
    return rest.startswith((" of", " more", " thing", "-sided", " side")) or (
        _PRONOUN.search(before) is not None and re.match(r" ?(?:[.,;!?]|is|was|$)", rest) is not None
    )


def _clock(folded: str, start: int) -> Amount | None:
    if (found := _CLOCK.match(folded, start)) is None:
        return None
    if _OF_DAY.match(folded, found.end()):
        return Amount("other", 0, 0, found.span())
    if found[1]:
        seconds = float(int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]))
        return Amount("duration", seconds, seconds, found.span())
    seconds = float(int(found[4]) * 60 + int(found[5]))
    return Amount("clock", seconds, seconds, found.span())


def _repeats(folded: str, start: int) -> Amount | None:
    found = _REPEATS.match(folded, start)
    return Amount("other", 0, 0, found.span()) if found else None


def _event(folded: str, start: int) -> Amount | None:
    for pattern, km in _EVENTS:
        if found := pattern.match(folded, start):
            return Amount("event", km, km, found.span())
    return None


def _form(folded: str, start: int) -> Amount | None:
    for form in _FORMS:
        if (found := form.match(folded, start)) and (amount := _compound(found)) is not None:
            return amount
    return None


def _compound(found: re.Match[str]) -> Amount | None:
    said = {name.rstrip("2"): words for name, words in found.groupdict().items() if words is not None}
    more = 0.25 if "quarter" in said.get("half", "") else 0.5 if said.pop("half", None) else 0.0
    said.pop("half", None)
    total, kinds = 0.0, []
    for at, (name, words) in enumerate(said.items()):
        kind, factor = _FACTORS[name]
        value = _spoken(words)
        if value is None or (at and name in ("m", "s") and value >= constants.minute):
            return None
        total += (value + more) * factor
        more = 0.0
        kinds.append((kind, factor))
    if found.lastgroup == "wk" and "fortnight" in found[0]:
        total *= 2
    kind, unit = kinds[0]
    return Amount(kind, total, total, found.span(), unit)


def _spoken(words: str) -> float | None:
    if words in _WORDS:
        return _WORDS[words]
    if words.startswith("three") and words.endswith("quarters"):
        return 0.75
    if words.endswith("quarter"):
        return 0.25
    return 1.0 if words in ("a", "an", "the") else value_of(words)


def _score(folded: str, start: int) -> Amount | None:
    if (found := _SCORE.match(folded, start)) is None:
        return None
    low, high = value_of(found[1]), value_of(found[2] or found[1])
    return None if low is None or high is None or low > high else Amount("score", low, high, found.span())


def _pressure(folded: str, start: int) -> Amount | None:
    if (found := _PRESSURE.match(folded, start)) is None:
        return None
    high, low = value_of(found[1]), value_of(found[2])
    (least, most), (lowest, highest) = _CUFF
    if high is None or low is None or not (least <= high <= most and lowest <= low <= highest and low < high):
        return None
    return Amount("pressure", high, low, found.span())


def _measured(folded: str, start: int) -> Amount | None:
    """A number or a range with its unit."""
    first = _plain(folded, start)
    joint = _JOINT.match(folded, first.span[1]) if first is not None else None
    if first is None or joint is None:
        return first
    second = _plain(folded, joint.end())
    if second is None or (joint[0].strip() == "and" and not _BETWEEN.search(folded[max(0, start - 20) : start])):
        return first
    low, high = first.low / first.unit, second.low / second.unit
    rises = low < high <= max(4 * low, 2) and not ("/" in joint[0] and high - low > _LONGEST_STEP)
    if not rises or first.kind not in ("number", second.kind) or _CLOCK.match(folded, joint.end()):
        return first
    return replace(second, low=low * second.unit, span=(start, second.span[1]))


def _plain(folded: str, start: int) -> Amount | None:
    found = re.compile(NUMBER).match(folded, start)
    value = value_of(found[0]) if found else None
    if found is None or value is None:
        return None
    end = found.end()
    pattern, table = _units()
    unit = pattern.match(folded, end)
    word = unit[1] if unit else ""
    if found[0].replace(",", "") in _TRACK and word in ("", "m", "meters", "metres", "meter", "metre"):
        km = float(found[0].replace(",", "")) / constants.kilo
        return Amount("event", km, km, (start, unit.end() if unit and word else end))
    kind, factor = _sense(word, value, table)
    end = unit.end() if unit and kind != "number" else end
    if (ish := re.match(r"[ -]?ish\b", folded[end : end + 5])) is not None:
        end += ish.end()
    if kind == "number" and (tail := re.match(r"[a-z]+", folded[end:])) and folded[end - 1].isalnum():
        return Amount("years", value * _OF_A_YEAR, value * _OF_A_YEAR, (start, end + 1)) if tail[0] in "mf" else None
    return Amount(kind, value * factor, value * factor, (start, end), factor)


def _sense(word: str, value: float, table: dict[str, tuple[str, float]]) -> tuple[str, float]:
    """What a unit word means behind this number: "m" is metres, a height, or no unit at all."""
    height = 1.2 <= value <= 2.3  # noqa: PLR2004 (metres that people measure)
    if word in ("m", "metre", "metres", "meter", "meters"):
        return ("length", 100.0) if height else ("distance", 0.001) if value >= 100 else ("number", 1.0)  # noqa: PLR2004
    if not word or (word in ("c", "f") and value < 30):  # noqa: PLR2004 (no temperature)
        return "number", 1.0
    return table[word]


@cache
def _units() -> tuple[re.Pattern[str], dict[str, tuple[str, float]]]:
    rows = yaml.safe_load(Path(__file__).with_name("units.yaml").read_text(encoding="utf-8"))
    table = {word: (row["kind"], _factor(row)) for row in rows for word in row["words"]}
    words = "|".join(re.escape(word) for word in sorted([*table, "m"], key=len, reverse=True))
    return re.compile(rf"{_SOFT}({words})(?=pw\b|[- ]?ish\b|[^a-z0-9']|'s?\b|$)"), table


def _factor(row: dict[str, Any]) -> float:
    """Base units of the kind in one of the row's."""
    if "unit" not in row:
        return float(row["factor"])
    one: float = getattr(constants, row["unit"]) * row.get("times", 1) / row.get("parts", 1)
    return one / (constants.day if row["kind"] in _OF_DAYS else _BASES[row["kind"]])


_READERS: Final[tuple[Callable[[str, int], Amount | None], ...]] = (
    _clock, _repeats, _event, _form, _score, _pressure, _measured,
)  # fmt: skip
