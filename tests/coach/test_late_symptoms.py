"""Whatever an athlete tells of their health, by whatever name a model records it, no plan passes it by."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from scripted_coach import after, caused, in_intake, in_present

from coach.errors import IllegalEvent
from coach.events import Event, FactRecorded, NoteRecorded
from coach.flow import FLOW, gate_approves
from coach.missing_facts import profile_of, unsettled
from coach.profile.catalogue import catalogue
from coach.profile.uncatalogued import fields_meant
from coach.records.fact import Fact
from coach.safety.gate import decide
from coach.session import Session
from coach.states import Reason, State
from coach.tools import ANALYZE_GOAL, COLLECT_DATA, CORRECT_DATA
from coach.tools.tool import Tool, ToolError

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "datasets" / "late_symptoms.jsonl").read_text("utf-8").splitlines()
]
HEALTH = [row for row in ROWS if row["health"] and row["field"] not in catalogue().fields]
HARMLESS = [row for row in ROWS if not (row["health"] or row["near_name"]) and row["field"] not in catalogue().fields]
TOOLS = st.sampled_from([COLLECT_DATA, CORRECT_DATA])
SOME = settings(max_examples=examples(40))


def items(row: dict[str, Any]) -> dict[str, Any]:
    return {"items": [{"field": row["field"], "value": row["value"], "raw": row["raw"]}]}


def recorded(session: Session, tool: Tool, row: dict[str, Any]) -> tuple[Event, ...]:
    return caused(tool, session, items(row))


def parq(session: Session, **more: Any) -> FactRecorded:
    return FactRecorded(fact=Fact(field="parq_yes", value=(), turn=session.turn, **more))


def assert_open(session: Session) -> None:
    """Nothing approves until the general question is answered in a later turn."""
    assert not gate_approves(session)
    assert decide(profile_of(session), session.declined).status in {"unresolved", "blocked"}
    assert "parq_yes" in unsettled(session)
    for fact in (parq(session), parq(session, standing="declined")):
        with pytest.raises(IllegalEvent):
            FLOW.step(session, fact)
    with pytest.raises(ToolError, match="open again"):
        COLLECT_DATA.call(session, {"items": [{"field": "parq_yes", "value": []}]})


@SOME
@given(st.sampled_from(ROWS), TOOLS)
def test_whatever_is_noted_with_the_plan_on_the_table_opens_the_health_question(row: Any, tool: Tool) -> None:
    if row["field"] in catalogue().fields:
        return
    session = after(in_present(), recorded(in_present(), tool, row))
    move = FLOW.next_move(session)
    assert move is not None
    assert (move.target, move.reason) == (State.SAFETY, Reason.FACT_CHANGED)
    assert_open(session)


@SOME
@given(st.sampled_from(HEALTH), TOOLS)
def test_nothing_about_health_is_a_silent_note_of_the_intake(row: Any, tool: Tool) -> None:
    with pytest.raises(ToolError) as caught:
        tool.call(in_intake(), items(row))
    notes = [event for event in caught.value.events if isinstance(event, NoteRecorded)]
    assert all(note.unclear for note in notes)
    if notes:
        assert_open(after(in_intake(), caught.value.events))
    else:
        assert set(row["fields"]) & catalogue().fields.keys() & set(str(caught.value).replace("(", " ").split())


@SOME
@given(st.sampled_from(HARMLESS), TOOLS)
def test_what_is_harmless_is_noted_in_the_intake(row: Any, tool: Tool) -> None:
    assert any(isinstance(event, NoteRecorded) for event in recorded(in_intake(), tool, row))


def test_two_harmless_items_in_three_are_noted_without_a_question() -> None:
    silent = [row for row in HARMLESS if not fields_meant(row["field"], f"{row['raw']} {row['value']}")]
    assert len(silent) / len(HARMLESS) > 2 / 3


def test_every_item_about_health_names_a_field() -> None:
    unseen = [row["id"] for row in HEALTH if not fields_meant(row["field"], f"{row['raw']} {row['value']}")]
    assert not unseen


def test_a_note_of_an_older_record_is_clear() -> None:
    assert NoteRecorded.model_validate({"name": "dog", "text": "has a dog", "turn": 2}).unclear is False


@pytest.mark.parametrize("name", ["fainting", "chest_pain", "knee_injury", "simptoms", "current_medication"])
def test_the_analyst_cannot_ask_for_health_under_a_name_of_its_own(name: str) -> None:
    field = {"name": name, "question": "How is that?", "reason": "r"}
    given = {"goal_analysis": {"type": "performance", "sport": "running"}, "fields": [field]}
    with pytest.raises(ToolError, match=rf"fields\.{name}"):
        ANALYZE_GOAL.call(in_intake(), given)
