"""Which candidates are facts: a threshold, a stricter one for values that clear, a lower one for those that alarm."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from coach import sourced_yaml
from coach.records.base import Record
from coach.records.fact import Value
from evals.reading.candidates import Candidate
from evals.reading.propositions import EMPTY, GIVEN, Said

PATH: Final = Path(__file__).with_name("thresholds.yaml")


class Thresholds(Record):
    """thresholds.yaml: chances from 0 to 1, and which values of which fields clear or alarm."""

    threshold: float
    open_from: float
    clearing_threshold: float
    unnamed_clearing_threshold: float
    alarm_threshold: float
    harm: tuple[str, ...]
    harm_counts: tuple[str, ...]
    permissions: tuple[str, ...]
    clearing: dict[str, tuple[bool | str, ...]]
    alarm_lists: tuple[str, ...]
    alarming: dict[str, tuple[bool | str, ...]]


@cache
def thresholds() -> Thresholds:
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
    return value in known.clearing.get(field, ())


def alarms(field: str, said: Said) -> bool:
    """Whether the value may keep an athlete from training, so that it counts although nobody asked."""
    known = thresholds()
    return said not in (None, GIVEN, EMPTY) if field in known.alarm_lists else said in known.alarming.get(field, ())


def is_believed(one: Candidate, known: Thresholds | None = None) -> bool:
    """Whether the candidate is likely enough by `known` (default: as shipped) and no other value is likely as well.

    However likely, what is limited clears nothing.
    """
    known = known or thresholds()
    least = known.alarm_threshold if one.is_volunteered else known.threshold
    if clears(one.field, one.value):
        if one.is_limited:
            return False
        least = known.clearing_threshold if one.is_named else known.unnamed_clearing_threshold
    return one.chance >= least and one.rival < known.open_from


def believed(found: Iterable[Candidate], known: Thresholds | None = None) -> dict[str, Candidate]:
    """The facts among `found`, one a field: the first that is believed, but one that does not clear before one that
    does.
    """
    facts: dict[str, Candidate] = {}
    for one in found:
        if is_believed(one, known) and (one.field not in facts or clears(one.field, facts[one.field].value)):
            facts[one.field] = one
    return facts
