"""Sessions that the offline players really had, recorded once for all tests of this folder."""

import asyncio

import pytest

from coach import variants
from evals.checks.view import SessionView
from evals.offline import OfflineCoach
from evals.session import Seats, Spec, live
from personas.load import load
from personas.offline import OfflineAthlete

RECORDED = ("masters_runner", "chest_pain_hidden", "half_in_seven_weeks")
MODELS = dict.fromkeys(("fast", "reasoning"), "offline/coach")


def recorded_session(name: str) -> SessionView:
    spec = Spec(load(name), variants.load("baseline"))
    athlete = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
    recorder = asyncio.run(live(spec, Seats(OfflineCoach(spec.session_seed), athlete, MODELS)))
    seconds = tuple(entry.beside.get("seconds") if entry.beside else None for entry in recorder.entries)
    return SessionView(tuple(recorder.events), None, seconds)


@pytest.fixture(scope="session")
def recorded() -> dict[str, SessionView]:
    """Persona to its session: accepted with warnings, blocked, abandoned."""
    return {name: recorded_session(name) for name in RECORDED}
