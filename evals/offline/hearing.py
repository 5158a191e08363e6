"""Imperfect hearing on purpose: what the offline coach makes of the acts that reach it. The same seed mishears alike.

`clean` hears everything. `measured` loses and mistakes facts as often as the reader of free text does on labelled
replies, field by field (hearing.json, written by `coach-eval labelled replies --split test --write`). `hostile` does so
five times as often. How well a session is heard is drawn once a session, so that mishearings come together.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

from coach.profile.catalogue import catalogue
from coach.profile.validation import check_value
from coach.records.base import Record
from coach.records.fact import Value
from evals.hearing_modes import Mode
from personas.acts import Act, Correct, Tell
from personas.channel import Reader

PATH = Path(__file__).with_name("hearing.json")
_KM_PER_MILE = 1.609344
_FACTOR: Mapping[Mode, float] = {"clean": 0.0, "measured": 1.0, "hostile": 5.0}
_MOST = 0.9
_SPREAD = 0.8
"""Sigma of the log-normal factor of a session."""


class Rate(Record):
    """Of `n` labelled facts of a field, the shares that the reader missed and mistook."""

    n: int
    missed: float
    wrong: float


class Rates(Record):
    """`source`: which replies were read. `overall` stands for fields with too few replies."""

    source: str
    overall: Rate
    fields: dict[str, Rate]


def _seven_for_one(value: Value) -> Value:
    """A 7 read as a 1, as in a hand that is hard to read."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    digits = f"{value:g}".replace("7", "1")
    return type(value)(float(digits))


def _miles_for_km(value: Value) -> Value:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return round(float(value) / _KM_PER_MILE, 1) if number else value  # type: ignore[arg-type]


def _entry_lost(value: Value) -> Value:
    """The first entry of a list goes unheard."""
    return value[1:] if isinstance(value, tuple) else value


def _all_lost(value: Value) -> Value:
    """Nothing of a list is heard."""
    return () if isinstance(value, tuple) else value


def _tenfold(value: Value) -> Value:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value * 10 if number else value  # type: ignore[operator]


MISHEARINGS: Mapping[str, Callable[[Value], Value]] = {
    "seven_for_one": _seven_for_one,
    "miles_for_km": _miles_for_km,
    "entry_lost": _entry_lost,
    "all_lost": _all_lost,
    "tenfold": _tenfold,
}
"""What may become of a value on the way to the coach."""


class Mishearing:
    """A reader that takes every value of `fields` (all where empty) as `MISHEARINGS[name]` makes it."""

    def __init__(self, reader: Reader, name: str, fields: frozenset[str] = frozenset()) -> None:
        self._reader, self._change, self._fields = reader, MISHEARINGS[name], fields

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        acts = self._reader.read(text, question)
        return None if acts is None else tuple(self._heard(act) for act in acts)

    def _heard(self, act: Act) -> Act:
        if not isinstance(act, Tell | Correct) or (self._fields and act.field not in self._fields):
            return act
        return _with(act, self._change(act.value))


class Hearing:
    """`reader` heard through noise: each fact may be lost, or taken for another value that the field could have."""

    def __init__(self, reader: Reader, mode: Mode, seed: int) -> None:
        self._reader, self._seed = reader, seed
        self._factor = _FACTOR[mode] * Random(f"hearing/{seed}").lognormvariate(0, _SPREAD)

    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        acts = self._reader.read(text, question)
        if acts is None or not self._factor:
            return acts
        rng = Random(f"hearing/{self._seed}/{text}")
        heard = (self._heard(act, rng) if isinstance(act, Tell | Correct) else act for act in acts)
        return tuple(act for act in heard if act is not None)

    def _heard(self, act: Tell | Correct, rng: Random) -> Act | None:
        rate = rates().fields.get(act.field, rates().overall)
        drawn = rng.random()
        missed, wrong = (min(share * self._factor, _MOST) for share in (rate.missed, rate.wrong))
        if drawn < missed:
            return None
        if drawn < missed + wrong and (mistaken := _mistaken(act, rng)) is not None:
            return mistaken
        return act


def _mistaken(act: Tell | Correct, rng: Random) -> Act | None:
    """The act with another value of its field; None where no mishearing gives one."""
    options: list[Value] = [change(act.value) for change in MISHEARINGS.values()]
    field = catalogue().fields.get(act.field)
    if field is not None and field.type in {"bool", "enum"}:
        options += [True, False, *field.values]
    fitting = [value for value in options if value != act.value and check_value(act.field, value) is None]
    return _with(act, rng.choice(fitting)) if fitting else None


def _with(act: Tell | Correct, value: Value) -> Act:
    """The act with another value; what it denied is then as the question named it."""
    changed: dict[str, object] = {"value": value}
    return act.model_copy(
        update=changed if isinstance(act, Correct) or value == act.value else {**changed, "denied": None}
    )


@cache
def rates() -> Rates:
    return Rates.model_validate(json.loads(PATH.read_text(encoding="utf-8")))
