"""A coach that fails before the gate decided is not praised for the short intake that it left."""

import pytest

from coach import events as e
from coach.states import Reason, State
from evals.checks.record_gaps import first_gap
from evals.checks.registry import CHECKS
from evals.checks.view import Case, SessionView
from personas.load import load

CLOSED = State.CLOSED


@pytest.mark.parametrize("name", ["intake_economy", "intake_fidelity"])
def test_a_session_that_failed_before_the_gate_decided_is_not_passed(
    name: str, recorded: dict[str, SessionView]
) -> None:
    events = recorded["masters_runner"].events
    told = next(index for index, event in enumerate(events) if isinstance(event, e.FactRecorded))
    intake = (index for index, event in enumerate(events) if isinstance(event, e.ModelCalled) and index > told)
    cut = next(index for index in intake if events[index].state == State.INTAKE)
    failed = (
        e.ModelFailed(state=State.INTAKE, what="it refused"),
        e.Moved(source=State.INTAKE, target=CLOSED, reason=Reason.FAILED),
        e.CoachSaid(state=CLOSED, text="Something went wrong on our side."),
        e.SessionClosed(outcome="failed", why="it refused"),
    )
    session = SessionView((*events[:cut], *failed))
    assert first_gap(session) is None
    assert CHECKS[name].judge(Case(session, load("masters_runner"))).value == "not_judged"
