"""What a summary gets wrong: figures the coach states that are not what the athlete said. Knows no wording."""

import re
from functools import cache

from pydantic import RootModel

from coach import sourced_yaml
from coach.records.base import Record
from personas.offline.memory import Memory
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


def mistaken(text: str, memory: Memory) -> tuple[str, ...]:
    """The facts told so far of which `text` states another figure."""
    return tuple(
        name for name, claim in _claims().items() if name in memory.told and _differs(name, claim, text, memory)
    )


def _differs(name: str, claim: Claim, text: str, memory: Memory) -> bool:
    stated = [_figure(match) for match in re.finditer(claim.pattern, text, re.IGNORECASE)]
    held = [value for field in (name, *claim.same) if isinstance(value := memory.value(field), int | float)]
    own = memory.value(name)
    if not stated or not isinstance(own, int | float):
        return False
    return not any(abs(figure - value) <= _TOLERANCE * max(value, 1) for figure in stated for value in held)


def _figure(match: re.Match[str]) -> float:
    groups = match.groupdict()
    word = (groups.get("n") or groups.get("n2") or "0").lower()
    return float(_NUMBERS.get(word, 0) or word) * _FACTORS.get((groups.get("unit") or "").lower(), 1.0)
