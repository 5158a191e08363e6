"""The text with every quantity shrunk to one marker: a pattern asks for "a distance" in one character.

Patterns name markers as `{n}`, `{dist}`...; this module owns that table and the way back to the original offsets.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from coach.profile.extraction.corrections import corrected
from coach.profile.extraction.dates import Dated, find_dates
from coach.profile.extraction.quantities import find_quantities
from coach.profile.extraction.quantity import Quantity
from coach.profile.extraction.records import Span

KINDS = (
    "number", "distance", "event", "mass", "length", "duration", "clock", "clock_short", "days", "weeks", "months",
    "years", "percent", "temperature", "fahrenheit", "glucose", "times", "ratio", "pressure", "date", "other",
    "year_of",
)  # fmt: skip
MARK = {kind: chr(0xE000 + index) for index, kind in enumerate(KINDS)}


def _any(*kinds: str) -> str:
    return "[" + "".join(MARK[kind] for kind in kinds) + "]"


MACROS = {
    "n": _any("number"),
    "dist": _any("distance", "event"),
    "race": _any("distance", "event"),
    "vol": _any("distance"),
    "mass": _any("mass"),
    "len": _any("length"),
    "dur": _any("duration"),
    "time": _any("clock", "clock_short", "duration"),
    "day": _any("days"),
    "week": _any("weeks"),
    "month": _any("months"),
    "year": _any("years"),
    "cal": _any("days", "weeks", "months", "years"),
    "wm": _any("weeks", "months"),
    "pct": _any("percent"),
    "temp": _any("temperature", "fahrenheit"),
    "gluc": _any("glucose"),
    "times": _any("times"),
    "ratio": _any("ratio"),
    "bp": _any("pressure"),
    "date": _any("date"),
    "yr": _any("year_of"),
    "any": _any(*KINDS),
    "about": (
        r"(?:(?:more or less|something like|some|give or take"
        r"|about|around|approx(?:imately)?\.?|roughly|maybe|probably|like|currently|usually|normally|typically"
        r"|only|just|almost|nearly|over|under|up to|close to|at|~|averaging|a|the|solid|steady|mostly|generally|now"
        r"|at least|somewhere|in the region of|ish|between|anywhere from|from|more like|say|about a|still|already"
        r"|exactly|bang on|ca\.?|c\.)[ ,]*){0,4}"
    ),
    "per_week": (
        r"(?: ?/ ?(?:week|wk|w)\b| ?pw\b| ?p/w\b"
        r"|,? (?:in total |total |of running |running |all in |or so |ish )?"
        r"(?:(?:per|an?|each|every|most|during the|in a|in the|this|these) "
        r"(?:normal |typical |usual |average |given |training )?(?:weeks?|wk|wks)\b"
        r"|weekly\b|a wk\b|weeks\b(?! ?ago)))"
    ),
    "some_day": (
        r"(?:,? (?:at the (?:very )?(?:outside|most)|tops|max(?:imum)?|(?:one|some) ?day|eventually|in the end|ideally"
        r"|i (?:imagine|suppose|guess)|whatever it takes|if (?:all|it) goes well|if i can|by the end"
        r"|(?:would|'d|will|'ll) make me \w+"
        r"|(?:would|'d|will|'ll) be (?:\w+ )?(?:lovely|great|nice|plenty|enough|ample|something|fine|good))\b)"
    ),
    "gap": r"[^.;!?]{0,25}?",
    "wide": r"[^.;!?]{0,50}?",
    "im": r"(?:i'?m|i am|im|i've just|i just|me[:,]?)",
}

_EVENTS = (
    (re.compile(r"(?<![\w-])(?:(?:an?|one|1) )?mile and an? half\b"), 1.5 * 1.609344),
    (re.compile(r"(?<![\w-])(?:(?:an?|one|1) )?mile and an? quarter\b"), 1.25 * 1.609344),
    (re.compile(r"(?<![\w-])(?:half[- ]?mara(?:thon)?s?|halfmarathons?)\b"), 21.0975),
    (
        re.compile(
            r"(?:(?<=\ba )|(?<=\ban )|(?<=\bmy )|(?<=\bthe )|(?<=\bfirst )|(?<=\bnext )|(?<=\bfor )|(?<=\bor ))hm\b"
            r"|(?<![\w-])hm(?= (?:in|on|at|under|sub|pb|pr|time|race|goal|pace|training|distance|next|this|last)\b|:)"
        ),
        21.0975,
    ),
    (
        re.compile(
            r"(?<![\w-])half(?= (?:in|on|this|next|time|pb|pr|goal|race|at|was|is|last|under|by)\b|[.,!?;:)]|$)"
        ),
        21.0975,
    ),
    (re.compile(r"(?<=\ba )half(?= (?:and|so|with)\b|$|[,.;!])(?<!and a half)"), 21.0975),
    (re.compile(r"(?<=\bthe )half(?= (?:it|but|or|if|please|then|i|and i|yes|no)\b)"), 21.0975),
    (
        re.compile(
            r"(?<=[a-z] )half"
            r"(?= (?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:the )?\d|marathon|again))"
        ),
        21.0975,
    ),
    (re.compile(r"(?<![\w-])(?<!mini )(?<!mini-)(?:full )?(?:mara(?:thon)?s?)\b"), 42.195),
    (re.compile(r"(?<![\w-])parkruns?\b"), 5.0),
    (
        re.compile(r"(?<=\bthe )mile\b|(?<=\ba )mile\b(?! (?:a|per|or|in)\b)|(?<=\bmy )mile\b|(?<=\broad )mile\b"),
        1.609344,
    ),
    (
        re.compile(
            r"(?<![\w-])mile(?= (?:race|time|pb|pr|run at)\b)"
            r"|(?<=sub \d )mile\b|(?<=sub-\d )mile\b|(?<=under \d )mile\b"
        ),
        1.609344,
    ),
    (re.compile(r"(?<![\w-])(?:five|5) ?k(?=s? (?:race|pb|pr|time|run)\b)"), 5.0),
)
_COUNTED = re.compile(
    r"(?<!sub )(?<!under )(?<![\d:.])(?!1 )"
    r"(?:\d{1,3}(?:\.\d)?|[a-z]*(?:two|three|four|five|six|seven|eight|nine|ten|twelve|teen|ty|hundred)) $"
)
"""Before "mile race": a race of several miles."""
_NOT_HALF = re.compile(r"(?:\band|\bn|&|(?<!my )(?<!a )\bfirst|\bother|(?<!my )\bsecond) (?:an? )?$")
"""Before a bare "half", which is then a part of something; "half marathon" is a race behind any word."""


@dataclass(frozen=True)
class Skeleton:
    """`text` holds the markers; `quantities` stand in order with the place of their marker in `marks`.

    `said` are the numbers as they were said; in `quantities` a number that was taken back is replaced.
    """

    text: str
    quantities: tuple[Quantity, ...]
    days: dict[int, Dated]
    marks: tuple[int, ...]
    said: tuple[Quantity, ...]

    @cached_property
    def _by_mark(self) -> dict[int, Quantity]:
        return dict(zip(self.marks, self.quantities, strict=True))

    def quantity_at(self, place: int) -> Quantity | None:
        return self._by_mark.get(place)

    def day_at(self, place: int) -> date | None:
        dated = self.days.get(place)
        return None if dated is None else dated.day

    def original(self, start: int, end: int) -> Span:
        """The span of the original text under `start:end` of the skeleton."""
        return self._back(start), self._back(end - 1, after=True)

    def _back(self, place: int, *, after: bool = False) -> int:
        index = bisect_right(self.marks, place) - 1
        if index < 0:
            return place + after
        quantity, mark = self.said[index], self.marks[index]
        if place == mark:
            return quantity.end if after else quantity.start
        return quantity.end + (place - mark - 1) + after


def build(folded: str, today: date | None) -> Skeleton:
    dated = find_dates(folded, today)
    found = [Quantity("date", 0, 0, item.start, item.end) for item in dated] + _events(folded)
    taken = sorted(found, key=lambda quantity: quantity.start)
    merged = _merge(taken, find_quantities(folded))
    by_start = {item.start: item for item in dated}
    parts: list[str] = []
    marks: list[int] = []
    days: dict[int, Dated] = {}
    read = length = 0
    for quantity in merged:
        parts.append(folded[read : quantity.start])
        length += quantity.start - read
        marks.append(length)
        if quantity.kind == "date":
            days[length] = by_start[quantity.start]
        parts.append(MARK[quantity.kind])
        length, read = length + 1, quantity.end
    text, said = "".join([*parts, folded[read:]]), tuple(merged)
    return Skeleton(text, corrected(text, tuple(marks), said), days, tuple(marks), said)


def _events(folded: str) -> list[Quantity]:
    taken: list[Quantity] = []
    for pattern, km in _EVENTS:
        for match in pattern.finditer(folded):
            clash = any(match.start() < other.end and other.start < match.end() for other in taken)
            part = match[0] == "half" and _NOT_HALF.search(folded[max(0, match.start() - 12) : match.start()])
            several = match[0] == "mile" and _COUNTED.search(folded[max(0, match.start() - 12) : match.start()])
            if not clash and not part and not several:
                taken.append(Quantity("event", km, km, match.start(), match.end()))
    return taken


def _merge(first: list[Quantity], rest: list[Quantity]) -> list[Quantity]:
    """Both lists in order; of `rest` only what does not overlap `first` (dates, events)."""
    merged: list[Quantity] = []
    at = 0
    for quantity in rest:
        while at < len(first) and first[at].end <= quantity.start:
            merged.append(first[at])
            at += 1
        if at == len(first) or first[at].start >= quantity.end:
            merged.append(quantity)
    return [*merged, *first[at:]]
