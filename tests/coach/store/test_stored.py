"""The stored form of events: values and keys once, read back exactly, and every version understood."""

import gc
import json
from typing import Any

import pytest
from checks_sessions import STARTED
from hypothesis import given
from hypothesis import strategies as st
from plans import planned

from coach.canonical_json import canonical
from coach.errors import InputError
from coach.events import AthleteSaid, Event, PlanProposed, PlanShown, ToolCalled
from coach.states import State
from coach.store.references import MIN_SIZE, Packer, unpack
from coach.store.stored import SCHEMA, Writer, events_of, of_kinds, upcast

LONG = "a sentence of the athlete that is long enough to be stored once and referred to after that"
keys = st.sampled_from(["a", "b", "$same", "$$same", "$as", "$", "plan"]) | st.text(max_size=4)
texts = st.text(max_size=5) | st.sampled_from([LONG, LONG.upper(), "0123abcd"])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=25,
)
sessions = st.lists(st.dictionaries(keys, values, max_size=4), max_size=5)


@given(sessions)
def test_what_was_packed_is_unpacked_exactly_even_with_its_keys_in_another_order(session: list[dict[str, Any]]) -> None:
    packer = Packer()
    packed = [packer.pack(each, canonical(each)).value for each in session]
    assert unpack(packed) == tuple(session)
    assert unpack(json.loads(json.dumps(packed, sort_keys=True))) == tuple(session)


@given(st.dictionaries(keys, values | st.sampled_from([1e20, 1e-9, "\U0001f3c3", {"\U0001f3c3": 1, "\ue000": LONG}])))
def test_what_was_packed_comes_with_its_canonical_bytes(value: dict[str, Any]) -> None:
    packer = Packer()
    for _ in range(2):
        packed = packer.pack(value, canonical(value))
        assert packed.written == canonical(packed.value)


def test_a_value_that_stands_twice_is_stored_once() -> None:
    packer, plan = Packer(), {"weeks": [{"text": LONG}], "notes": [LONG]}
    first, second = (packer.pack(each, canonical(each)).value for each in ({"input": {"plan": plan}}, {"plan": plan}))
    (reference,) = second["plan"].items()
    assert json.dumps(first).count(LONG) == 1
    assert reference[0] == "$same"
    assert len(json.dumps(second)) < MIN_SIZE


@pytest.mark.parametrize("reference", [{"$same": "00000000"}, {"$same": 7}, {"$same": ["a"]}, {"$same": "x", "y": 1}])
def test_a_reference_that_leads_nowhere_is_refused(reference: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="refers to"):
        unpack([{"plan": reference}])


def test_keys_that_stand_twice_are_stored_once() -> None:
    packer, days = Packer(), [{"date": n, "weekday": f"day {n}", "sessions": []} for n in range(3)]
    packed = packer.pack({"days": days}, canonical({"days": days})).value
    assert packed["days"] == [days[0], {"$as": [0, 1, [], "day 1"]}, {"$as": [0, 2, [], "day 2"]}]
    assert unpack([packed]) == ({"days": days},)


@pytest.mark.parametrize("row", [7, [], [0], [1, 1, 2, 3], [-1, 1, 2, 3], [0, 1, 2], [0, 1, 2, 3, 4], ["0", 1, 2, 3]])
def test_a_row_without_its_keys_is_refused(row: object) -> None:
    with pytest.raises(InputError, match="refers to the keys"):
        unpack([{"a": {"x": 1, "y": 2, "z": 3}, "b": {"$as": row}}])


HAPPENED: tuple[Event, ...] = (
    STARTED,
    AthleteSaid(turn=1, text=LONG),
    ToolCalled(state=State.INTAKE, tool="t", call="c", input={"km": 5.0, "$same": {"text": LONG}}),
)


def test_every_stored_event_names_its_schema_and_is_read_back() -> None:
    writer = Writer()
    stored = [writer.stored(event).value for event in HAPPENED]
    assert [event["schema"] for event in stored] == [SCHEMA] * 3
    assert events_of(json.loads(json.dumps(stored))) == HAPPENED


def test_events_without_a_schema_are_those_of_version_one() -> None:
    assert events_of([event.model_dump(mode="json") for event in HAPPENED]) == HAPPENED


def test_a_plan_that_is_shown_is_the_one_that_was_proposed() -> None:
    plan = planned()
    events: list[Event] = [PlanProposed(attempt=1, plan=plan), PlanShown(plan=plan), PlanShown(plan=plan)]
    writer = Writer()
    read = events_of([writer.stored(event).value for event in events])
    assert read == tuple(events)
    plans = [event.plan for event in read if isinstance(event, PlanProposed | PlanShown)]
    assert plans[1] is plans[2] is plans[0]


SENT: dict[str, dict[str, Any]] = {
    "model_called": {
        "tier": "fast", "model": "m", "prompt": "p", "stop_reason": "end_turn", "input_tokens": 1, "output_tokens": 1,
        "content": [{"type": "text", "text": LONG}],
    },
    "tool_called": {"tool": "t", "call": "c", "input": {"km": 5.5, "days": ["mon"], "note": None}},
    "tools_answered": {"results": [{"type": "tool_result", "tool_use_id": "c", "content": LONG}]},
}  # fmt: skip


@pytest.mark.parametrize("kind", SENT)
def test_what_a_model_sent_is_read_as_the_whole_of_the_events_is(kind: str) -> None:
    event = {"kind": kind, "schema": SCHEMA, "state": "INTAKE", **SENT[kind]}
    (read,) = events_of([event])
    assert read.model_dump(mode="json", exclude_unset=True, exclude={"schema"}) == {
        name: value for name, value in event.items() if name != "schema"
    }


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("model_called", "state", "NOWHERE"),
        ("model_called", "input_tokens", "1"),
        ("model_called", "output_tokens", 1.0),
        ("model_called", "content", {"type": "text"}),
        ("model_called", "content", ["text"]),
        ("model_called", "context", []),
        ("tool_called", "input", [1]),
        ("tool_called", "call", 7),
        ("tool_called", "more", 7),
        ("tools_answered", "results", "text"),
        ("plan_shown", "plan", None),
        ("plan_shown", "plan", {"goal": LONG}),
    ],
)
def test_a_wrong_value_is_refused_with_its_place(kind: str, name: str, value: object) -> None:
    event = {"kind": kind, "schema": SCHEMA, "state": "INTAKE", **SENT.get(kind, {}), name: value}
    if kind == "plan_shown":
        del event["state"]
    left = {"kind": "athlete_left", "schema": SCHEMA}
    with pytest.raises(InputError, match=rf"^1\.{kind}\.{name}|not readable"):
        events_of([left, event])


@pytest.mark.parametrize("enabled", [True, False])
def test_reading_leaves_the_collection_of_garbage_as_it_was(*, enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        assert events_of([]) == ()
        with pytest.raises(InputError):
            events_of([{"kind": "no_such"}])
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


@pytest.mark.parametrize(
    ("schemas", "said"), [*(([each], "schema") for each in (4, 0, "2.0", None, [], {})), ([1, 2], "1 and 2")]
)
def test_an_unknown_schema_and_two_in_one_session_are_refused(schemas: list[object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        upcast([{"kind": "athlete_left", "schema": schema} for schema in schemas])


@pytest.mark.parametrize("text", [float("nan"), 7])
def test_what_is_no_event_is_refused(text: object) -> None:
    with pytest.raises(InputError):
        events_of([{"kind": "athlete_said", "schema": 2, "turn": 1, "text": text, "more": {"a": text, "b": LONG}}])


def test_events_of_a_kind_are_whole_also_where_they_refer_to_others() -> None:
    writer = Writer()
    said = [AthleteSaid(turn=1, text="Hi."), AthleteSaid(turn=2, text=LONG), AthleteSaid(turn=3, text=LONG)]
    stored = [writer.stored(event).value for event in (*said, *HAPPENED)]
    assert [event["text"] for event in of_kinds(stored, "athlete_said")] == ["Hi.", LONG, LONG, LONG]
    assert of_kinds(stored, "moved") == []
