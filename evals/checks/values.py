"""When two values of a field say the same: tolerances in the field's unit, and the ways of saying nothing."""

import tomllib
from pathlib import Path

from coach.profile.validation import WEEKDAYS
from coach.records.fact import Value

_TABLES = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))
TOLERANCE: dict[str, float] = _TABLES["tolerance"]
_COUNTS = frozenset(_TABLES["none_is_nought"]["fields"])
_NO_LIMIT: dict[str, Value] = {"available_days": WEEKDAYS}
"""Values that say the same as no value at all (settled reading 1: absent means no limit)."""


def same(name: str, got: Value, true: Value) -> bool:
    """Equal within the field's tolerance; nothing, none and no are the same where the truth is that there is none."""
    if is_absent(name, got) and is_absent(name, true):
        return True
    got, true = _settled(name, got), _settled(name, true)
    if isinstance(got, bool) or isinstance(true, bool):
        return got is true
    if isinstance(got, int | float) and isinstance(true, int | float):
        return abs(got - true) <= TOLERANCE.get(name, 1e-9)
    if isinstance(got, tuple | list) and isinstance(true, tuple | list):
        return set(got) == set(true)
    return got == true


def is_absent(name: str, value: Value) -> bool:
    """Whether the value says that there is nothing of the field."""
    return _is_empty(_settled(name, value))


def is_denial(value: Value) -> bool:
    """Whether a stated value of any field denies it: no, none, nothing, or a count of 0."""
    return _is_empty(value) or (type(value) is int and value == 0)


def _is_empty(value: Value) -> bool:
    return value is None or value is False or value in ((), "none")


def _settled(name: str, value: Value) -> Value:
    """`value` with the other ways of saying "none" of this field folded into None."""
    if name in _NO_LIMIT and value == _NO_LIMIT[name]:
        return None
    if name in _COUNTS and value == 0 and not isinstance(value, bool):
        return None
    return value
