"""What the network is asked about a reply, one yes or no at a time. Knows no words and no weights."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

from coach.profile.catalogue import catalogue
from coach.records.fact import Value

Said = str | bool | float | None
Proposition = tuple[str, Said]
"""A field with one thing that may be said of it: a value, or one of the words below."""

GIVEN: Final = "given"
"""A number, a list or minutes by day that was stated, whatever it is."""
EMPTY: Final = "()"
"""A list with nothing in it."""
DAYS: Final = "available_days"
MINUTES: Final = "available_minutes"
EXCLUDED_DAYS: Final = "available_days: excluded"
"""What a mention of days may be told of, beside `DAYS`: they are named as not available."""
COUNTED: Final = frozenset({
    "training_days_per_week", "hard_sessions_requested_per_week", "bsi_high_risk_count_24m", "bsi_low_risk_count_24m",
    "reliever_uses_per_week", "missed_cycles_consecutive", "race_distance_km", "recent_race_distance_km",
})  # fmt: skip
"""Numbers that are stated without a number as well: "daily", "a half", one named bone."""


def propositions(facts: Mapping[str, Value]) -> frozenset[Proposition]:
    return frozenset((name, said) for name, value in facts.items() for said in _said(name, value))


def _said(name: str, value: Value) -> Iterator[Said]:
    if value is None or isinstance(value, bool | str):
        yield value
    elif isinstance(value, tuple | list):
        yield GIVEN
        yield from value or (EMPTY,)
    elif value == 0:
        yield from (0, GIVEN)
    elif name in COUNTED and isinstance(value, int | float):
        yield from (round(float(value), 1), GIVEN)
    else:
        yield GIVEN


def fields_digest() -> str:
    """Changes with any name, type, unit, range or value of the catalogue."""
    rows = (
        f"{name} {field.type} {field.unit} {field.range} {sorted(field.values)}"
        for name, field in sorted(catalogue().fields.items())
    )
    return sha256("\n".join(rows).encode()).hexdigest()[:16]
