"""Whether a value may stand in a field of the catalogue. Judges one field at a time; infers nothing."""

import datetime as dt
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from coach.errors import InputError
from coach.profile.catalogue import Field, catalogue
from coach.profile.profile import Profile
from coach.records.fact import Value

DECLINED: Final = "declined"
"""The one key of a profile line that is no field: names of fields that the athlete did not answer."""

WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST_WORD: Final = 200
_LONGEST_LIST: Final = 200
_AFTER_A_NUMBER: Final = {"0-10": "", "1/week": "a week"}
"""Units that read otherwise behind a number; that of a scale is its range, which is named."""


def check_value(name: str, value: Value) -> str | None:
    """None where `value` may stand in `name`; else a sentence naming what is expected."""
    field = catalogue().fields.get(name)
    if field is None:
        return f"{name!r} is not a field of the catalogue"
    if value is None:
        return "must have a value: it is asked of everybody, so null is not an answer" if field.screening else None
    return _CHECKS[field.type](field, value)


def in_type(name: str, value: Value) -> Value:
    """`value` in the type of its field: for an integer field 16.0 is 16, as in JSON Schema; anything else as it is."""
    field = catalogue().fields.get(name)
    whole = isinstance(value, float) and value.is_integer() and field is not None and field.type == "int"
    return int(value) if whole else value  # type: ignore[arg-type]  # a float, since `whole`


def parse_profile(data: Mapping[str, object]) -> tuple[Profile, frozenset[str]]:
    """The profile of a JSON object and the names in its `declined`; raise `InputError` naming the field."""
    profile: Profile = {}
    for name, raw in data.items():
        if name == DECLINED:
            continue
        given: Any = tuple(raw) if isinstance(raw, list) else raw
        value = in_type(name, given)
        if problem := check_value(name, value):
            raise InputError(problem if name not in catalogue().fields else f"{name} {problem}")
        profile[name] = value
    return profile, _declined(data.get(DECLINED, []), profile)


def _declined(names: object, profile: Profile) -> frozenset[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"{DECLINED} must be a list of field names, not {names!r}")
    for name in names:
        if name not in catalogue().fields:
            raise InputError(f"{DECLINED}: {name!r} is not a field of the catalogue")
        if name in profile:
            raise InputError(f"{DECLINED}: {name} has a value too; it can be only one of the two")
    return frozenset(names)


def _in_range(field: Field, value: float) -> str | None:
    low, high = field.range or (-math.inf, math.inf)
    unit = _AFTER_A_NUMBER.get(field.unit, field.unit) if field.unit else ""
    return None if low <= value <= high else f"must be between {low:g} and {f'{high:g} {unit}'.strip()}, not {value!r}"


def _check_int(field: Field, value: object) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return f"must be a whole number ({field.unit}), not {value!r}"
    return _in_range(field, value)


def _check_number(field: Field, value: object) -> str | None:
    # A whole number of 400 digits is finite and yet no float: the range refuses it.
    finite = not isinstance(value, float) or math.isfinite(value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not finite:
        return f"must be a number ({field.unit}), not {value!r}"
    return _in_range(field, value)


def _check_bool(field: Field, value: object) -> str | None:
    return None if isinstance(value, bool) else f"must be true or false, not {value!r}"


def _check_enum(field: Field, value: object) -> str | None:
    known = isinstance(value, str) and value in field.values
    return None if known else f"must be one of {', '.join(field.values)}, not {value!r}"


def _check_list(field: Field, value: object) -> str | None:
    if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
        return f"must be a list of words, not {list(value) if isinstance(value, tuple) else value!r}"
    if len(value) > _LONGEST_LIST:
        return f"must hold at most {_LONGEST_LIST} words, not {len(value)}"
    if len(set(value)) < len(value):
        return f"must not name anything twice: {', '.join(value)}"
    for item in value:
        if field.open_values and (not item.strip() or len(item) > _LONGEST_WORD):
            return f"must hold short words, not {item!r}"
        if not field.open_values and item not in field.values:
            return f"must hold only {', '.join(field.values)}, not {item!r}"
    return None


def _check_date(field: Field, value: object) -> str | None:
    try:
        dt.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        return f"must be a date such as 2026-01-05, not {value!r}"
    return None


def _check_text(field: Field, value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else f"must be words, not {value!r}"


def _check_minutes(field: Field, value: object) -> str | None:
    if not isinstance(value, dict) or not set(value) <= set(WEEKDAYS):
        return f"must give minutes for days among {', '.join(WEEKDAYS)}, not {value!r}"
    problems = (_check_number(field, minutes) for minutes in value.values())
    return next((problem for problem in problems if problem), None)


_CHECKS: dict[str, Callable[[Field, object], str | None]] = {
    "int": _check_int,
    "number": _check_number,
    "bool": _check_bool,
    "enum": _check_enum,
    "list": _check_list,
    "date": _check_date,
    "text": _check_text,
    "minutes_by_day": _check_minutes,
}
