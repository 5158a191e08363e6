"""The coach reads its warnings out like a liability notice, and wants them acknowledged."""

from typing import Any

from evals.faults.fault import Fault
from evals.faults.seats import seeing, with_section


def _notice(care: dict[str, Any]) -> dict[str, Any]:
    return {**care, "say": [f"WARNING: {say} Do you acknowledge this risk?" for say in care["say"]]}


FAULT = Fault(
    id="words_warnings_as_waiver",
    owner="care_tone",
    personas=("masters_runner", "achilles_middle_band", "every_day_at_fifty"),
    because="a warning sounds like a waiver",
    follows={"unspoken": "compliance tone is one of the leaks"},
    coach=seeing(lambda seen: with_section(seen, "care", _notice)),
)
