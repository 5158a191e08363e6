"""Whole exchanges that every family accepts, through the real SDK."""

import asyncio
import json
from pathlib import Path

import pytest
from anthropic import Anthropic, AsyncAnthropic
from servers.strict_api import (
    CALL,
    HAIKU,
    OLDER,
    OPUS,
    SONNET,
    client_of,
    replayed,
    request_to,
    results,
    saying,
    strict,
    system,
    user,
)

from evals.checks.prices import dollars
from evals.serve.app import Server
from evals.serve.families import Usage, families

FAMILIES = (SONNET, HAIKU, OPUS, OLDER)


def exchange(client: Anthropic, model: str) -> list[object]:
    """Four calls of one thread: words, tools, results with a system message, words again."""
    context = [system("The plan is due.")] if families()[model].mid_system else []
    request = request_to(model)
    answers = []
    for _ in range(4):
        answer = client.messages.create(**request)
        answers.append(answer)
        called = any(block.type == "tool_use" for block in answer.content)
        request["messages"] += [replayed(answer), results(answer) if called else user("Go on."), *context]
    return answers


@pytest.mark.parametrize("model", FAMILIES)
@pytest.mark.parametrize("blocks", [("Fine.",), (CALL,), ("Noted.", CALL, CALL)])
def test_an_appended_thread_is_accepted_whatever_is_answered(model: str, blocks: tuple[object, ...]) -> None:
    server = Server(answer=saying(*blocks))  # type: ignore[arg-type]
    with client_of(server) as client:
        answers = exchange(client, model)
    assert len(answers) == 4
    assert server.ledger.refused == 0


@pytest.mark.parametrize("model", FAMILIES)
def test_a_stream_gives_the_same_message(model: str) -> None:
    async def both(url: str) -> tuple[object, object]:
        async with AsyncAnthropic(api_key="test", base_url=url, max_retries=0) as client:
            whole = await client.messages.create(**request_to(model))
            async with client.messages.stream(**request_to(model)) as stream:
                return whole, await stream.get_final_message()

    with strict(Server(answer=saying("Long words. " * 99, CALL))) as url:
        whole, streamed = asyncio.run(both(url))
    same = {"content", "stop_reason", "usage", "model", "role"}
    assert streamed.model_dump(include=same) == whole.model_dump(include=same)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("model", "thinking", "kinds", "shown"),
    [
        (SONNET, None, ["thinking", "tool_use"], ""),
        (SONNET, {"type": "adaptive", "display": "summarized"}, ["thinking", "tool_use"], "Let me note that."),
        (SONNET, {"type": "between_tools"}, ["text", "tool_use"], None),
        (HAIKU, None, ["thinking", "text", "tool_use"], ""),
        (HAIKU, {"type": "disabled"}, ["text", "tool_use"], None),
        (OPUS, {"type": "adaptive", "display": "summarized"}, ["thinking", "tool_use"], "Let me note that."),
        (
            OLDER,
            {"type": "enabled", "budget_tokens": 1024},
            ["thinking", "text", "tool_use"],
            "Weighing what was said.",
        ),
    ],
)
def test_words_beside_a_tool_call_follow_display(
    model: str, thinking: dict[str, object] | None, kinds: list[str], shown: str | None
) -> None:
    more = {"thinking": thinking} if thinking else {}
    with client_of(Server(answer=saying("Let me note that.", CALL))) as client:
        answer = client.messages.create(**request_to(model, max_tokens=2000, **more))
    assert [block.type for block in answer.content] == kinds
    assert next((block.thinking for block in answer.content if block.type == "thinking"), None) == shown


def test_with_between_tools_thinking_comes_behind_tool_results() -> None:
    more = {"thinking": {"type": "between_tools"}}
    with client_of(Server(answer=saying(CALL))) as client:
        first = client.messages.create(**request_to(SONNET, **more))
        history = (user("Hello there."), replayed(first), results(first))
        second = client.messages.create(**request_to(SONNET, *history, **more))
    assert [block.type for block in second.content] == ["thinking", "tool_use"]


def test_an_answer_beyond_max_tokens_is_cut_and_max_tokens_0_answers_nothing() -> None:
    with client_of(Server(answer=saying("word " * 400))) as client:
        cut = client.messages.create(**request_to(SONNET, max_tokens=50))
        warmed = client.messages.create(**request_to(SONNET, max_tokens=0))
    assert (cut.stop_reason, cut.usage.output_tokens) == ("max_tokens", 50)
    assert (warmed.stop_reason, warmed.content, warmed.usage.output_tokens) == ("max_tokens", [], 0)


def test_tool_choice_none_and_no_parallel_calls_are_honoured() -> None:
    with client_of(Server(answer=saying("Hm.", CALL, CALL))) as client:
        none = client.messages.create(**request_to(HAIKU, tool_choice={"type": "none"}))
        one = client.messages.create(
            **request_to(HAIKU, tool_choice={"type": "auto", "disable_parallel_tool_use": True})
        )
    assert [block.type for block in none.content] == ["thinking", "text"]
    assert [block.type for block in one.content] == ["thinking", "text", "tool_use"]


def test_headers_name_the_request_and_the_rate_limits() -> None:
    with client_of(Server(answer=saying("Hi."))) as client:
        raw = client.messages.with_raw_response.create(**request_to(HAIKU))
    assert raw.headers["request-id"] == "req_00000001"
    for kind in ("requests", "tokens", "input-tokens", "output-tokens"):
        assert f"anthropic-ratelimit-{kind}-remaining" in raw.headers


def test_counting_tokens_agrees_with_usage_and_is_not_charged() -> None:
    server = Server(answer=saying("Hi."))
    with client_of(server) as client:
        counted = client.messages.count_tokens(**{k: v for k, v in request_to(HAIKU).items() if k != "max_tokens"})
        used = client.messages.create(**request_to(HAIKU)).usage
    assert counted.input_tokens == used.input_tokens
    assert server.ledger.requests == 1


def test_the_ledger_is_exact_and_served(tmp_path: Path) -> None:
    log = (tmp_path / "log.jsonl").open("w")
    server = Server(answer=saying("Hi."), log=log)
    with client_of(server) as client, log:
        usages = [client.messages.create(**request_to(SONNET)).usage for _ in range(3)]
        seen = client.get("/ledger", cast_to=dict[str, object])  # type: ignore[type-var]
    spent = sum(2 * usage.input_tokens + 10 * usage.output_tokens for usage in usages) / 1e6
    assert seen["models"][SONNET]["calls"] == 3  # type: ignore[index]
    assert float(str(seen["dollars"])) == pytest.approx(spent, abs=1e-12)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [(line["call"], line["verdict"], line["delivered"]) for line in lines] == [
        (n, "accepted", True) for n in (1, 2, 3)
    ]


def test_a_prompt_above_100k_tokens_costs_five_times_as_much_on_haiku() -> None:
    haiku = families()[HAIKU]
    assert haiku.dollars(Usage(input=100_000)) * 5 * 100_001 == haiku.dollars(Usage(input=100_001)) * 100_000
    assert float(haiku.dollars(Usage(input=1, write_5m=100_000, output=10))) == pytest.approx(0.5e-6 + 0.0625 + 25e-6)


@pytest.mark.parametrize("model", [SONNET, HAIKU, OPUS])
def test_the_prices_are_those_of_the_cost_check(model: str) -> None:
    for tokens in (1000, 100_000, 100_001):
        assert float(families()[model].dollars(Usage(input=tokens, output=7))) == pytest.approx(
            dollars(model, tokens, 7)
        )
