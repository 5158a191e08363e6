"""The loop through the real `anthropic` SDK over HTTP, against a loopback server that speaks the Messages API."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from offline_seats import offline_seats
from servers.messages_api import Json, MessagesApi, Reply, Twist, error, serving

from coach import variants
from coach.events import BoundReached, CoachSaid, ModelFailed, SessionClosed, ToolCalled
from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.offline import OfflineCoach
from evals.reading.acts import TrainedReader
from evals.session import Spec, live
from personas.load import load

MODELS = {"fast": "some-fast-model", "reasoning": "some-reasoning-model"}
FIRST = "Hi, I am 30 and would like to run a 10k in under 50 minutes."


def talk(*texts: str, twists: dict[int, Twist], retries: int = 2) -> tuple[Coach, MessagesApi]:
    """Say `texts` to a coach behind the server."""
    with serving(MessagesApi(OfflineCoach(7, reader=TrainedReader()), twists)) as api:

        async def say() -> Coach:
            async with AsyncAnthropic(api_key="test", base_url=api.url, max_retries=retries) as client:
                coach = Coach(client, variants.load("baseline"), Recorder(), MODELS)
                coach.start(session="s", athlete="a", today="2026-01-05")
                for text in texts:
                    if not coach.closed:
                        await coach.hear(text)
                return coach

        return asyncio.run(say()), api


def told(coach: Coach, kind: type) -> list[Any]:
    return told_in(coach.recorder, kind)


def told_in(recorder: Recorder, kind: type) -> list[Any]:
    return [event for event in recorder.events if isinstance(event, kind)]


def tool_results(request: Json) -> list[Json]:
    last = next(m for m in reversed(request["messages"]) if m["role"] == "user")["content"]
    return [block for block in last if block["type"] == "tool_result"]


def answering(**changes: object) -> Twist:
    return lambda _request, usual: Reply(200, {**usual, **changes})


def calling(*calls: tuple[str, Json]) -> Twist:
    content = [
        {"type": "tool_use", "id": f"toolu_{i}", "name": name, "input": given} for i, (name, given) in enumerate(calls)
    ]
    return answering(content=content, stop_reason="tool_use")


def test_a_whole_session_over_http_has_the_same_events_as_one_without() -> None:
    spec = Spec(load("healthy_10k"), variants.load("baseline"))
    direct = asyncio.run(live(spec, offline_seats(spec)))
    seats = offline_seats(spec)
    with serving(MessagesApi(OfflineCoach(spec.session_seed, seats.channel))) as api:

        async def over_http() -> Recorder:
            async with AsyncAnthropic(api_key="test", base_url=api.url) as client:
                return await live(spec, replace(seats, client=client))

        served = asyncio.run(over_http())
    assert told_in(served, SessionClosed)[0].outcome == "accepted"
    assert len(api.requests) > 10
    assert served.head == direct.head


def test_a_rate_limit_is_waited_out() -> None:
    coach, api = talk(
        FIRST, twists={0: lambda *_: error(429, "rate_limit_error", "slow down", ("retry-after-ms", "1"))}
    )
    assert api.requests[0] == api.requests[1]
    assert coach.session.intake is not None
    assert not told(coach, ModelFailed)


def test_a_wrong_request_fails_at_once_and_says_what_to_do() -> None:
    coach, api = talk(FIRST, twists={1: lambda *_: error(400, "invalid_request_error", "tools.0: too deep")})
    assert len(api.requests) == 2
    (failed,) = told(coach, ModelFailed)
    assert "400" in failed.what
    assert "tools.0: too deep" in failed.what
    assert "its message says why" in failed.what
    assert not failed.service
    assert told(coach, SessionClosed)[0].outcome == "failed"
    assert coach.session.goals, "what was collected is kept"
    assert told(coach, CoachSaid)[-1].text == coach.variant.settings.words.failed


def test_a_cut_answer_is_asked_for_again_with_twice_the_room_and_not_kept() -> None:
    cut = answering(content=[{"type": "text", "text": "I was just about to"}], stop_reason="max_tokens")
    coach, api = talk(FIRST, twists={2: cut})
    assert api.requests[3]["max_tokens"] == 2 * api.requests[2]["max_tokens"]
    assert api.requests[3]["messages"] == api.requests[2]["messages"]
    assert "just about to" not in str(coach.session.threads)


def test_an_answer_that_never_fits_is_a_defined_failure() -> None:
    cut = answering(stop_reason="max_tokens")
    coach, _ = talk(FIRST, twists={0: cut, 1: cut})
    assert "max_tokens" in told(coach, ModelFailed)[0].what
    assert told(coach, SessionClosed)[0].outcome == "failed"


def test_all_tool_calls_are_answered_in_one_message_with_errors_marked() -> None:
    known = {"items": [{"field": "age_years", "value": 28, "raw": "28"}]}
    wrong = {"items": [{"field": "age_years", "value": 280, "raw": "280"}]}
    twist = calling(
        ("collect_data", known), ("collect_data", wrong), ("generate_plan", {}), ("fly", {}), ("collect_data", {"x": 1})
    )
    coach, api = talk(FIRST, twists={2: twist})
    results = tool_results(api.requests[3])
    assert [result.get("is_error", False) for result in results] == [False, True, True, True, True]
    assert [result["tool_use_id"] for result in results] == [f"toolu_{i}" for i in range(5)]
    assert "age_years" in results[1]["content"]
    assert "collect_data" in results[2]["content"], "the error names the tools that there are"
    assert coach.session.facts["age_years"].value == 28
    assert [call.error is None for call in told(coach, ToolCalled)[2:7]] == [True, False, False, False, False]
    assert not coach.closed


def test_the_intake_is_not_complete_because_a_model_says_so() -> None:
    coach, api = talk(FIRST, twists={2: calling(("intake_complete", {}))})
    (result,) = tool_results(api.requests[3])
    assert result["is_error"]
    assert "symptoms" in result["content"]
    assert coach.session.state == "INTAKE"


def test_history_keeps_whole_blocks_and_unknown_ones_harm_nothing() -> None:
    thinking = {"type": "thinking", "thinking": "let me see", "signature": "sig"}
    odd = {"type": "hologram", "data": {"x": 1}}

    def twist(_request: Json, usual: Json) -> Reply:
        return Reply(200, {**usual, "content": [thinking, odd, *usual["content"]]})

    coach, api = talk(FIRST, "I'm 28.", twists={2: twist})
    kept = [block for message in api.requests[3]["messages"] for block in message["content"]]
    assert thinking in kept
    assert odd in kept
    assert not coach.closed


@pytest.mark.parametrize(
    ("twist", "service"),
    [
        (answering(stop_reason="refusal", content=[]), False),
        (answering(stop_reason="model_context_window_exceeded", content=[]), False),
        (lambda *_: Reply(200, b"{not json"), False),
        (lambda *_: Reply(200, {"hello": "world"}), False),
        (lambda *_: error(400, "invalid_request_error", "no"), False),
        (lambda *_: error(401, "authentication_error", "no"), True),
        (lambda *_: error(402, "billing_error", "no"), True),
        (lambda *_: error(404, "not_found_error", "no"), True),
        (lambda *_: error(529, "overloaded_error", "too much"), True),
        (lambda *_: error(500, "api_error", "oops"), True),
        (lambda *_: error(429, "rate_limit_error", "slow down"), True),
    ],
)
def test_what_cannot_be_mended_ends_in_a_defined_outcome_and_says_whose_it_was(twist: Twist, service: bool) -> None:  # noqa: FBT001
    coach, _ = talk(FIRST, twists=dict.fromkeys(range(10), twist), retries=0)
    assert told(coach, SessionClosed)[0].outcome == "failed"
    assert [each.service for each in told(coach, ModelFailed)] == [service]


def test_empty_content_is_asked_for_once_more() -> None:
    coach, api = talk(FIRST, twists={0: answering(content=[], stop_reason="end_turn")})
    assert api.requests[0] == api.requests[1]
    assert coach.session.goals


def test_a_paused_turn_goes_on() -> None:
    paused = answering(content=[{"type": "text", "text": "One moment"}], stop_reason="pause_turn")
    coach, api = talk(FIRST, twists={2: paused})
    assert api.requests[3]["messages"][-1]["role"] == "assistant"
    assert "One moment" in told(coach, CoachSaid)[0].text


def test_endless_tool_calls_hit_the_bound() -> None:
    known = {"items": [{"field": "age_years", "value": 28, "raw": "28"}]}
    coach, api = talk(FIRST, twists=dict.fromkeys(range(2, 100), calling(("collect_data", known))))
    (bound,) = told(coach, BoundReached)
    assert (bound.bound, bound.limit) == ("calls_a_turn", 15)
    assert len(api.requests) == 15
    assert told(coach, SessionClosed)[0].outcome == "failed"


def test_a_call_that_is_not_approved_goes_back_as_an_error() -> None:
    async def never(_tool: str, _given: dict[str, Any]) -> bool:
        return False

    async def say() -> Coach:
        coach = Coach(OfflineCoach(1), variants.load("baseline"), Recorder(), MODELS, approve=never)
        coach.start(session="s", athlete="a", today="2026-01-05", approvals=["capture_goal"])
        await coach.hear(FIRST)
        return coach

    coach = asyncio.run(say())
    assert not coach.session.goals
    assert {call.error for call in told(coach, ToolCalled)} == {"This call was not approved. Go on without it."}
