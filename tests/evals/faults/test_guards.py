"""The guards that faults switch off: switched on, each mends or stops what the fault does."""

import asyncio
from dataclasses import replace

from coach import variants
from coach.events import PlanProposed, PlanShown, SessionClosed
from coach.flow import FLOW
from coach.policy import POLICY
from coach.store.recorder import Recorder
from evals.faults import FAULTS
from evals.faults.fault import Fault
from evals.faults.matrix import lived
from evals.session import Spec
from personas.load import load


def guarded(name: str) -> Recorder:
    fault: Fault = replace(FAULTS[name], policy=POLICY, flow=FLOW)
    return asyncio.run(lived(fault, Spec(load(fault.personas[0]), variants.load("baseline"))))


def test_the_repair_loop_never_shows_a_plan_with_a_day_too_many() -> None:
    recorder = guarded("drops_day_limit")
    attempts = [event for event in recorder.events if isinstance(event, PlanProposed)]
    assert len(attempts) == 5
    assert all(any(f.rule == "struct_training_days" for f in attempt.findings) for attempt in attempts)
    assert not [event for event in recorder.events if isinstance(event, PlanShown)]
    assert [event.outcome for event in recorder.events if isinstance(event, SessionClosed)] == ["failed"]


def test_the_table_never_plans_for_a_blocked_athlete() -> None:
    recorder = guarded("ignores_block")
    assert not [event for event in recorder.events if isinstance(event, PlanProposed | PlanShown)]
    assert [event.outcome for event in recorder.events if isinstance(event, SessionClosed)] == ["blocked"]
