"""A value in words: units, times, distances, numbers in words. Knows no field and no persona."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal, NamedTuple

from personas.offline.dice import likely

Units = Literal["metric", "imperial"]

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDED_BELOW: Final = 100
_EXACT_BELOW: Final = 100_000
_HALF: Final = 0.5
_HALF_A_YEAR: Final = 6
_YEARS_FROM: Final = 2
_RACES = {0.8: "800 m", 1.5: "1500 m", 1.609: "mile", 1.609344: "mile", 3: "3k", 5: "5k", 10: "10k"} | {
    21.0975: "half marathon", 21.1: "half marathon", 42.195: "marathon", 42.2: "marathon", 50: "50k", 100: "100k",
}  # fmt: skip
_IN_KM = frozenset({"3k", "5k", "10k"})
_DAYS = {"mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday"} | {
    "sat": "Saturday", "sun": "Sunday",
}  # fmt: skip
_KM_PER_MILE = 1.609344
_LB_PER_KG = 2.2046226
_HEDGES = ("around", "about", "roughly", "something like", "more or less")


class Manner(NamedTuple):
    """How values are worded: the unit system, whether hedges fit, and the dice."""

    units: Units
    approx: bool
    rng: Random


def worded(kind: str, value: Any, manner: Manner) -> str:
    """`value` of that kind as the athlete would write it."""
    text = _KINDS[kind](value, manner)
    if manner.approx and likely(manner.rng, 0.35):
        return f"{manner.rng.choice(_HEDGES)} {text}"
    return text


def number_words(number: int) -> str:
    """English words for 0..99."""
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def listed(parts: tuple[str, ...], last: str = "and") -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _digits(value: float) -> str:
    return f"{round(value, 2):g}" if abs(value) < _EXACT_BELOW else f"{value:.0f}"


def _number(value: float, manner: Manner) -> str:
    if float(value).is_integer() and 0 <= value < _WORDED_BELOW and likely(manner.rng, 0.25):
        return number_words(int(value))
    return _digits(value)


def _scaled(value: float) -> str:
    """Whole where that is true to half a percent, else with one decimal."""
    return _digits(round(value) if abs(round(value) - value) <= 0.005 * value else round(value, 1))


def _km(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        miles = _scaled(value / _KM_PER_MILE)
        return f"{miles} mile" if miles == "1" else f"{miles} miles"
    unit = manner.rng.choice((" km", " km", "k", " kilometres", "km"))
    return f"{_digits(value)}{unit}"


def _height(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        feet, inches = divmod(round(value / 2.54), 12)
        return manner.rng.choice((f"{feet}'{inches}\"", f"{feet} foot {inches}", f"{feet} ft {inches} in"))
    options = [f"{_digits(value)} cm", f"{_digits(value)}cm", f"{_digits(value)} centimetres"]
    return manner.rng.choice([*options, f"{value / 100:.2f} m"] if float(value).is_integer() else options)


def _weight(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        return f"{_scaled(value * _LB_PER_KG)} {manner.rng.choice(('lbs', 'pounds', 'lb'))}"
    return f"{_digits(value)}{manner.rng.choice((' kg', 'kg', ' kilos'))}"


def _of(unit: str) -> Callable[[float, Manner], str]:
    def word(value: float, manner: Manner) -> str:
        if unit == "hour" and value % 1 == _HALF and likely(manner.rng, 0.4):
            return f"{number_words(int(value))} and a half hours" if value > 1 else "half an hour"
        return f"{_number(value, manner)} {unit if value == 1 else unit + 's'}"

    return word


def _years(value: float, manner: Manner) -> str:
    months = round(value * 12)
    if value < _YEARS_FROM and months % 12:
        return "half a year" if months == _HALF_A_YEAR and likely(manner.rng, 0.5) else _of("month")(months, manner)
    return _of("year")(value, manner)


def _clock(value: float, manner: Manner) -> str:
    minutes, seconds = divmod(round(value), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{seconds:02d}"
    worded_out = f"{minutes} minutes {seconds}" if seconds else f"{minutes} minutes"
    return worded_out if minutes and likely(manner.rng, 0.25) else f"{minutes}:{seconds:02d}"


def _race(value: float, manner: Manner) -> str:
    name = _RACES.get(value) or _km(value, manner)
    return name.replace("k", " km") if name in _IN_KM and likely(manner.rng, 0.3) else name


def _temperature(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        return f"{value * 9 / 5 + 32:.1f} F"
    return manner.rng.choice((f"{_digits(value)} degrees", f"{_digits(value)} °C", f"{_digits(value)} C"))


def _percent(value: float, manner: Manner) -> str:
    return f"{_digits(value)}{manner.rng.choice(('%', ' percent', ' per cent'))}"


def _score(value: float, manner: Manner) -> str:
    return f"{_digits(value)}{manner.rng.choice(('/10', ' out of 10'))}"


def _weekdays(value: tuple[str, ...], manner: Manner) -> str:
    days = tuple(_DAYS.get(day, day) for day in value)
    return listed(manner.rng.choice((days, tuple(f"{day}s" for day in days), tuple(day[:3] for day in days))))


def _minutes_by_day(value: dict[str, float], manner: Manner) -> str:
    days_by_minutes: dict[float, list[str]] = {}
    for day, minutes in value.items():
        days_by_minutes.setdefault(minutes, []).append(_DAYS.get(day, day))
    return listed(tuple(f"{_digits(m)} minutes on {listed(tuple(days))}" for m, days in days_by_minutes.items()))


_KINDS: dict[str, Callable[[Any, Manner], str]] = {
    "plain": lambda value, manner: _digits(value) if isinstance(value, int | float) else str(value),
    "count": _number,
    "km": _km,
    "height": _height,
    "weight": _weight,
    "weeks": _of("week"),
    "years": _years,
    "months": _of("month"),
    "days": _of("day"),
    "hours": _of("hour"),
    "times": _of("time"),
    "clock": _clock,
    "race": _race,
    "temperature": _temperature,
    "percent": _percent,
    "score": _score,
    "weekdays": _weekdays,
    "minutes_by_day": _minutes_by_day,
}
