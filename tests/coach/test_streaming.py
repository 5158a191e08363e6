"""A streamed answer: its words as they come, and streams that do not end as they should."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

from coach import variants
from coach.errors import ModelFailure
from coach.waiting import WaitingClient
from evals.serve import answers as serve_answers

WAITING = variants.load("baseline").settings.waiting.model_copy(update={"attempts": 2, "attempt_s": 2})
Handler = Callable[[httpx2.Request], httpx2.Response]
REQUEST: dict[str, Any] = {"model": "claude-sonnet-5-5", "max_tokens": 1000, "messages": []}


def events(*blocks: dict[str, Any], stop: str | None = "end_turn") -> list[bytes]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": list(blocks)}
    ending = {"stop_reason": stop, "stop_sequence": None, "stop_details": None}
    made = serve_answers.events({**whole, **ending, "usage": usage})
    return [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in made]


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def answered(*streams: Any) -> tuple[Any, list[str]]:
    """What comes of these streams, one an attempt, and the words that were handed on."""
    left, words = list(streams), list[str]()

    def handle(_request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=left.pop(0))

    async def ask() -> Any:
        transport = httpx2.MockTransport(handle)
        async with (
            DefaultAsyncHttpxClient(transport=transport) as http,
            AsyncAnthropic(api_key="x", base_url="http://server", max_retries=0, http_client=http) as client,
        ):
            waiting = WaitingClient(client, WAITING, on_text=words.append, sleep=lambda _s: asyncio.sleep(0))
            return await waiting.create(**REQUEST)

    return asyncio.run(ask()), words


def test_words_of_several_blocks_stand_a_blank_line_apart() -> None:
    message, words = answered(b"".join(events(text("Well done."), text("And now?"))))
    assert "".join(words) == "Well done.\n\nAnd now?"
    assert [block.text for block in message.content] == ["Well done.", "And now?"]


@pytest.mark.parametrize("kept", [0, 1, 3, -1])
def test_a_stream_that_ends_within_the_answer_is_asked_for_again(kept: int) -> None:
    whole = events(text("Well done."))
    message, _ = answered(b"".join(whole[:kept]), b"".join(whole))
    assert message.content[0].text == "Well done."
    with pytest.raises(anthropic.APIConnectionError, match="ended within the answer"):
        answered(*[b"".join(whole[:kept])] * 2)


def test_a_stream_that_trickles_is_given_up_in_time() -> None:
    async def trickle() -> AsyncIterator[bytes]:
        yield b"".join(events(text("Well"))[:2])
        while True:
            await asyncio.sleep(0.05)
            yield b'event: ping\ndata: {"type": "ping"}\n\n'

    with pytest.raises(anthropic.APITimeoutError):
        answered(trickle(), trickle())


def test_a_stream_without_end_is_cut_off() -> None:
    with pytest.raises(ModelFailure, match="does not end"):
        answered(b"".join(events(text("word " * 10_000))))
