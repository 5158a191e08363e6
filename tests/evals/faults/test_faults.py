"""Each planted fault is caught by its owner, and by no scorer outside its list; the clean coach sets off none."""

import pytest

from evals.checks.registry import CHECKS
from evals.faults import FAULTS
from evals.faults.matrix import CLEAN, row

SEEDS = (0,)
"""One seed here; `make faults` takes more."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_scorers_that_exist_and_why_they_follow(name: str) -> None:
    fault = FAULTS[name]
    assert fault.id == name
    assert fault.expected <= set(CHECKS)
    assert fault.personas
    assert all(fault.follows.values())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_sets_off_its_owner_and_what_follows_and_nothing_else(name: str) -> None:
    fault = FAULTS[name]
    assert set(row(fault, fault.personas, SEEDS).fired) == fault.expected


@pytest.mark.parametrize("persona", sorted({name for fault in FAULTS.values() for name in fault.personas}))
def test_the_clean_coach_is_not_accused(persona: str) -> None:
    assert row(CLEAN, [persona], SEEDS).fired == {}
