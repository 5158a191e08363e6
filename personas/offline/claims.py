"""What a summary gets wrong: figures the coach states that are not what the athlete said. Knows no wording."""

import re
from collections.abc import Callable, Container
from functools import cache

from pydantic import RootModel

from coach import sourced_yaml
from coach.records.base import Record
from coach.records.fact import Value
from personas.offline.values import number_words
from personas.offline.wordings import FOLDER

_FACTORS = {"miles": 1.609344, "lb": 0.45359237, "lbs": 0.45359237, "pounds": 0.45359237}
_NUMBERS = {number_words(n): n for n in range(1, 21)}
_TOLERANCE = 0.03


class Claim(Record):
    pattern: str
    same: tuple[str, ...] = ()


class _Claims(RootModel[dict[str, Claim]]):
    pass


@cache
def _claims() -> dict[str, Claim]:
    return sourced_yaml.read_as(FOLDER / "claims.yaml", _Claims).root


def figures_stated(text: str) -> dict[str, tuple[float, ...]]:
    """The facts of which `text` states a figure, with the figures."""
    found = {
        name: tuple(_figure(match) for match in re.finditer(claim.pattern, text, re.IGNORECASE))
        for name, claim in _claims().items()
    }
    return {name: figures for name, figures in found.items() if figures}


def mistaken(text: str, told: Container[str], value: Callable[[str], Value]) -> tuple[str, ...]:
    """The facts `told` so far of which `text` states another figure than the athlete's `value`."""
    return tuple(
        name for name, figures in figures_stated(text).items() if name in told and _differs(name, figures, value)
    )


def _differs(name: str, figures: tuple[float, ...], value: Callable[[str], Value]) -> bool:
    own = value(name)
    held = [v for field in (name, *_claims()[name].same) if isinstance(v := value(field), int | float)]
    if not isinstance(own, int | float):
        return False
    return not any(abs(figure - v) <= _TOLERANCE * max(v, 1) for figure in figures for v in held)


def _figure(match: re.Match[str]) -> float:
    groups = match.groupdict()
    word = (groups.get("n") or groups.get("n2") or "0").lower()
    return float(_NUMBERS.get(word, 0) or word) * _FACTORS.get((groups.get("unit") or "").lower(), 1.0)
