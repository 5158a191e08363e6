"""What an answer may be: words where the state lets the model talk, else a call of a tool that is offered."""

import json
from typing import Any

from inspect_ai.tool import ToolFunction
from jsonschema import Draft202012Validator
from offered_tools import offered

from coach.states import State
from evals.local.answers import Said, call_as_text, manual, read, schema_of, words_as_text

INTAKE = offered(State.INTAKE)


def allows(schema: Any, answer: str) -> bool:
    return bool(Draft202012Validator(schema).is_valid(json.loads(answer)))


def test_words_only_where_they_are_a_choice() -> None:
    words, call = words_as_text("Hello"), call_as_text("intake_complete", {})
    free, forced = schema_of(INTAKE, "auto"), schema_of(INTAKE, "any")
    one = schema_of(INTAKE, ToolFunction(name="change_goal"))
    assert [allows(schema, words) for schema in (free, forced, one)] == [True, False, False]
    assert [allows(schema, call) for schema in (free, forced, one)] == [True, True, False]
    assert not allows(free, call_as_text("generate_plan", {}))
    assert schema_of(INTAKE, "none") is None
    assert schema_of([], "auto") is None
    assert not manual([], "auto")


def test_no_text_and_no_list_is_without_an_end() -> None:
    free = schema_of(INTAKE, "auto")
    assert not allows(free, words_as_text("x" * 5000))
    items = [{"field": "age_years", "value": 43, "raw": "43"}]
    assert allows(free, call_as_text("collect_data", {"items": items}))
    assert not allows(free, call_as_text("collect_data", {"items": items * 50}))
    assert not allows(free, call_as_text("collect_data", {"items": [{**items[0], "raw": "x" * 5000}]}))


def test_what_is_written_is_read_and_what_was_cut_off_is_nothing() -> None:
    assert read(words_as_text("Hé\n"), as_json=True) == Said("Hé\n")
    assert read(call_as_text("f", {"a": [1]}), as_json=True) == Said(tool="f", input={"a": [1]})
    assert read('{"say": "cut', as_json=True) == Said()
    assert read("{free}", as_json=False) == Said("{free}")
