"""Finds numbers with their units and ranges in folded text. Knows no field."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from scipy import constants

from coach.profile.extraction.forms import special_form
from coach.profile.extraction.number_words import NUMBER, value_of
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.sayings import saying

_N = NUMBER.pattern
_START = re.compile(
    rf"(?:(?<![\w.:])|(?<=(?<!\w)[mf])(?=\d\d(?!\w)))(?<!(?<!\d)')"
    rf"(?:{_N}(?!-a-)|(?:half|quarter|three[- ]quarters|once|twice|thrice)\b"
    r"|an?(?= (?:hour|fortnight|day|week|month|year|quarter)\b)|a(?= (?:buck[ -]|met(?:re|er)s? (?:and )?)\w)"
    rf"|the(?= hour\b)|hour(?= and (?:a )?(?:half|quarter)\b))"
)
_SOFT = (
    r"[ -]?(?:ish|odd|\+)?"
    r"(?: (?:full|whole|solid|good|entire|clear|consecutive|straight)"
    r" (?=(?:days?|weeks?|months?|years?|hours?|nights?)\b))?"
    r"[ -]?"
)
_SEP = re.compile(r" ?(?:-|;|to|until|till|or|/|and) ?(?=[\da-z])(?:maybe |about |around |even |sometimes )?")
_BASES = {
    "distance": constants.kilo, "mass": 1.0, "length": constants.centi, "duration": 1.0,
    "weeks": constants.day, "months": constants.day, "years": constants.day,
}  # fmt: skip
"""The base unit of a kind in units of the SI."""
_DIGITS = 9
TRACK = {"800": 0.8, "1500": 1.5, "1,500": 1.5, "3000": 3.0, "3,000": 3.0, "5000": 5.0, "5,000": 5.0,
         "1600": 1.6, "3200": 3.2, "10000": 10.0, "10,000": 10.0}  # fmt: skip


@cache
def _units() -> tuple[re.Pattern[str], dict[str, tuple[str, float]]]:
    rows = yaml.safe_load(Path(__file__).with_name("units.yaml").read_text(encoding="utf-8"))
    table = {word: (row["kind"], _factor(row)) for row in rows for word in row["words"]}
    words = "|".join(re.escape(word) for word in sorted([*table, "m"], key=len, reverse=True))
    return re.compile(rf"{_SOFT}({words})(?=pw\b|ish\b|-ish\b|[^a-z0-9'/]|/(?!o\b)|'s?\b|$)"), table


def _factor(row: dict[str, Any]) -> float:
    """Base units of the kind in one of the row's."""
    if "unit" not in row:
        return float(row["factor"])
    one: float = getattr(constants, row["unit"]) * row.get("times", 1) / row.get("parts", 1)
    of_bases: float = round(one / _BASES[row["kind"]], _DIGITS)
    return of_bases


@dataclass(frozen=True, slots=True)
class _Plain:
    """A number with the unit behind it, if any."""

    value: float
    kind: str
    factor: float
    start: int
    end: int


def find_quantities(folded: str) -> list[Quantity]:
    """All quantities in order; none overlap."""
    return list(_scan(folded))


def _scan(folded: str) -> Iterator[Quantity]:
    position = 0
    while found := _START.search(folded, position):
        start = found.start()
        if _is_name(folded, found.start()) or (found[0] == "one" and _is_pronoun(folded, found.start(), found.end())):
            position = found.end()
            continue
        quantity = special_form(folded, start) or _measured(folded, start)
        if quantity is None:
            position = found.end()
            continue
        yield quantity
        position = quantity.end


_ONE_OF = saying("quantities", "one_of")
_ONE_AFTER = re.compile(
    r"(?:^|[^\w ]|\b(?:just|only|about|maybe|or|probably|around|is|at|to|have|do|like|had|than|for)) ?$"
)
_COUNTED = saying("quantities", "counted")


_NAME_BEFORE = saying("quantities", "name_before")
_GROWN_FROM = re.compile(r"\b(?:up|went|going|increase[d]?|built|jump(?:ed)?) from $")
_SLASH_STEP = 3
"""5/6 days is a range; 29 / 60 are two answers."""
_SUB = re.compile(r"\b(?:sub|under|break|breaking)[- ](?:an? )?$")
"""A "sub 5 mile" is a mile in five minutes."""
_YEAR = re.compile(r"19[5-9]\d|20[0-3]\d")


_MEASURES_ON = saying("quantities", "measured_last")
"""Behind "one forty-five" these count what was said last: it is one of forty-five minutes."""


def _is_name(folded: str, start: int) -> bool:
    """ "type 1", "covid-19": part of a name, no number."""
    return _NAME_BEFORE.search(folded[max(0, start - 18) : start]) is not None


def _is_pronoun(folded: str, start: int, end: int) -> bool:
    """ "the left one", "one of those", "a small one": no number."""
    if _ONE_OF.match(folded, end):
        return True
    if _spoken_hundreds(folded, 1, end):
        return False
    return not (_COUNTED.match(folded, end) or _ONE_AFTER.search(folded[max(0, start - 12) : start]))


def _measured(folded: str, start: int) -> Quantity | None:
    first = _plain(folded, start)
    if first is None:
        return None
    second = _upper_end(folded, first)
    if second is None:
        return Quantity(
            first.kind, first.value * first.factor, first.value * first.factor, start, first.end, first.factor
        )
    low, high = first.value * second.factor, second.value * second.factor
    return Quantity(second.kind, low, high, start, second.end, second.factor)


def _upper_end(folded: str, first: _Plain) -> _Plain | None:
    """The second number of a range, if what follows makes one."""
    joint = _SEP.match(folded, first.end)
    if joint is None or not _joins(joint[0], folded[max(0, first.start - 20) : first.start]):
        return None
    special = special_form(folded, joint.end())
    upper = _plain(folded, joint.end())
    if special is not None and (upper is None or (special.kind, special.end) != (upper.kind, upper.end)):
        return None
    if upper is None or not _rises(first.value, upper.value, slash="/" in joint[0]):
        return None
    if first.kind in ("number", upper.kind):
        return upper
    return _lend(first, upper) if upper.kind == "number" else None


def _rises(lower: float, upper: float, *, slash: bool) -> bool:
    """Whether two numbers make a range: the second is larger, and not by too much."""
    return lower < upper <= max(4 * lower, 2) and not (slash and upper - lower > _SLASH_STEP)


def _joins(joint: str, before: str) -> bool:
    """ "from 30 to 45" after growth words is a history, "40 and 45" a range only behind "between"."""
    if ";" in joint or _GROWN_FROM.search(before):
        return False
    return not joint.strip().startswith("and") or re.search(r"\bbe?twe+e?ne?\b", before) is not None


def _lend(first: _Plain, upper: _Plain) -> _Plain:
    return _Plain(upper.value, first.kind, first.factor, upper.start, upper.end)


def _plain(folded: str, start: int) -> _Plain | None:
    match = NUMBER.match(folded, start)
    value = value_of(match[0]) if match else None
    if match is None or value is None or re.match(r"\.\d", folded[match.end() : match.end() + 2]):
        return None
    end = match.end()
    if end < len(folded) and folded[end - 1].isalpha() and folded[end].isalnum():
        return None
    if not match[0][0].isdigit() and (spoken := _spoken_hundreds(folded, value, end)):
        value, end = spoken
    return _with_unit(folded, value, start, end)


def _spoken_hundreds(folded: str, value: float, end: int) -> tuple[float, int] | None:
    """ "one thirty-five" is 135, "one thirty five" before pounds, centimetres or the end too; "one oh five" is 105."""
    gap = re.compile(r"-| (?:(?:oh|o) )?").match(folded, end) if value in (1, 2) else None
    following = NUMBER.match(folded, gap.end()) if gap else None
    rest = value_of(following[0]) if following else None
    if gap is None or following is None or rest is None or following[0][0].isdigit():
        return None
    if not (1 <= rest <= 9 if len(gap[0]) > 1 else 10 <= rest <= 99):  # noqa: PLR2004 (what is said behind a hundred)
        return None
    then = folded[following.end() :][:14]
    joined = value == 1 and ("-" in following[0] or gap[0] == "-") and not _MEASURES_ON.match(then)
    if not joined and not re.match(
        r"(?:[ -]?ish| or so)? ?(?:lbs?|pounds?|cms?|over\b|and [a-z]+t(?:y|een)\b|$|[.,;!])", then
    ):
        return None
    return value * 100 + rest, following.end()


def _with_unit(folded: str, value: float, start: int, end: int) -> _Plain:
    pattern, table = _units()
    number = folded[start:end]
    found = pattern.match(folded, end)
    word = found[1] if found else ""
    if word == "mile" and _SUB.search(folded[max(0, start - 12) : start]):
        found, word = None, ""
    kind, factor = _sense(
        word, value, table, per_week=folded[found.end() : found.end() + 2] == "pw" if found else False
    )
    if word == "k" and re.match(
        r" (?:steps|calories|cal|followers|people|euros|dollars)", folded[found.end() :][:12] if found else ""
    ):
        kind = "other"
    if kind == "distance" and factor == 0.001 and number in TRACK:  # noqa: PLR2004 (metres)
        kind = "event"
    if not word and number in TRACK:
        return _Plain(value, "event", 0.001, start, end)
    if not word or kind == "number" or found is None:
        ish = re.match(r"[ -]?ish\b", folded[end : end + 5])
        sense = "year_of" if _YEAR.fullmatch(number) and not word else "number"
        return _Plain(value, sense, 1.0, start, end + (ish.end() if ish else 0))
    tail = re.match(r"-?ish\b", folded[found.end() :][:5])
    return _Plain(value, kind, factor, start, found.end() + (tail.end() if tail else 0))


def _sense(
    word: str, value: float, table: dict[str, tuple[str, float]], *, per_week: bool = False
) -> tuple[str, float]:
    """What a short unit word means behind this number: "m" is metres, a height, or no unit at all."""
    metres = 1.2 <= value <= 2.3  # noqa: PLR2004 (heights of people)
    if word == "m" and per_week:
        return ("distance", 1.609344)
    if word == "m":
        return ("distance", 0.001) if value >= 100 else ("length", 100.0) if metres else ("number", 1.0)  # noqa: PLR2004
    if not word:
        return ("number", 1.0)
    kind, factor = table[word]
    if kind == "distance" and factor == 0.001 and metres:  # noqa: PLR2004 (metres)
        return ("length", 100.0)
    if word in ("c", "f") and value < 30:  # noqa: PLR2004 (a letter behind a small number is no temperature)
        return ("number", 1.0)
    return ("number", 1.0) if word == "f" and value < 90 else (kind, factor)  # noqa: PLR2004
