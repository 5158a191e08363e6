"""A value in words: units, times, distances, numbers in words. Knows no field and no persona."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal, NamedTuple

from coach.profile.wording import listed
from personas.offline.seeded_chance import likely

Units = Literal["metric", "imperial"]

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_EXACT_BELOW: Final = 100_000
_HALF: Final = 0.5
_HALF_A_YEAR: Final = 6
_YEARS_FROM: Final = 2
_MINUTE: Final = 60
_RACES = {0.8: "800 m", 1.5: "1500 m", 1.609: "mile", 1.609344: "mile", 3: "3k", 5: "5k", 10: "10k", 15: "15k"} | {
    16.09: "10-miler", 16.0934: "10-miler", 21.0975: "half marathon", 21.1: "half marathon", 42.195: "marathon",
    42.2: "marathon", 50: "50k", 100: "100k",
}  # fmt: skip
_DAYS = {"mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday"} | {
    "sat": "Saturday", "sun": "Sunday",
}  # fmt: skip
_SPANS = {tuple(_DAYS): "every day", tuple(_DAYS)[:5]: "on weekdays", tuple(_DAYS)[5:]: "at weekends"}
_KM_PER_MILE = 1.609344
_LB_PER_KG = 2.2046226
_HEDGES = ("around", "about", "roughly")


class Manner(NamedTuple):
    """How values are worded: the unit system, whether hedges fit, and the dice."""

    units: Units
    approx: bool
    rng: Random


def worded(kind: str, value: Any, manner: Manner) -> str:
    """`value` of that kind as the athlete would write it, with its unit."""
    text = _KINDS.get(kind, _plain)(value, manner)
    return f"{manner.rng.choice(_HEDGES)} {text}" if manner.approx and likely(manner.rng, 0.35) else text


def bare(kind: str, value: Any, manner: Manner) -> str:
    """The figure without its unit where the question has named that; miles, pounds, feet and times keep theirs."""
    if kind in _UNITS or (kind in _METRIC and manner.units == "metric"):
        return _digits(value)
    return _KINDS.get(kind, _plain)(value, manner)


def number_words(number: int) -> str:
    """English words for 0..12, digits beyond."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def _digits(value: float) -> str:
    return f"{round(value, 2):g}" if abs(value) < _EXACT_BELOW else f"{value:.0f}"


def _plain(value: Any, _manner: Manner) -> str:
    return _digits(value) if isinstance(value, int | float) else str(value)


def _number(value: float, manner: Manner) -> str:
    return number_words(int(value)) if float(value).is_integer() and likely(manner.rng, 0.25) else _digits(value)


def _scaled(value: float) -> str:
    """Whole where that is true to half a percent, else with one decimal."""
    return _digits(round(value) if abs(round(value) - value) <= 0.005 * value else round(value, 1))


def _km(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        miles = _scaled(value / _KM_PER_MILE)
        return f"{miles} mile" if miles == "1" else f"{miles} miles"
    return f"{_digits(value)}{manner.rng.choice((' km', 'k', 'km', ' k'))}"


def _height(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        feet, inches = divmod(round(value / 2.54), 12)
        return manner.rng.choice((f"{feet}'{inches}\"", f"{feet} foot {inches}", f"{feet} ft {inches}"))
    options = [f"{_digits(value)} cm", f"{_digits(value)}cm"]
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
    minutes, seconds = divmod(round(value), _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    if hours:
        full = f"{hours}:{minutes:02d}:{seconds:02d}"
        return full if seconds else manner.rng.choice((full, f"{hours}:{minutes:02d}", f"{hours}h{minutes:02d}"))
    if not seconds:
        return manner.rng.choice((f"{minutes}:00", f"{minutes} minutes", f"{minutes} flat"))
    return f"{minutes}:{seconds:02d}"


def _race(value: float, manner: Manner) -> str:
    return _RACES.get(value) or _km(value, manner).replace("miles", "mile")


def _temperature(value: float, manner: Manner) -> str:
    if manner.units == "imperial":
        return f"{value * 9 / 5 + 32:.1f} F"
    return f"{_digits(value)}{manner.rng.choice(('', ' degrees', ' C'))}"


def _percent(value: float, manner: Manner) -> str:
    return f"{_digits(value)}{manner.rng.choice(('%', ' percent'))}"


def _score(value: float, manner: Manner) -> str:
    return f"{_digits(value)}{manner.rng.choice(('/10', ' out of 10'))}"


def _weekdays(value: tuple[str, ...], manner: Manner) -> str:
    days = tuple(_DAYS.get(day, day) for day in value)
    return listed(manner.rng.choice((days, tuple(f"{day}s" for day in days), tuple(day[:3] for day in days))))


def _minutes_by_day(value: dict[str, float], _manner: Manner) -> str:
    days_by_minutes: dict[float, list[str]] = {}
    for day in sorted(value, key=tuple(_DAYS).index):
        days_by_minutes.setdefault(value[day], []).append(day)
    return listed(tuple(f"{_digits(m)} minutes {_on(tuple(days))}" for m, days in days_by_minutes.items()))


def _on(days: tuple[str, ...]) -> str:
    return _SPANS.get(days) or f"on {listed(tuple(_DAYS[day] for day in days))}"


_UNITS = frozenset({"weeks", "days", "hours", "months", "score", "percent", "times"})
_METRIC = frozenset({"km", "height", "weight", "temperature"})
_KINDS: dict[str, Callable[[Any, Manner], str]] = {
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
