"""Any damage to the structure of a valid request is refused, on every family."""

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from servers.strict_api import CALL, HAIKU, OLDER, OPUS, SONNET, TOOL, Json, request_to, system, user

from evals.serve.families import families
from evals.serve.rules import ServerMemory, validate

WORDS = st.text("abc de.?", min_size=1, max_size=20).filter(str.strip)


@st.composite
def requests(draw: st.DrawFn) -> Json:
    """A valid request: turns with words, calls with their results, system messages where the model takes them."""
    model = draw(st.sampled_from((SONNET, HAIKU, OPUS, OLDER)))
    messages = [user(draw(WORDS))]
    for turn in range(draw(st.integers(1, 5))):
        calls = [{**CALL, "id": f"t{turn}_{at}"} for at in range(draw(st.integers(0, 3)))]
        said = [{"type": "text", "text": draw(WORDS)}] if not calls or draw(st.booleans()) else []
        found = [{"type": "tool_result", "tool_use_id": call["id"], "content": draw(WORDS)} for call in calls]
        more = [{"type": "text", "text": draw(WORDS)}] if not calls or draw(st.booleans()) else []
        messages += [{"role": "assistant", "content": said + calls}, {"role": "user", "content": found + more}]
        if families()[model].mid_system and draw(st.booleans()):
            messages.append(system(draw(WORDS)))
    return request_to(model, *messages)


def problems(request: Json) -> list[str]:
    return validate(request, families()[request["model"]], ServerMemory()).problems


@given(requests())
def test_a_valid_request_is_accepted(request: Json) -> None:
    assert problems(request) == []


def _key(key: str, value: Any) -> Callable[[Json, int], Any]:
    return lambda request, _at: request.__setitem__(key, value)


def _message(**change: Any) -> Callable[[Json, int], Any]:
    return lambda request, at: request["messages"][at % len(request["messages"])].update(change)


def _block(**change: Any) -> Callable[[Json, int], Any]:
    def damage(request: Json, at: int) -> None:
        content = request["messages"][1]["content"]
        content[at % len(content)].update(change)

    return damage


DAMAGES: dict[str, Callable[[Json, int], Any]] = {
    "unknown parameter": _key("fantasy", 1),
    "no max_tokens": lambda request, _at: request.pop("max_tokens"),
    "negative max_tokens": _key("max_tokens", -5),
    "text for a number": _key("max_tokens", "100"),
    "no messages": _key("messages", []),
    "messages an object": _key("messages", {}),
    "empty system text": _key("system", [{"type": "text", "text": ""}]),
    "unknown thinking": _key("thinking", {"type": "deep"}),
    "tool without a schema": _key("tools", [{"name": "note"}]),
    "tool name with a space": _key("tools", [{**TOOL, "name": "a b"}]),
    "tool twice": _key("tools", [TOOL, TOOL]),
    "unknown forced tool": _key("tool_choice", {"type": "tool", "name": "fly"}),
    "five cache markers": _key("system", [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}] * 5),
    "unknown role": _message(role="robot"),
    "unknown key in a message": _message(name="x"),
    "empty message": _message(content=[]),
    "number for content": _message(content=7),
    "unknown block type": _block(type="hologram"),
    "unknown key in a block": _block(colour="red"),
    "assistant first": lambda request, _at: request["messages"].pop(0),
    "assistant last": lambda request, _at: request["messages"].append({"role": "assistant", "content": "So"}),
    "system first": lambda request, _at: request["messages"].insert(0, system("a")),
    "a turn twice": lambda request, _at: request["messages"].insert(1, copy.deepcopy(request["messages"][1])),
    "user twice": lambda request, _at: request["messages"].insert(0, user("a")),
    "result of no call": lambda request, _at: request["messages"][0].update(
        content=[{"type": "tool_result", "tool_use_id": "t99", "content": "a"}]
    ),
    "call without a result": lambda request, _at: request["messages"][1]["content"].append({**CALL, "id": "t98"}),
}


@given(requests(), st.sampled_from(sorted(DAMAGES)), st.integers(0, 20))
@settings(max_examples=examples(75))
def test_one_damage_is_refused(request: Json, name: str, at: int) -> None:
    older_prefills = request["model"] == OLDER and name == "assistant last"
    DAMAGES[name](request, at)
    assert bool(problems(request)) is not older_prefills, name


KEYS = st.sampled_from(["model", "messages", "role", "content", "type", "text", "tools", "x"])
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(ANY_JSON)
def test_no_json_breaks_the_validator(value: Any) -> None:
    assert validate(value, families()[HAIKU], ServerMemory()).problems
