"""Quantities that are more than a number and a unit: clocks, feet and inches, stones, pressures, marks out of ten."""

import re
from collections.abc import Callable

from coach.profile.extraction.number_words import NUMBER, value_of
from coach.profile.extraction.quantity import Quantity

_N = NUMBER.pattern
_Build = Callable[[re.Match[str]], Quantity | None]
_CLOCK = re.compile(r"(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(\.\d{1,2})?(?![\d:])( ?[ap]\.?m\b)?")
_DOTTED = re.compile(
    r"(\d{1,2})[.-]([0-5]\d)[.-]([0-5]\d)(?![\w.:-]|\.\d)|(\d{1,2})\.([0-5]\d)\.(\d{1,2})(?![\w:]|\.\d)"
    r"|(?:(?<=\dk )|(?<=km )|(?<= k )|(?<=k, )|(?<=km, )|(?<=miles )|(?<=mile )|(?<=half )|(?<=marathon )|(?<=pb )"
    r"|(?<=pr )|(?<=best )|(?<=ran )|(?<=\bin ))(\d{1,2})\.([0-5]\d)"
    r"(?![\w:%]|\.\d| ?(?:km|k|kg|kilos?|miles?|mi|m|h|hours?|stone|months?|weeks?|years?|mmol|min\w*)\b)"
)
"""A time with full stops: "1.59.59", "4.31.88", or "24.13" behind a distance."""
_HOURS = re.compile(
    rf"({_N}) ?(?:h|hrs?|hours?)"
    rf"(?: ?(\d{{1,2}})(?: ?(?:m|min|mins|minutes))?(?![\w:%]|\.\d)|,? (?:and )?({_N}) ?(?:m|mins?|minutes)\b)"
)
_GOES_ON = r" (?:in|is|was|at|for|on|as|last|but|which|from|if|so|would|would be)\b"
"""What may follow "five minutes four", and no unit: the four are seconds."""
_MINUTES = re.compile(
    rf"({_N}) ?(?:m|mins?|minutes?)"
    rf"(?: ?(\d\d|(?:\d|(?!\d){_N})(?= *(?:$|[.,;!?])(?!\d)|{_GOES_ON}))(?: ?(?:s|secs?|seconds))?(?![\w:%]|\.\d)"
    rf"|,? (?:and )?({_N}) ?(?:s|secs?|seconds)\b)"
)
_SPOKEN = re.compile(
    rf"(an?|{_N}) ?(?:h|hrs?|hours?),? ?(?:and )?({_N}) ?(?:m|mins?|minutes?)?"
    rf"(?:,? ?(?:and )?({_N}) ?(?:s|secs?|seconds))"
    rf"|(an?|{_N}) (?:hrs?|hours?),? (?:and )?((?!\d){_N})"
    rf"(?! (?:km|k|miles?|days?|times|weeks?|nights?|runs?|hours?)\b)(?![\w:%])"
)
"""Hours, minutes and seconds, all with their names; or "one hour fifty"."""
_PART = re.compile(r"(half|(?:a )?quarter|three[- ]quarters)(?:(?: of)? an?)?[ -](hour|year)\b")
_ONE = re.compile(
    r"(?:an?|(?<=under )the|(?<=below )the|(?<=inside )the|(?<=break )the|(?<=beat )the|(?<=breaking )the)"
    r" (hour|fortnight)( and a half| and a quarter)?\b|(?<!an )(?<!a )(hour)( and a half| and (?:a )?quarter)\b"
    r"|an? (day|week|month|year)"
    r"(?:( and a half)|(?= (?:ago|away|to go|out|old|back|post|since|or so|from now|until|till|before)\b))"
    r"|a (year)(?= *(?:$|[.,;!]))"
)
_ONE_IN = {"hour": ("duration", 3600.0), "fortnight": ("weeks", 14.0), "day": ("days", 1.0), "week": ("weeks", 7.0),
           "month": ("months", 30.4375), "year": ("years", 365.25)}  # fmt: skip
_YEARS_MONTHS = re.compile(rf"(an?|{_N}) (?:years?|yrs?),? (?:and )?(an?|{_N}) (?:months?|mths?)\b")
_AND_A_HALF = re.compile(rf"({_N}) (years?|months?) and a half\b")
_OFTEN = re.compile(
    r"(once|twice|thrice)"
    r"(?=,? (?:(?:a|per|every|each|in a) (?:week|wk)\b|weekly\b)|(?<=thrice)[ .!]*$|(?<=twice)[ .!]*$)"
)
_SPACED = re.compile(
    r"(?<=\bin )(\d{1,2}) ([0-5]\d)(?: ([0-5]\d))?(?![\w:%]|[.,]\d| ?(?:km|k|m|min\w*|sec\w*|h|hours?|weeks?|days?)\b)"
)
_FEET = re.compile(
    rf"({_N}) ?(?:'|ft\b|ft(?=\d)|foot\b|feet\b) ?"
    rf"(?:({_N})(?:(?: ?(?:\"|''|inch(?:es)?\b|ins?\b))|(?![\w:%]|\.\d)))?"
)
_STONE = re.compile(
    rf"(?<!\bthe )(?!\d*(?:^|[^1])1st\b(?! ?\d))({_N}) ?(?:st\b|stones?\b|st(?=\d))(?:,? ?({_N})(?: ?(?:lbs?|pounds?)\b"
    r"|(?! (?:days?|runs?|times|weeks?|months?|years?|sessions?|km|miles|kids|children|hours|foot|feet|ft|inch(?:es)?"
    r"|f|m)\b)(?! ?')(?![\w:%]|\.\d)))?"
)
_BUCK = re.compile(rf"a buck[ -]({_N})(?: ?(?:lbs?|pounds?)\b)?(?![\w:%]|\.\d)")
"""How Americans say a weight above a hundred pounds: "a buck ninety"."""
_PRESSURE = re.compile(rf"({_N}) ?(?:/|over|on) ?({_N})(?![\d/])(?: ?mm ?hg)?")
_PRICE = re.compile(r"\b(?:costs?|paid|pay|worth|for|charged?|tip|price(?: is|d at)?) (?:about |only |just )?$")
_RATIO = re.compile(rf"({_N})(?: ?(?:-|to|or) ?({_N}))? ?(?:/|out of|on a scale of) ?(?:a )?(?:10|ten)\b")
_REPEATS = re.compile(r"\d{1,2} ?x ?\d[\d.]*(?: ?(?:km|k|m|min|mins|minutes|s|sec)\b)?")


def special_form(folded: str, start: int) -> Quantity | None:
    for pattern, build in _SPECIALS:
        if (match := pattern.match(folded, start)) and (quantity := build(match)):
            return quantity
    return None


def _numbers(match: re.Match[str], *groups: int) -> list[float] | None:
    values = [value_of(match[group]) if match[group] else None for group in groups]
    known = [value for value in values if value is not None]
    return known if len(known) == len(groups) else None


def _of(match: re.Match[str], kind: str, lo: float, hi: float | None = None) -> Quantity:
    return Quantity(kind, lo, lo if hi is None else hi, match.start(), match.end())


def _clock(match: re.Match[str]) -> Quantity:
    if match[5]:
        return _of(match, "other", int(match[1]) + int(match[2]) / 60)
    a, b, c = int(match[1]), int(match[2]), match[3]
    if c:
        return _of(match, "clock", a * 3600 + b * 60 + int(c))
    return _of(match, "clock_short", a * 60 + b)


def _dotted(match: re.Match[str]) -> Quantity | None:
    if match[1]:
        return _of(match, "clock", int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]))
    if match[4]:
        return _of(match, "clock", int(match[4]) * 60 + int(match[5]) + float(f"0.{match[6]}"))
    return _of(match, "clock_short", int(match[7]) * 60 + int(match[8]))


def _spoken(match: re.Match[str]) -> Quantity | None:
    hours, minutes, seconds = match[1] or match[4], match[2] or match[5], match[3]
    whole = [1.0 if part in ("a", "an") else value_of(part) for part in (hours, minutes, seconds) if part]
    parts = [value for value in whole if value is not None]
    if len(parts) != len(whole) or any(part >= 60 for part in parts[1:]):  # noqa: PLR2004 (sixty to the next unit)
        return None
    return _of(match, "clock", sum(part * unit for part, unit in zip(parts, (3600, 60, 1), strict=False)))


def _part_of_an_hour(match: re.Match[str]) -> Quantity:
    share = 0.5 if match[1] == "half" else 0.75 if match[1].startswith("three") else 0.25
    return _of(match, "duration", 3600 * share) if match[2] == "hour" else _of(match, "years", 365.25 * share)


def _one(match: re.Match[str]) -> Quantity:
    kind, unit = _ONE_IN[match[1] or match[3] or match[5] or match[7]]
    more = match[2] or match[4] or match[6] or ""
    return _of(match, kind, unit * (1.5 if "half" in more else 1.25 if more else 1))


def _years_months(match: re.Match[str]) -> Quantity | None:
    years, months = (1.0 if said in ("a", "an") else value_of(said) for said in (match[1], match[2]))
    if years is None or months is None:
        return None
    return _of(match, "years", years * _ONE_IN["year"][1] + months * _ONE_IN["month"][1])


def _and_a_half(match: re.Match[str]) -> Quantity | None:
    whole, (kind, unit) = value_of(match[1]), _ONE_IN[match[2].removesuffix("s")]
    return None if whole is None else _of(match, kind, (whole + 0.5) * unit)


def _often(match: re.Match[str]) -> Quantity:
    return _of(match, "times", {"once": 1, "twice": 2, "thrice": 3}[match[1]])


def _spaced(match: re.Match[str]) -> Quantity:
    if match[3]:
        return _of(match, "clock", int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]))
    return _of(match, "clock_short", int(match[1]) * 60 + int(match[2]))


def _two_part(kind: str, big: float, small: float) -> _Build:
    def build(match: re.Match[str]) -> Quantity | None:
        second = 3 if match.lastindex and match.lastindex >= 3 and match[3] else 2  # noqa: PLR2004 (regex groups)
        values = _numbers(match, 1, second)
        return _of(match, kind, values[0] * big + values[1] * small) if values else None

    return build


def _imperial(kind: str, big: float, small: float, limits: tuple[float, float]) -> _Build:
    def build(match: re.Match[str]) -> Quantity | None:
        values = _numbers(match, 1, 2) if match[2] else _numbers(match, 1)
        if not values:
            return None
        total = values[0] * big + (values[1] * small if len(values) > 1 else 0)
        if not limits[0] <= total <= limits[1]:
            return None
        return Quantity(kind, total, total, match.start(), match.end(), big)

    return build


def _buck(match: re.Match[str]) -> Quantity | None:
    rest = value_of(match[1])
    if rest is None or not 1 <= rest < 100 or _PRICE.search(match.string[: match.start()]):  # noqa: PLR2004 (above the hundred)
        return None
    pounds = (100 + rest) * 0.45359237
    return Quantity("mass", pounds, pounds, match.start(), match.end(), 0.45359237)


def _pressure(match: re.Match[str]) -> Quantity | None:
    high, low = _numbers(match, 1, 2) or (0, 0)
    if high < 100 and match.string[: match.start()].endswith("one "):  # noqa: PLR2004 (one thirty over eighty)
        high += 100
    plausible = 80 <= high <= 260 and 40 <= low <= 150 and low < high  # noqa: PLR2004 (what a cuff can show)
    listed = match.string[: match.start()].rstrip().endswith("/")
    return Quantity("pressure", high, low, match.start(), match.end()) if plausible and not listed else None


def _ratio(match: re.Match[str]) -> Quantity | None:
    values = _numbers(match, 1, 2) if match[2] else _numbers(match, 1)
    return _of(match, "ratio", values[0], values[-1]) if values and values[0] <= values[-1] else None


_METRES = re.compile(rf"(1|one|an?|2|two) ?(?:m|metres?|meters?) ?({_N})(?![\w:%]|\.\d)(?! ?(?:km|k|m|min|s|kg)\b)")


def _metres(match: re.Match[str]) -> Quantity | None:
    """A height: "one metre 72", "a metre eighty-one"."""
    whole, rest = value_of(match[1]) or 1.0, value_of(match[2])
    total = 100 * whole + (rest or 0)
    return _of(match, "length", total) if rest is not None and 110 <= total <= 230 else None  # noqa: PLR2004 (cm)


_SPECIALS = (
    (_METRES, _metres),
    (_REPEATS, lambda match: _of(match, "other", 0)),
    (_CLOCK, _clock),
    (_DOTTED, _dotted),
    (_SPOKEN, _spoken),
    (_PART, _part_of_an_hour),
    (_YEARS_MONTHS, _years_months),
    (_AND_A_HALF, _and_a_half),
    (_ONE, _one),
    (_OFTEN, _often),
    (_SPACED, _spaced),
    (_HOURS, _two_part("duration", 3600, 60)),
    (_MINUTES, _two_part("duration", 60, 1)),
    (_FEET, _imperial("length", 30.48, 2.54, (90, 250))),
    (_BUCK, _buck),
    (_STONE, _imperial("mass", 6.35029318, 0.45359237, (20, 300))),
    (_RATIO, _ratio),
    (_PRESSURE, _pressure),
)
