"""Thinking blocks that come back behind other bytes than those that produced them."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import anthropic
import pytest
from anthropic import Anthropic
from servers.strict_api import (
    HAIKU,
    OLDER,
    OPUS,
    SONNET,
    TOOL,
    Json,
    client_of,
    replayed,
    request_to,
    results,
    saying,
    user,
)
from servers.strict_api import system as told

from evals.serve.app import Server
from evals.serve.binding import BETA

DIFFERENT = "The block is bound to a different conversation"
DROP = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}


@pytest.fixture(scope="module")
def client() -> Iterator[Anthropic]:
    with client_of(Server(answer=saying("Good."))) as client:
        yield client


def thread(client: Anthropic, model: str = HAIKU, turns: int = 3) -> Json:
    """The next request of a thread of `turns` answered ones."""
    request = request_to(model)
    for turn in range(turns):
        answer = client.messages.create(**request)
        request["messages"] += [replayed(answer), user(f"Go on, {turn}."), told(f"Turn {turn}.")]
    return request


def changed(request: Json, change: Callable[[Json], Any]) -> Json:
    request = copy.deepcopy(request)
    change(request)
    return request


def _drop_thinking(message: int) -> Callable[[Json], Any]:
    return lambda request: request["messages"][message]["content"].pop(0)


# messages: 0 user, 1 assistant, 2 user, 3 system, 4 assistant, 5 user, 6 system, 7 assistant, 8 user, 9 system
HARMLESS: dict[str, Callable[[Json], Any]] = {
    "nothing": lambda request: None,
    "other settings": lambda request: request.update(
        max_tokens=500, tool_choice={"type": "none"}, metadata={"user_id": "a"}, output_config={"effort": "low"}
    ),
    "cache markers": lambda request: request["messages"][8].update(
        content=[{"type": "text", "text": "Go on, 2.", "cache_control": {"type": "ephemeral"}}]
    ),
    "the oldest thinking removed": _drop_thinking(1),
    "the two oldest removed": lambda request: (_drop_thinking(1)(request), _drop_thinking(4)(request)),
    "all thinking removed": lambda request: [_drop_thinking(at)(request) for at in (1, 4, 7)],
    "the newest thinking removed": _drop_thinking(7),
}
BREAKING: dict[str, Callable[[Json], Any]] = {
    "system edited": lambda request: request.update(system="You coach cyclists."),
    "tool added": lambda request: request["tools"].append({**TOOL, "name": "other"}),
    "tool description edited": lambda request: request.update(tools=[{**TOOL, "description": "Now else."}]),
    "first message edited": lambda request: request["messages"][0].update(content="Hello you."),
    "an answer edited": lambda request: request["messages"][1]["content"][1].update(text="Bad."),
    "a system message edited": lambda request: request["messages"][3].update(content="Turn 9."),
    "a system message removed": lambda request: request["messages"].pop(3),
    "the oldest turns removed": lambda request: request.update(messages=request["messages"][5:]),
    "a middle thinking removed": _drop_thinking(4),
    "two thinking blocks swapped": lambda request: request["messages"][1]["content"].insert(
        0, request["messages"][4]["content"].pop(0)
    ),
}


@pytest.mark.parametrize("name", HARMLESS)
@pytest.mark.parametrize("model", [SONNET, HAIKU, OPUS])
def test_what_is_no_part_of_the_prefix_may_change(client: Anthropic, model: str, name: str) -> None:
    assert client.messages.create(**changed(thread(client, model), HARMLESS[name])).content


@pytest.mark.parametrize("name", BREAKING)
@pytest.mark.parametrize("model", [SONNET, HAIKU, OPUS])
def test_other_bytes_before_a_thinking_block_are_refused(client: Anthropic, model: str, name: str) -> None:
    with pytest.raises(anthropic.BadRequestError, match=DIFFERENT) as refused:
        client.messages.create(**changed(thread(client, model), BREAKING[name]))
    assert "content.0: Invalid `signature` in `thinking` block" in refused.value.message


@pytest.mark.parametrize("name", BREAKING)
def test_with_drop_block_the_blocks_behind_other_bytes_are_dropped_and_listed(client: Anthropic, name: str) -> None:
    request = changed(thread(client), BREAKING[name])
    answer = client.beta.messages.create(**request, thinking=DROP, betas=[BETA])  # type: ignore[arg-type]
    dropped = answer.input_transformations or []
    assert dropped
    assert {(each.type, each.reason) for each in dropped} == {("thinking_dropped", "prefix_binding_mismatch")}


def test_an_edit_drops_every_thinking_block_behind_it_and_none_before(client: Anthropic) -> None:
    request = changed(thread(client), lambda request: request["messages"][3].update(content="Turn 9."))
    answer = client.beta.messages.create(**request, thinking=DROP, betas=[BETA])  # type: ignore[arg-type]
    paths = [each.path for each in answer.input_transformations or []]
    assert paths == ["messages.4.content.0", "messages.7.content.0"]


def test_a_changed_block_is_refused_in_any_case(client: Anthropic) -> None:
    request = thread(client)
    request["messages"][1]["content"][0]["thinking"] = "I meant something else."
    with pytest.raises(
        anthropic.BadRequestError, match=r"messages\.1\.content\.0: Invalid `signature` in `thinking` block"
    ):
        client.beta.messages.create(**request, thinking=DROP, betas=[BETA])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made_by", "sent_to", "kept"), [(OLDER, SONNET, 3), (OPUS, SONNET, 0), (SONNET, HAIKU, 0), (HAIKU, OPUS, 0)]
)
def test_blocks_that_a_model_cannot_read_are_dropped_in_silence_and_not_billed(
    made_by: str, sent_to: str, kept: int
) -> None:
    with client_of(Server(answer=saying("Good."))) as client:
        request = thread_of(client, made_by) | {"model": sent_to}
        without = changed(request, lambda each: [_drop_thinking(at)(each) for at in (1, 3, 5)])
        used, bare = (client.messages.create(**each).usage.input_tokens for each in (request, without))
    assert (used - bare > 0) == bool(kept)


def thread_of(client: Anthropic, model: str) -> Json:
    """As `thread`, for any model: thinking on, no system messages."""
    thinking: Json = {"type": "enabled", "budget_tokens": 1024} if model == OLDER else {"type": "adaptive"}
    request = request_to(model, max_tokens=2000, thinking=thinking)
    for turn in range(3):
        request["messages"] += [replayed(client.messages.create(**request)), user(f"Go on, {turn}.")]
    return request | {"thinking": {"type": "adaptive"}}


def test_blocks_of_another_account_are_dropped_and_a_restarted_server_knows_its_own() -> None:
    with client_of(Server(answer=saying("Good."))) as client:
        request = thread(client)
    server = Server(answer=saying("Good."))
    with client_of(server, key="another") as client:
        answer = client.beta.messages.create(**request, thinking=DROP, betas=[BETA])  # type: ignore[arg-type]
        assert {each.reason for each in answer.input_transformations or []} == {"organization_binding_mismatch"}
    with client_of(Server(answer=saying("Good."))) as client:
        answer = client.beta.messages.create(**request, thinking=DROP, betas=[BETA])  # type: ignore[arg-type]
        assert answer.input_transformations == []


CONFIDENT: Json = {
    "type": "tool_use",
    "name": "note",
    "input": {"field": "weekly_km", "value": 16.0, "confidence": "explicit"},
}
REWRITTEN: dict[str, Json] = {
    "keys in another order": {"confidence": "explicit", "field": "weekly_km", "value": 16.0},
    "16.0 as 16": {"field": "weekly_km", "value": 16, "confidence": "explicit"},
}


@pytest.mark.parametrize("name", REWRITTEN)
def test_the_input_of_a_call_belongs_to_the_prefix_as_it_was_written(name: str) -> None:
    with client_of(Server(answer=saying(CONFIDENT))) as client:
        request = request_to(SONNET)
        for _ in range(2):
            answer = client.messages.create(**request)
            request["messages"] += [replayed(answer), results(answer)]
        assert client.messages.create(**request).content
        with pytest.raises(anthropic.BadRequestError, match=DIFFERENT):
            client.messages.create(**changed(request, _with_input(1, REWRITTEN[name])))


@pytest.mark.parametrize("name", REWRITTEN)
def test_thinking_behind_a_call_is_bound_to_what_the_model_wrote(name: str) -> None:
    with client_of(Server(answer=saying(CONFIDENT, {"type": "thinking"}))) as client:
        request = request_to(SONNET)
        answer = client.messages.create(**request)
        assert [block.type for block in answer.content] == ["thinking", "tool_use", "thinking"]
        request["messages"] += [replayed(answer), results(answer)]
        assert client.messages.create(**request).content
        with pytest.raises(anthropic.BadRequestError, match=r"messages\.1\.content\.2: .*different conversation"):
            client.messages.create(**changed(request, _with_input(1, REWRITTEN[name])))


def _with_input(message: int, given: Json) -> Callable[[Json], Any]:
    return lambda request: request["messages"][message]["content"][1].update(input=given)
