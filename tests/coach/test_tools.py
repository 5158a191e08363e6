"""Tools: every one described, flat, and answering bad input with what to mend."""

from typing import Any

import anthropic
import pytest

from coach.context import SECTIONS
from coach.events import FactRecorded, GoalsCaptured, NoteRecorded
from coach.flow import FLOW
from coach.missing_facts import required, unsettled
from coach.policy import POLICY
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.session import Session
from coach.states import State
from coach.tools import ANALYZE_GOAL, CAPTURE_GOAL, COLLECT_DATA
from coach.tools.strict_schema import strict_schema
from coach.tools.tool import ToolError

TOOLS = {tool.name: tool for row in POLICY.values() for tool in row.tools}


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys(inner)}
    return {key for inner in value for key in keys(inner)} if isinstance(value, list) else set()


def test_every_state_that_asks_a_model_has_a_row() -> None:
    assert set(POLICY) == set(State) - {State.CLOSED}


def test_a_tool_is_described_and_its_schema_is_flat() -> None:
    for tool in TOOLS.values():
        assert len(tool.description) > 60, tool
        assert not {"$ref", "$defs"} & keys(tool.definition["input_schema"]), tool


def listed(schema: Any) -> Any:
    """With every pair as a list of its first type."""
    if not isinstance(schema, dict):
        return [listed(each) for each in schema] if isinstance(schema, list) else schema
    made = {key: listed(value) for key, value in schema.items()}
    return made | {"items": made.pop("prefixItems")[0]} if "prefixItems" in made else made


def test_a_strict_schema_is_what_the_sdk_makes_of_it() -> None:
    plain = {tool.name: tool.definition["input_schema"] for tool in TOOLS.values() if not tool.not_strict}
    strict = {name: strict_schema(schema) for name, schema in plain.items()}
    said = [name for name, schema in strict.items() if schema is not None]
    assert len(said) >= 7
    assert "generate_plan" in said
    assert [name for name in said if strict[name] != anthropic.transform_schema(listed(plain[name]))] == []


def test_a_description_names_every_top_level_parameter() -> None:
    for tool in TOOLS.values():
        missing = [name for name in tool.input.model_fields if name not in tool.description]
        assert not missing, tool


def test_input_that_does_not_fit_is_a_tool_error_never_another() -> None:
    for tool in TOOLS.values():
        for given in (None, [], {"nonsense": 1}, {"items": "x"}, {"goals": [{"text": 3}]}):
            with pytest.raises(ToolError, match="does not fit"):
                tool.call(Session(), given)


def captured() -> Session:
    return FLOW.step(Session(), GoalsCaptured(goals=(Goal(text="a fast 5k", event="5k"),)))


def test_good_items_are_recorded_whatever_the_others_are() -> None:
    items = [
        {"field": "age_years", "value": 43, "raw": "43"},
        {"field": "sleep_hours_avg", "value": 99, "raw": "99"},
        {"field": "simptoms", "value": [], "raw": "none"},
        {"field": "favourite_shoe", "value": "the red ones", "raw": "the red ones"},
        {"field": "weight_kg", "standing": "declined", "raw": "rather not"},
        {"field": "months_since_myocarditis"},
        {"field": "a_name_alone"},
        {"field": "palpitations"},
    ]
    with pytest.raises(ToolError) as caught:
        COLLECT_DATA.call(captured(), {"items": items})
    recorded = [event for event in caught.value.events if isinstance(event, FactRecorded)]
    assert [(event.fact.field, event.fact.standing) for event in recorded] == [
        ("age_years", "given"),
        ("weight_kg", "declined"),
    ]
    notes = [(event.name, event.unclear) for event in caught.value.events if isinstance(event, NoteRecorded)]
    assert notes == [("simptoms", True), ("favourite_shoe", False), ("palpitations", True)]
    assert "sleep_hours_avg" in str(caught.value)
    assert "symptoms" in str(caught.value), "a close name is offered"
    assert "items.5 (months_since_myocarditis): it says nothing" in str(caught.value), "which is no denial"


@pytest.mark.parametrize(
    ("item", "text", "standing"),
    [
        ({"standing": "declined"}, "", "declined"),
        ({"standing": "declined", "raw": "none of your business"}, "none of your business", "declined"),
        ({"standing": "not_known"}, "", "not_known"),
        ({"value": None}, "does not apply", "given"),
        ({"value": False}, "no", "given"),
        ({"value": ["red", "blue"]}, "red, blue", "given"),
        ({"value": 42}, "42", "given"),
    ],
)
def test_a_field_outside_the_catalogue_is_declined_as_any_other(item: dict[str, Any], text: str, standing: str) -> None:
    """It is settled, and the model is told whether it was answered."""
    given = {
        "goal_analysis": {"type": "performance", "sport": "running"},
        "fields": [{"name": "shoe_colour", "question": "Which?", "reason": "curiosity", "priority": "required"}],
    }
    session = FLOW.step(captured(), FLOW.next_move(captured()))  # type: ignore[arg-type]
    for event in ANALYZE_GOAL.call(session, given).events:
        session = FLOW.step(session, event)
    session = FLOW.step(session, FLOW.next_move(session))  # type: ignore[arg-type]
    assert "shoe_colour" in unsettled(session)
    (note,) = COLLECT_DATA.call(session, {"items": [{"field": "shoe_colour", **item}]}).events
    assert note == NoteRecorded(name="shoe_colour", text=text, turn=0, standing=standing)  # type: ignore[arg-type]
    session = FLOW.step(session, note)
    assert "shoe_colour" not in unsettled(session)
    sections = {name: SECTIONS[State.INTAKE][name](session) for name in ("also_told", "declined")}
    assert ["shoe_colour" in names for names in sections.values()] == [standing == "given", standing != "given"]


def test_a_forgetful_schema_gets_the_fields_that_safety_needs() -> None:
    given = {
        "goal_analysis": {"type": "performance", "sport": "running"},
        "fields": [{"name": "shoe_size", "question": "Which size?", "reason": "curiosity", "priority": "optional"}],
    }
    analysing = FLOW.step(captured(), FLOW.next_move(captured()))  # type: ignore[arg-type]
    (event,) = ANALYZE_GOAL.call(analysing, given).events
    session = FLOW.step(analysing, event)
    assert {"symptoms", "age_years", "pain_signs", "sleep_hours_avg"} <= set(event.added)  # type: ignore[union-attr]
    assert {"symptoms", "age_years", "pain_signs", "sleep_hours_avg"} <= set(unsettled(session))
    assert list(required(session)) == list(event.added)  # type: ignore[union-attr]


@pytest.mark.parametrize("condition", ["age_years >", "height_m > 2", "age_years == 'old'", "import os"])
def test_a_bad_condition_goes_back_to_the_model(condition: str) -> None:
    given = {
        "goal_analysis": {"type": "performance", "sport": "running"},
        "fields": [{"name": "age_years", "question": "Age?", "reason": "r"}],
        "safety_flags": [{"id": "x", "condition": condition, "action": "warn", "hint": "take care"}],
    }
    with pytest.raises(ToolError, match=r"safety_flags\.x"):
        ANALYZE_GOAL.call(captured(), given)


def test_no_goal_and_no_question_is_refused() -> None:
    with pytest.raises(ToolError, match="at least one goal"):
        CAPTURE_GOAL.call(Session(), {"goals": []})


LOSING = "I want to lose 5 kg by running"


@pytest.mark.parametrize(("age", "standing"), [(15, "not_known"), (18, "given")])
def test_a_minor_who_wants_to_lose_weight_has_no_empty_goal_weight(age: int, standing: str) -> None:
    session = FLOW.step(Session(), GoalsCaptured(goals=(Goal(text=LOSING, type="weight_loss"),)))
    session = FLOW.step(session, FactRecorded(fact=Fact(field="age_years", value=age, turn=0)))
    nothing = {"field": "goal_weight_kg", "value": None, "raw": "no number in mind"}
    if standing == "given":
        COLLECT_DATA.call(session, {"items": [nothing]})
    else:
        with pytest.raises(ToolError, match="always applies"):
            COLLECT_DATA.call(session, {"items": [nothing]})
