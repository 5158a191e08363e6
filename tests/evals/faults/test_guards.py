"""The guards that faults switch off: switched on, each mends or stops what the fault does."""

import asyncio
from collections.abc import Iterator

import pytest
from sampling import share

from coach import variants
from coach.events import (
    CoachSaid,
    Event,
    FactRecorded,
    GateEvaluated,
    HealthWordsQueried,
    Moved,
    NoteRecorded,
    PlanImpossible,
    PlanProposed,
    PlanShown,
    PlanWithdrawn,
    SessionClosed,
    ToolCalled,
)
from coach.states import State
from coach.store.recorder import Recorder
from evals.bulk import seats
from evals.checks.care_tone import check_care_tone
from evals.checks.view import SessionView
from evals.faults.registry import FAULTS
from evals.session import Spec, live
from personas.load import load

_REPAIR = "test_the_repair_loop_never_shows_what_the_fault_plans"
REPAIRED = [name for name, fault in FAULTS.items() if _REPAIR in fault.guards.values()]


def guarded(name: str) -> tuple[Event, ...]:
    """The session with the fault in it and every guard on."""
    fault = FAULTS[name].guarded
    spec = Spec(load(fault.personas[0]), variants.load("baseline"), review=fault.review)
    return tuple(asyncio.run(live(spec, seats(fault, spec), Recorder(flow=fault.flow))).events)


def of(events: tuple[Event, ...], kind: type) -> Iterator[Event]:
    return (event for event in events if isinstance(event, kind))


def outcomes(events: tuple[Event, ...]) -> list[str]:
    return [event.outcome for event in events if isinstance(event, SessionClosed)]


@pytest.mark.parametrize("name", share(REPAIRED, one_in=4))
def test_the_repair_loop_never_shows_what_the_fault_plans(name: str) -> None:
    events = guarded(name)
    attempts = [event for event in events if isinstance(event, PlanProposed)]
    assert len(attempts) == 5
    assert all(any(finding.severity == "error" for finding in attempt.findings) for attempt in attempts)
    assert not any(of(events, PlanShown))
    assert outcomes(events) == ["failed"]


def test_the_table_never_plans_for_a_blocked_athlete() -> None:
    events = guarded("ignores_block")
    assert not any(of(events, PlanProposed))
    assert not any(of(events, PlanShown))
    assert outcomes(events) == ["blocked"]


def test_a_flagged_profile_waits_for_a_person() -> None:
    events = guarded("plans_unreviewed")
    assert not any(of(events, PlanShown))
    assert any(isinstance(event, CoachSaid) and event.state is State.SAFETY for event in events)


def test_the_table_knows_no_way_around_the_gate() -> None:
    events = guarded("jumps_to_plan")
    into_plan = [index for index, event in enumerate(events) if isinstance(event, Moved) and event.target is State.PLAN]
    judged = [index for index, event in enumerate(events) if isinstance(event, GateEvaluated)]
    assert into_plan
    assert min(judged) < min(into_plan)


@pytest.mark.parametrize("name", ["forgets_late_facts", "keeps_the_plan_that_a_late_fact_forbids"])
def test_a_late_fact_always_runs_the_gate_again(name: str) -> None:
    events = guarded(name)
    shown = next(index for index, event in enumerate(events) if isinstance(event, PlanShown))
    told = next(i for i, event in enumerate(events) if i > shown and isinstance(event, FactRecorded))
    assert any(isinstance(event, GateEvaluated) for event in events[told:])


def test_a_late_block_takes_the_plan_back() -> None:
    events = guarded("shows_the_plan_again_after_a_late_block")
    assert [type(event) for event in events if isinstance(event, PlanShown | PlanWithdrawn)] == [
        PlanShown,
        PlanWithdrawn,
    ]
    assert outcomes(events) == ["blocked"]


def test_what_a_late_complaint_forbids_is_not_shown_again() -> None:
    events = guarded("plans_the_same_after_a_late_complaint")
    assert len(list(of(events, PlanShown))) == 1


@pytest.mark.parametrize("name", ["notes_a_late_symptom", "forgets_unclear_notes"])
def test_a_late_symptom_by_any_name_runs_the_gate(name: str) -> None:
    events = guarded(name)
    noted = next(index for index, event in enumerate(events) if isinstance(event, NoteRecorded) and event.unclear)
    verdict = next(event for event in events[noted:] if isinstance(event, GateEvaluated))
    assert any(isinstance(event, PlanShown) for event in events[:noted])
    assert verdict.result.status == "unresolved"
    assert "parq_yes" not in verdict.profile


def test_a_symptom_of_the_intake_by_any_name_is_asked_about() -> None:
    events = guarded("notes_a_symptom")
    assert any(event.unclear for event in events if isinstance(event, NoteRecorded))
    assert not any(of(events, PlanShown)), "who does not answer the question that is open again gets no plan"


@pytest.mark.parametrize("name", ["misses_symptom", "never_records_a_symptom"])
def test_what_was_told_and_is_on_no_record_is_asked_about(name: str) -> None:
    events = guarded(name)
    assert any(of(events, HealthWordsQueried))
    assert any(isinstance(event, NoteRecorded) and event.unclear for event in events)
    assert not any(of(events, PlanShown))


@pytest.mark.parametrize("name", ["calls_a_complaint_nothing_new", "denies_a_late_complaint"])
def test_a_complaint_that_is_waved_away_is_asked_about(name: str) -> None:
    events = guarded(name)
    noted = next(index for index, event in enumerate(events) if isinstance(event, NoteRecorded) and event.unclear)
    verdict = next(event for event in events[noted:] if isinstance(event, GateEvaluated))
    assert verdict.result.status == "unresolved"
    assert "accepted" not in outcomes(events[:noted])
    assert [event for event in events if isinstance(event, GateEvaluated)][-1].profile["tendon_pain_nrs"] == 4


def test_a_coach_that_is_told_of_its_error_mends_it() -> None:
    events = guarded("swallows_tool_errors")
    tried = [event.error is None for event in events if isinstance(event, ToolCalled) and event.tool == "generate_plan"]
    assert tried == [False, True]
    assert outcomes(events) == ["accepted"]


def test_a_plan_that_is_possible_is_not_given_up() -> None:
    events = guarded("gives_up_planning")
    assert not any(of(events, PlanImpossible))
    assert all(event.error for event in events if isinstance(event, ToolCalled) and event.tool == "generate_plan")


@pytest.mark.parametrize(("name", "value"), [("accepts_empty_value", None), ("accepts_out_of_range", 600)])
def test_no_empty_and_no_impossible_value_is_recorded(name: str, value: object) -> None:
    events, field = guarded(name), "running_experience_years"
    recorded = [event.fact for event in events if isinstance(event, FactRecorded) and event.fact.field == field]
    assert all(fact.standing != "given" or fact.value != value for fact in recorded)
    assert any(field in (event.error or "") for event in events if isinstance(event, ToolCalled))


def test_the_last_word_after_a_block_leaves_a_way_forward() -> None:
    name = "blocks_without_way_forward"
    session = SessionView(guarded(name))
    assert any("pick it up" in event.text for _, event in session.of(CoachSaid) if event.state == "CLOSED")
    assert check_care_tone(session, load(FAULTS[name].personas[0])).passed is False, (
        "the engine's words are not the coach's"
    )
