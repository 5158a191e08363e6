"""A model's answer is read back as the model wrote it, to the byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.canonical_json import canonical
from coach.events import ModelCalled
from coach.states import State
from coach.store.stored import Writer, events_of

Json = dict[str, Any]
keys = st.sampled_from(["field", "raw", "value", "confidence", "$same", "\ue000", "\U0001f3c3"])
leaf = (
    st.none()
    | st.booleans()
    | st.sampled_from([16, 16.0, -0.0, 0.5, 1e-9, 1e22, "16.0", "a text of more than 32 bytes" * 2])
)
values = st.recursive(leaf, lambda deeper: st.lists(deeper, max_size=3) | st.dictionaries(keys, deeper, max_size=4))


def called(*content: Json) -> ModelCalled:
    usage = {"input_tokens": 1, "output_tokens": 1}
    form = {"state": State.INTAKE, "tier": "fast", "model": "m", "prompt": "p", "stop_reason": "tool_use", **usage}
    return ModelCalled(content=content, **form)


def call(given: Json) -> Json:
    return {"id": "c", "input": given, "name": "collect_data", "type": "tool_use"}


def read_back(stored: list[Json]) -> list[str]:
    """The answers of a stored session, also where a log has sorted the keys of what is stored."""
    found = [[json.dumps(event.content) for event in events_of(each)] for each in (stored, _sorted(stored))]
    assert found[0] == found[1]
    return found[0]


def _sorted(stored: list[Json]) -> list[Json]:
    return json.loads(json.dumps(stored, sort_keys=True))


@given(st.lists(st.lists(st.dictionaries(keys, values, max_size=4), max_size=3), max_size=4))
def test_every_answer_is_read_back_as_it_was_written(inputs: list[list[Json]]) -> None:
    events = [called(*map(call, each)) for each in inputs]
    writer = Writer()
    packed = [writer.stored(event) for event in events]
    assert read_back([each.value for each in packed]) == [json.dumps(event.content) for event in events]
    assert [each.written for each in packed] == [canonical(each.value) for each in packed]


ITEM = {"field": "weekly_km", "raw": "16 k", "value": 16.0, "confidence": "explicit"}


def test_the_form_is_stored_where_it_changes() -> None:
    writer = Writer()
    first, second, third = (
        writer.stored(called(call({"items": [each]}))).value for each in (ITEM, ITEM, {**ITEM, "value": 52})
    )
    assert first["form"] == {"orders": [["field", "raw", "value", "confidence"]], "floats": {"value": True}}
    assert "form" not in second
    assert third["form"] == {"floats": {"value": False}}


def test_an_answer_in_two_forms_at_once_is_stored_as_text() -> None:
    event = called(call({"items": [ITEM, dict(sorted(ITEM.items()))]}))
    stored = Writer().stored(event).value
    assert isinstance(stored["content"][0], str)
    assert read_back([stored]) == [json.dumps(event.content)]


@pytest.mark.parametrize("schema", [2, 3])
def test_an_answer_that_was_stored_without_its_form_is_read_with_sorted_keys_and_stays_as_it_is(schema: int) -> None:
    old = {
        **called(call(ITEM)).model_dump(mode="json", exclude_defaults=True),
        "kind": "model_called",
        "schema": schema,
    }
    old = json.loads(canonical(old))
    (event,) = events_of([old])
    assert json.dumps(event.content[0]["input"]) == json.dumps({**dict(sorted(ITEM.items())), "value": 16})
    assert Writer().stored(event).written == canonical({**old, "schema": 3})
