"""Reads a fact back in the words of a coach. Visible text; knows the catalogue's `say` and nothing of a session."""

import re
from collections.abc import Callable, Sequence

from coach.profile.catalogue import Field, catalogue
from coach.profile.validation import WEEKDAYS
from coach.records.fact import Value

_ALTERNATIVES = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_ONE_OF_MANY = re.compile(r"(?<![\w.:])(1 (?:hard )?(?:week|day|month|year|hour|session|period|time|minute))s\b")
_SECONDS = "s"


def say(name: str, value: Value) -> str:
    """One clause about any field of the catalogue, without capital or full stop: "you run about 45 km a week"."""
    field = catalogue().fields[name]
    if value is None:
        return f"{label(name)}: doesn't apply to you"
    if field.type == "list" and not value:
        return f"{label(name)}: nothing to mention"
    if field.unit == "years" and isinstance(value, float) and 0 < value < 1:
        return field.say.replace("{value} years", f"about {max(1, round(12 * value))} months")
    sentence = _ALTERNATIVES.sub(lambda found: found[1] if value is True else found[2], field.say)
    return _ONE_OF_MANY.sub(r"\1", sentence.replace("{value}", _WORDS[field.type](field, value)))


def label(name: str) -> str:
    """A short human name of the field: the first of its words."""
    return catalogue().fields[name].words[0]


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`; empty where there is nothing to list."""
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def clock(seconds: float) -> str:
    """265 -> "4:25", 12600 -> "3:30:00"."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _number(field: Field, value: object) -> str:
    if not isinstance(value, int | float):
        return str(value)
    return clock(value) if field.unit == _SECONDS else f"{value:.10g}"


def _choice(field: Field, value: object) -> str:
    known = field.values.get(str(value))
    return known.say if known else str(value).replace("_", " ")


def _choices(field: Field, value: object) -> str:
    held = [str(item) for item in value] if isinstance(value, tuple | list) else [str(value)]
    if {*held} <= {*WEEKDAYS}:
        held = [day for day in WEEKDAYS if day in held]
    return listed([_choice(field, item) for item in held])


def _minutes(field: Field, value: object) -> str:
    days = catalogue().fields["available_days"].values
    given = value if isinstance(value, dict) else {}
    return ", ".join(f"{minutes:g} minutes on {days[day].say}" for day, minutes in given.items()) or "none"


def _plain(field: Field, value: object) -> str:
    return str(value)


_WORDS: dict[str, Callable[[Field, object], str]] = {
    "int": _number,
    "number": _number,
    "bool": _plain,
    "enum": _choice,
    "list": _choices,
    "date": _plain,
    "text": _plain,
    "minutes_by_day": _minutes,
}
