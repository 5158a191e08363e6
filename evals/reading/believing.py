"""Which candidates are facts: one threshold, and a stricter one for values that would clear an athlete."""

from functools import cache
from pathlib import Path
from typing import Final

from coach import sourced_yaml
from coach.records.base import Record
from coach.records.fact import Value
from evals.reading.candidates import Candidate

PATH: Final = Path(__file__).with_name("clearing.yaml")


class Thresholds(Record):
    """clearing.yaml: chances from 0 to 1, and which values of which fields clear."""

    threshold: float
    clearing_threshold: float
    open_from: float
    harm: tuple[str, ...]
    harm_counts: tuple[str, ...]
    permissions: tuple[str, ...]
    values: dict[str, tuple[bool | str, ...]]


@cache
def thresholds() -> Thresholds:
    """The thresholds as shipped."""
    return sourced_yaml.read_as(PATH, Thresholds)


def clears(field: str, value: Value) -> bool:
    """Whether the value would let the safety gate pass where another value might not."""
    known = thresholds()
    if field in known.harm:
        return value == ()
    if field in known.permissions:
        return bool(value)
    if field in known.harm_counts:
        return value == 0
    return value in known.values.get(field, ())


def is_believed(one: Candidate, known: Thresholds | None = None) -> bool:
    """Whether the candidate is a fact by `known`, the thresholds as shipped where none are given.

    Where a wrong value could clear the athlete, another value must not be likely as well.
    """
    known = known or thresholds()
    strict = clears(one.field, one.value)
    if (strict or one.field in known.harm_counts) and one.rival >= known.open_from:
        return False
    return one.chance >= (known.clearing_threshold if strict else known.threshold)
