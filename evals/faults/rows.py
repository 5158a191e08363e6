"""Who must catch each fault that a function plants, and what follows from it. Data: faults.yaml; knows no change."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from pydantic import Field

from coach import sourced_yaml
from coach.records.base import Record
from evals.faults.fault import Fault, MakeCoach

PATH = Path(__file__).with_name("faults.yaml")


class FaultRow(Record):
    """The fields of a `Fault` that say what of it shows."""

    personas: tuple[str, ...]
    because: str
    shows: frozenset[str] = frozenset()
    follows: dict[str, str] = Field(default_factory=dict)
    guards: dict[str, str] = Field(default_factory=dict)


class _Table(Record):
    """`faults`: owner to id to row. `shared` is what rows take over by its anchor."""

    shared: dict[str, dict[str, str]]
    faults: dict[str, dict[str, FaultRow]]


@cache
def table() -> dict[str, Fault]:
    """The faults as shipped, by id, still without the change that each makes; `ValueError` where an id has two rows."""
    found: dict[str, Fault] = {}
    for owner, rows in sourced_yaml.read_as(PATH, _Table).faults.items():
        for name, row in rows.items():
            if name in found:
                raise ValueError(f"{PATH.name}: {name} stands under {found[name].owner} and under {owner}")
            found[name] = Fault(name, owner, **dict(row))
    return found


def fault_of(name: str) -> Fault:
    return table()[name]


def by_coach(**coaches: MakeCoach) -> tuple[Fault, ...]:
    """The fault of each id, with the coach that makes it."""
    return tuple(replace(fault_of(name), coach=coach) for name, coach in coaches.items())
