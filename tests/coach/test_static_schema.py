"""A variant with a static schema asks no analyst, and everything else stays as it is."""

import asyncio

import pytest
from offline_seats import offline_seats

from coach import variants
from coach.events import ModelCalled, SchemaAccepted, SessionClosed
from coach.schemas import schema_for
from coach.states import State
from coach.store.recorder import Recorder
from evals.checks.record_gaps import first_gap
from evals.checks.view import SessionView
from evals.session import Spec, live
from personas.load import load


def played(persona: str, variant: str) -> Recorder:
    spec = Spec(load(persona), variants.load(variant))
    return asyncio.run(live(spec, offline_seats(spec)))


@pytest.mark.parametrize("persona", ["masters_runner", "goal_changer"])
def test_no_analyst_is_asked_and_each_goal_gets_the_schema_of_the_table(persona: str) -> None:
    recorder = played(persona, "static_schema")
    called = [event.state for event in recorder.events if isinstance(event, ModelCalled)]
    schemas = [event.intake for event in recorder.events if isinstance(event, SchemaAccepted)]
    assert called
    assert State.ANALYST not in called
    assert schemas
    age = recorder.session.told["age_years"]
    of_the_table = schema_for(recorder.session.goals, age)
    assert [field.name for field in schemas[-1].fields] == [field.name for field in of_the_table.fields]
    assert [e.outcome for e in recorder.events if isinstance(e, SessionClosed)] == ["accepted"]


def test_such_a_session_is_judged_like_any_other() -> None:
    recorder = played("masters_runner", "static_schema")
    assert first_gap(SessionView(tuple(recorder.events))) is None
    claimed = tuple(
        event.model_copy(update={"from_table": False}) if isinstance(event, SchemaAccepted) else event
        for event in recorder.events
    )
    assert "the tool call behind schema_accepted is missing" in str(first_gap(SessionView(claimed)))


def test_the_safety_fields_are_asked_in_both_arms() -> None:
    arms = [played("masters_runner", variant) for variant in ("baseline", "static_schema")]
    asked = [{*arm.session.facts, *arm.session.added_fields} for arm in arms]
    assert asked[0] == asked[1]
    assert "symptoms" in asked[1]
