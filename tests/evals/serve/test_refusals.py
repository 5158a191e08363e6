"""Each refusal with its message, through the real SDK."""

from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import Anthropic
from servers.strict_api import HAIKU, OLDER, OPUS, SONNET, TOOL, Json, client_of, request_to, saying, system, user

from evals.serve.app import Server
from evals.serve.binding import BETA

ASSISTANT: Json = {"role": "assistant", "content": "Good."}
USE: Json = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "note", "input": {}}]}
RESULT: Json = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}


@pytest.fixture(scope="module")
def client() -> Iterator[Anthropic]:
    with client_of(Server(answer=saying("Hi."))) as client:
        yield client


def refusal(client: Anthropic, request: Json, **headers: str) -> str:
    """The message of a refusal; fails where the request is accepted."""
    body = {key: value for key, value in request.items() if key not in {"model", "max_tokens", "messages"}}
    with pytest.raises(anthropic.BadRequestError) as refused:
        client.messages.create(
            model=request["model"], max_tokens=request["max_tokens"], messages=request["messages"],
            extra_body=body, extra_headers=headers,
        )  # fmt: skip
    assert refused.value.body["error"]["type"] == "invalid_request_error"  # type: ignore[index]
    return str(refused.value.body["error"]["message"])  # type: ignore[index]


def schema(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def tool(input_schema: Json, **more: Any) -> Json:
    return {**TOOL, "input_schema": input_schema, **more}


def asked(*messages: Json, **more: Any) -> Json:
    return request_to(HAIKU, *messages, **more)


def called(*content: Json) -> Json:
    """A request whose user message behind a call has this content."""
    return asked(user("a"), USE, {"role": "user", "content": [*content]})


def using(input_schema: Json) -> Json:
    return asked(tools=[tool(input_schema)])


TEXT: Json = {"type": "string"}
EMPTY: Json = {"type": "text", "text": ""}
MARK: Json = {"cache_control": {"type": "ephemeral"}}
MARKED: Json = {"type": "text", "text": "a", **MARK}
THOUGHT: Json = {"type": "thinking", "thinking": "", "signature": "x"}
SHAPES = [
    (asked(temperature=1), "temperature: Extra inputs are not permitted"),
    (request_to(OLDER, temperature=1), "temperature: Extra inputs are not permitted"),
    (asked(tempo=1), "tempo: Extra inputs are not permitted"),
    (asked({"role": "user", "content": [{"type": "text", "text": "a", "x": 1}]}), "messages.0.content.0.text.x: Extra"),
    (asked({"role": "user", "content": [{"type": "video"}]}), "messages.0.content.0: Input tag 'video'"),
    (asked({"role": "robot", "content": "a"}), "messages.0.role: Input should be"),
    (asked(max_tokens="9"), "max_tokens: Input should be a valid integer"),
    (asked(max_tokens=128_001), "max_tokens: 128001 > 128000, which is the maximum allowed number"),
    (request_to(OLDER, max_tokens=64_001), "max_tokens: 64001 > 64000"),
    (asked(max_tokens=-1), "max_tokens: Input should be greater than or equal to 0"),
    (asked() | {"messages": []}, "messages: List should have at least 1 item"),
]
ROLES = [
    (asked(ASSISTANT, user("a")), 'messages: first message must use the "user" role'),
    (asked(user("a"), user("b")), "messages.1: roles must alternate"),
    (asked(user("a"), ASSISTANT), "This model does not support assistant message prefill."),
    (asked(system("a"), user("b")), "messages.0: use the top-level 'system' parameter"),
    (asked(user("a"), ASSISTANT, system("b")), "messages.2: role 'system' must follow a 'user' message"),
    (asked(user("a"), system("b"), user("c")), "messages.2: roles must alternate"),
    (request_to(OLDER, user("a"), system("b")), "messages.1: role 'system' is not supported on this model"),
    (
        asked(user("a"), USE, system("b"), {"role": "user", "content": [RESULT]}),
        "messages.2: role 'system' must follow",
    ),
    (
        asked(user("a"), {"role": "system", "content": [RESULT]}),
        "messages.1.content.0: `tool_result` blocks are not permitted in system",
    ),
    (asked(user("")), "messages.0: all messages must have non-empty content"),
    (asked({"role": "user", "content": [EMPTY]}), "messages.0.content.0: text content blocks must be non-empty"),
    (asked(user(" \n")), "messages.0.content.0: text content blocks must contain non-whitespace text"),
    (asked({"role": "user", "content": []}), "messages.0: all messages must have non-empty content"),
    (asked(system=[EMPTY]), "system.0: text content blocks must be non-empty"),
    (called({**RESULT, "content": [EMPTY]}), "messages.2.content.0: text content"),
    (asked(user("a"), {**system("b"), "clear_at": "next_user_message"}), "messages.1.clear_at: Extra inputs"),
]
TOOLS = [
    (
        asked(user("a"), USE, user("b")),
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1",
    ),
    (asked({"role": "user", "content": [RESULT]}), "messages.0.content.0: unexpected `tool_use_id` found"),
    (called(RESULT, RESULT), "messages.2: each `tool_use` must have a single"),
    (called({"type": "text", "text": "b"}, RESULT), "messages.2: `tool_result` blocks must come first"),
    (
        asked(user("a"), {**USE, "content": USE["content"] * 2}, {"role": "user", "content": [RESULT]}),
        "messages.1: `tool_use` ids must be unique",
    ),
    (asked(tools=[{**TOOL, "name": "my tool"}]), "tools.0.name: String should match pattern"),
    (asked(tools=[TOOL, TOOL]), "tools: Tool names must be unique."),
    (asked(tools=[tool({"type": "string"})]), "tools.0.custom.input_schema.type: Input should be 'object'"),
    (using(schema() | {"additionalProperties": True}), "For 'object' type, 'additionalProperties' must be"),
    (using(schema(a={"type": "integer", "maximum": 3})), "For 'integer' type, property 'maximum' is not supported"),
    (using(schema(a={"type": "string", "pattern": r"(?=a)"})), "the pattern uses what is not supported"),
    (using(schema(a={"type": "string", "format": "iban"})), "format 'iban' is not supported"),
    (using(schema(a={"type": "array", "items": TEXT, "minItems": 2})), "'minItems' values other than 0 or 1"),
    (using(schema(a={"$ref": "http://x/y"})), "$ref 'http://x/y' is external"),
    (
        using(schema(a={"$ref": "#/$defs/a"}) | {"$defs": {"a": schema(b={"$ref": "#/$defs/a"})}}),
        "recursive schemas are not",
    ),
    (asked(tools=[{**TOOL, "name": f"n{i}"} for i in range(21)]), "21 strict tools, which is more than the 20"),
    (
        using(schema(**{f"p{i}": TEXT for i in range(25)}) | {"required": []}),
        "25 optional parameters, which is more than the 24",
    ),
    (
        asked(
            tools=[
                tool(schema(**{f"p{i}": {"anyOf": [TEXT]} for i in range(9)})),
                tool(schema(**{f"p{i}": {"type": ["string", "null"]} for i in range(8)}), name="b"),
            ]
        ),
        "17 union-typed parameters, which is more than the 16",
    ),
    (
        asked(
            output_config={"format": {"type": "json_schema", "schema": schema(a={"type": "string", "minLength": 1})}}
        ),
        "output_config.format.schema.properties.a: For 'string' type",
    ),
    (asked(tools=[], tool_choice={"type": "auto"}), "tool_choice may only be specified while providing tools"),
    (request_to(SONNET, tool_choice={"type": "any"}), 'tool_choice: type "any" is not supported for this model.'),
    (
        request_to(OPUS, tool_choice={"type": "tool", "name": "note"}),
        'tool_choice: type "tool" is not supported for this model.',
    ),
    (asked(tool_choice={"type": "tool", "name": "fly"}), "tool_choice.name: Tool 'fly' not found in provided tools"),
]
THINKING = [
    (request_to(SONNET, thinking={"type": "disabled"}), '"thinking.type.disabled" is not supported for this model.'),
    (request_to(OPUS, thinking={"type": "between_tools"}), '"thinking.type.between_tools" is not supported'),
    (asked(thinking={"type": "enabled", "budget_tokens": 1024}), '"thinking.type.enabled" is not supported'),
    (request_to(OLDER, thinking={"type": "adaptive"}), '"thinking.type.adaptive" is not supported'),
    (request_to(OLDER, thinking={"type": "enabled", "budget_tokens": 1024}), "`max_tokens` must be greater than"),
    (
        request_to(OLDER, output_config={"effort": "low"}),
        "output_config.effort: 'low' is not supported on claude-haiku-4-5",
    ),
    (
        asked(thinking={"type": "disabled"}, output_config={"effort": "xhigh"}),
        "thinking.type: 'disabled' is not supported at effort 'xhigh'",
    ),
    (
        request_to(SONNET, thinking={"type": "between_tools"}, output_config={"effort": "max"}),
        "thinking.type: 'between_tools' is not supported at effort 'max'",
    ),
    (
        request_to(SONNET, thinking={"type": "between_tools", "display": "omitted"}),
        "thinking.between_tools.display: Extra inputs",
    ),
    (asked(thinking={"type": "adaptive", "block_binding": {}}), "thinking.adaptive.block_binding: Extra inputs"),
    (asked(thinking={"type": "adaptive", "display": "updates"}), "thinking.adaptive.display: Input should be"),
    (
        asked(user("a"), {"role": "assistant", "content": [THOUGHT]}, user("b")),
        "messages.1.content.0: Invalid `signature` in `thinking` block",
    ),
    (
        asked({"role": "user", "content": [THOUGHT]}),
        "messages.0.content.0: `thinking` blocks are not permitted in user",
    ),
    (asked(system=[MARKED] * 4, **MARK), "A maximum of 4 blocks with cache_control may be provided. Found 5."),
    (
        asked(system=[MARKED], cache_control={"type": "ephemeral", "ttl": "1h"}),
        "a ttl='1h' cache_control block must not come after a ttl='5m'",
    ),
]


@pytest.mark.parametrize(("request_", "message"), [*SHAPES, *ROLES, *TOOLS, *THINKING])
def test_what_the_api_refuses_is_refused_in_its_words(client: Anthropic, request_: Json, message: str) -> None:
    assert message in refusal(client, request_)


def test_a_prompt_beyond_the_context_is_refused(client: Anthropic) -> None:
    assert "prompt is too long: 1000" in refusal(client, asked(user("word " * 800_000)))


def test_an_unknown_model_is_not_found_and_a_model_may_be_left_out() -> None:
    with client_of(Server(frozenset({HAIKU}), answer=saying("Hi."))) as client:
        for model in ("claude-2", SONNET):
            with pytest.raises(anthropic.NotFoundError, match=model):
                client.messages.create(**request_to(model))
        assert client.messages.create(**asked()).content


def test_a_request_without_a_key_or_a_version_or_json_is_refused(client: Anthropic) -> None:
    url, key, version = (
        f"{str(client.base_url).rstrip('/')}/v1/messages",
        {"x-api-key": "k"},
        {"anthropic-version": "2026-10-21"},
    )
    for headers, body, status, message in (
        (version, b"{}", 401, "x-api-key header is required"),
        (key, b"{}", 400, "anthropic-version: header is required"),
        (key | version, b"{not json", 400, "The request body is not valid JSON"),
        (key | version, b"[]", 400, "model: Field required"),
    ):
        answer = httpx2.post(url, content=body, headers=headers)
        assert (answer.status_code, message in answer.text) == (status, True)


def test_an_older_api_version_lets_an_older_model_sample(client: Anthropic) -> None:
    sampled = request_to(OLDER, extra_body={"temperature": 0.5}, extra_headers={"anthropic-version": "2023-06-01"})
    assert client.messages.create(**sampled).content


def test_counting_tokens_refuses_forced_tools_too(client: Anthropic) -> None:
    with pytest.raises(anthropic.BadRequestError, match="tool_choice"):
        client.messages.count_tokens(model=SONNET, messages=[user("a")], tools=[TOOL], tool_choice={"type": "any"})  # type: ignore[list-item]


def test_beta_headers_open_what_they_are_for(client: Anthropic) -> None:
    bound = request_to(
        HAIKU, thinking={"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    )
    assert client.beta.messages.create(**bound, betas=[BETA]).input_transformations == []
    once = {**system("Today only."), "clear_at": "next_user_message"}
    cleared = asked(user("a"), once)
    assert client.beta.messages.create(**cleared, betas=["mid-conversation-system-clear-at-2026-08-21"]).content
