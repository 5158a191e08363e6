"""Sessions that the offline players really had, with their acts, recorded once for all tests of this folder."""

import asyncio

import pytest
from offline_seats import offline_seats
from plans import planned

from coach import variants
from coach.records.block import TrainingBlock
from evals.checks.view import SessionView, view
from evals.session import Spec, as_stored, live
from personas.load import load

RECORDED = ("masters_runner", "chest_pain_hidden", "half_in_seven_weeks")


def recorded_session(name: str) -> SessionView:
    """The session as logs hold it, read back."""
    spec = Spec(load(name), variants.load("baseline"))
    seats = offline_seats(spec)
    recorder = asyncio.run(live(spec, seats))
    return view(as_stored(recorder, spec.name, channel=seats.channel))


@pytest.fixture(scope="session")
def recorded() -> dict[str, SessionView]:
    """Persona to its session: accepted with warnings, blocked, abandoned."""
    return {name: recorded_session(name) for name in RECORDED}


@pytest.fixture(scope="session")
def plan() -> TrainingBlock:
    """The planner's own plan for what the healthy runner's file says."""
    return planned()
