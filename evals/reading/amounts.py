"""Finds every amount of a text: numbers, ranges and dates with their units. Knows no field of the catalogue."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import yaml
from scipy import constants

from evals.reading.calendar import DATE, dated
from evals.reading.folding import fold
from evals.reading.forms import special_form
from evals.reading.numbers import NUMBER, value_of
from evals.reading.records import Amount

_NUMBER: Final = re.compile(NUMBER)
_BASES: Final = {"distance": constants.kilo, "mass": 1.0, "length": constants.centi, "duration": 1.0}
_OF_DAYS: Final = frozenset({"days", "weeks", "months", "years"})
_YEAR_DAYS: Final = constants.Julian_year / constants.day
_METRES: Final = ("m", "metre", "metres", "meter", "meters")
_TRACK: Final = frozenset({"800", "1500", "3000", "5000", "10000"})
_START: Final = re.compile(
    rf"(?:(?<![\w.:])|(?<=(?<!\w)[mf])(?=\d\d(?!\w)))(?:{NUMBER}|half\b|quarter\b|three[- ]quarters"
    r"|once\b|twice\b|thrice\b|an?(?= )|the(?= hour)|(?:full )?mara|park ?run|mile)"
)
_OF_A_NAME: Final = re.compile(
    r"\b(?:type|covid|zone|stage|grade|level|size|week|part|point|vitamin b|omega|vo2 ?max(?: of| is)?)[ -]?$|\b[a-z]-$"
)
_PRONOUN_AFTER: Final = re.compile(r"\b(?:that|this|any|big|old|new|bad|last|good|left|next|long) $")
"""Words before a "one" that is no number."""
_SOFT: Final = r"[ -]?(?:ish|odd|\+)?(?: (?:full|whole|solid|good|clear|consecutive|straight|pain-?free))?[ -]?"
_JOINT: Final = re.compile(r" ?(?:-|to|until|till|or|/|and) ?(?:maybe |about |around |even )?(?=[\da-z.])")
_BETWEEN: Final = re.compile(r"\bbetween (?:\w+ )?$")
_LONGEST_STEP: Final = 3
"""5/6 days is a range; 29/60 are two answers."""
_NAME: Final = 24
"""Code points before a number in which its name is sought."""


@lru_cache(maxsize=8192)
def find_amounts(text: str, today: date | None = None) -> tuple[Amount, ...]:
    """The amounts of `text` in order, none overlapping; without `today` no date is one."""
    return tuple(_scan(fold(text), today))


def _scan(folded: str, today: date | None) -> Iterator[Amount]:
    dates = [(found.span(), dated(found, today)) for found in DATE.finditer(folded)] if today else []
    position = 0
    while found := _START.search(folded, position):
        start = found.start()
        day = next((day for (first, end), day in dates if position <= first <= start < end), None)
        amount = day or _at(folded, start)
        if amount is not None:
            yield amount
        position = amount.span[1] if amount is not None else found.end()


def _at(folded: str, start: int) -> Amount | None:
    """The amount that begins at `start`."""
    before = folded[max(0, start - _NAME) : start]
    if _OF_A_NAME.search(before) or (_PRONOUN_AFTER.search(before) and folded.startswith("one", start)):
        return None
    return special_form(folded, start) or _measured(folded, start)


def _measured(folded: str, start: int) -> Amount | None:
    """A number or a range with its unit."""
    first = _plain(folded, start)
    joint = _JOINT.match(folded, first.span[1]) if first is not None else None
    if first is None or joint is None:
        return first
    second = _plain(folded, joint.end())
    if second is None or (joint[0].strip() == "and" and not _BETWEEN.search(folded[max(0, start - _NAME) : start])):
        return first
    low, high = first.low / first.unit, second.low / second.unit
    rises = low < high <= max(4 * low, 2) and not ("/" in joint[0] and high - low > _LONGEST_STEP)
    if not rises or first.kind not in ("number", second.kind):
        return first
    return replace(second, low=low * second.unit, span=(start, second.span[1]))


def _plain(folded: str, start: int) -> Amount | None:
    found = _NUMBER.match(folded, start)
    value = value_of(found[0]) if found else None
    if found is None or value is None:
        return None
    pattern, table = _units()
    unit = pattern.match(folded, found.end())
    word = unit[1] if unit else ""
    said = found[0].replace(",", "")
    kind, factor = (
        ("event", constants.milli) if said in _TRACK and word in ("", *_METRES) else _sense(word, value, table)
    )
    end = unit.end() if unit and kind != "number" else found.end()
    if ish := re.match(r"[ -]?ish\b", folded[end : end + 5]):
        end += ish.end()
    if kind == "number" and folded[end - 1].isalnum() and (tail := re.match(r"[a-z]+", folded[end:])):
        age = value * _YEAR_DAYS  # "41m" is a man of 41
        return Amount("years", age, age, (start, end + 1)) if tail[0] in ("m", "f") else None
    return Amount(kind, value * factor, value * factor, (start, end), factor)


def _sense(word: str, value: float, table: dict[str, tuple[str, float]]) -> tuple[str, float]:
    """What a unit word means behind this number: "m" is metres, a height, or no unit at all."""
    height = 1.2 <= value <= 2.3  # noqa: PLR2004 (metres that people measure)
    if word in _METRES:
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
    return one / float(constants.day if row["kind"] in _OF_DAYS else _BASES[row["kind"]])
