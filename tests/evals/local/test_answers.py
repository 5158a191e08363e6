"""What an answer may be: words where the state lets the model talk, else a call of a tool that is offered."""

import json
from typing import Any

from inspect_ai.tool import ToolFunction
from jsonschema import Draft202012Validator
from offered_tools import offered
from plans import planned

from coach.states import State
from evals.local.answers import LocalAnswer, as_text, manual, read, schema_of

INTAKE = offered(State.INTAKE)


def allows(schema: Any, answer: str) -> bool:
    return bool(Draft202012Validator(schema).is_valid(json.loads(answer)))


def test_words_only_where_they_are_a_choice() -> None:
    words, call = as_text(say="Hello"), as_text(tool="intake_complete", input={})
    free, forced = schema_of(INTAKE, "auto", 1024), schema_of(INTAKE, "any", 1024)
    one = schema_of(INTAKE, ToolFunction(name="change_goal"), 1024)
    assert [allows(schema, words) for schema in (free, forced, one)] == [True, False, False]
    assert [allows(schema, call) for schema in (free, forced, one)] == [True, True, False]
    assert not allows(free, as_text(tool="generate_plan", input={}))
    assert schema_of(INTAKE, "none", 1024) is None
    assert schema_of([], "auto", 1024) is None
    assert not manual([], "auto")


def test_no_text_and_no_list_is_without_an_end() -> None:
    free = schema_of(INTAKE, "auto", 1024)
    assert not allows(free, as_text(say="x" * 5000))
    items = [{"field": "age_years", "value": 43, "raw": "43"}]
    assert allows(free, as_text(tool="collect_data", input={"items": items}))
    assert not allows(free, as_text(tool="collect_data", input={"items": items * 50}))
    assert not allows(free, as_text(tool="collect_data", input={"items": [{**items[0], "raw": "x" * 5000}]}))


def test_a_large_window_holds_a_good_plan() -> None:
    plan = planned().model_dump(mode="json")
    schema = schema_of(offered(State.PLAN), "any", 16384 // 3)
    assert allows(schema, as_text(tool="generate_plan", input={"plan": plan}))


def test_what_is_written_is_read_and_what_was_cut_off_is_nothing() -> None:
    assert read(as_text(say="Hé\n"), as_json=True) == LocalAnswer("Hé\n")
    assert read(as_text(tool="f", input={"a": [1]}), as_json=True) == LocalAnswer(tool="f", input={"a": [1]})
    assert read('{"say": "cut', as_json=True) == LocalAnswer()
    assert read("{free}", as_json=False) == LocalAnswer("{free}")
