"""What the coach makes of answers that are no plain ones. What comes over HTTP: tests/evals/serve/test_survival.py."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from scripted_coach import conversation, told

from coach.events import CoachSaid, ModelFailed, SessionClosed, ToolCalled
from coach.loop import Coach
from coach.model import PlainMessage
from evals.offline import OfflineCoach
from evals.reading.acts import TrainedReader

Json = dict[str, Any]
Twist = Callable[[PlainMessage], PlainMessage]
FIRST = "Hi, I am 30 and would like to run a 10k in under 50 minutes."


class Twisted(OfflineCoach):
    """`twists[n]` changes the answer to the n-th request (from 0). `requests` keeps what came in."""

    def __init__(self, twists: dict[int, Twist]) -> None:
        super().__init__(7, reader=TrainedReader())
        self.twists, self.requests = twists, list[Json]()

    async def create(self, **request: Any) -> PlainMessage:
        twist = self.twists.get(len(self.requests), lambda usual: usual)
        self.requests.append(request)
        return twist(self.answer(request))


def talk(*texts: str, twists: dict[int, Twist]) -> tuple[Coach, list[Json]]:
    client = Twisted(twists)
    return conversation(client, *texts), client.requests


def tool_results(request: Json) -> list[Json]:
    last = next(m for m in reversed(request["messages"]) if m["role"] == "user")["content"]
    return [block for block in last if block["type"] == "tool_result"]


def answering(**changes: Any) -> Twist:
    return lambda usual: replace(usual, **changes)


def calling(*calls: tuple[str, Json]) -> Twist:
    content = [
        {"type": "tool_use", "id": f"toolu_{i}", "name": name, "input": given} for i, (name, given) in enumerate(calls)
    ]
    return answering(content=content, stop_reason="tool_use")


def test_a_cut_answer_is_asked_for_again_with_twice_the_room_and_not_kept() -> None:
    cut = answering(content=[{"type": "text", "text": "I was just about to"}], stop_reason="max_tokens")
    coach, requests = talk(FIRST, twists={2: cut})
    assert requests[3]["max_tokens"] == 2 * requests[2]["max_tokens"]
    assert requests[3]["messages"] == requests[2]["messages"]
    assert "just about to" not in str(coach.session.threads)


def test_all_tool_calls_are_answered_in_one_message_with_errors_marked() -> None:
    known = {"items": [{"field": "age_years", "value": 28, "raw": "28"}]}
    wrong = {"items": [{"field": "age_years", "value": 280, "raw": "280"}]}
    twist = calling(
        ("collect_data", known), ("collect_data", wrong), ("generate_plan", {}), ("fly", {}), ("collect_data", {"x": 1})
    )
    coach, requests = talk(FIRST, twists={2: twist})
    results = tool_results(requests[3])
    assert [result.get("is_error", False) for result in results] == [False, True, True, True, True]
    assert [result["tool_use_id"] for result in results] == [f"toolu_{i}" for i in range(5)]
    assert "age_years" in results[1]["content"]
    assert "collect_data" in results[2]["content"], "the error names the tools that there are"
    assert coach.session.facts["age_years"].value == 28
    assert [call.error is None for call in told(coach, ToolCalled)[2:7]] == [True, False, False, False, False]
    assert not coach.closed


def test_history_keeps_whole_blocks_and_unknown_ones_harm_nothing() -> None:
    thinking = {"type": "thinking", "thinking": "let me see", "signature": "sig"}
    odd = {"type": "hologram", "data": {"x": 1}}

    def twist(usual: PlainMessage) -> PlainMessage:
        return replace(usual, content=[thinking, odd, *usual.content])

    coach, requests = talk(FIRST, "I'm 28.", twists={2: twist})
    kept = [block for message in requests[3]["messages"] for block in message["content"]]
    assert thinking in kept
    assert odd in kept
    assert not coach.closed


def test_a_paused_turn_goes_on() -> None:
    paused = answering(content=[{"type": "text", "text": "One moment"}], stop_reason="pause_turn")
    coach, requests = talk(FIRST, twists={2: paused})
    assert requests[3]["messages"][-1]["role"] == "assistant"
    assert "One moment" in told(coach, CoachSaid)[0].text


def test_an_empty_answer_is_asked_for_once_more() -> None:
    coach, requests = talk(FIRST, twists={0: answering(content=[], stop_reason="end_turn")})
    assert requests[0] == requests[1]
    assert coach.session.goals


@pytest.mark.parametrize(
    ("twist", "why"),
    [
        (answering(stop_reason="refusal", content=[]), "declined to answer"),
        (answering(stop_reason="model_context_window_exceeded", content=[]), "does not fit the model"),
        (answering(stop_reason="max_tokens"), "max_tokens"),
        (answering(content=[{"type": "text", "text": None}]), "malformed"),
    ],
)
def test_what_cannot_be_mended_ends_in_a_defined_outcome_and_is_no_failure_of_the_service(
    twist: Twist, why: str
) -> None:
    coach, _ = talk(FIRST, twists=dict.fromkeys(range(10), twist))
    assert told(coach, SessionClosed)[0].outcome == "failed"
    (failed,) = told(coach, ModelFailed)
    assert why in failed.what
    assert not failed.service
