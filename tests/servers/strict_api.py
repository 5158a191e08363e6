"""The strict server on a free port of 127.0.0.1, for tests."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from anthropic import Anthropic

from evals.serve.app import Server, http_server, listening

Json = dict[str, Any]
SONNET, HAIKU, OPUS, OLDER = "claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5-5", "claude-haiku-4-5"
TOOL: Json = {
    "name": "note",
    "description": "Keep a note.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    },
}


@contextmanager
def strict(server: Server) -> Iterator[str]:
    """Serve until the block ends and every call is answered; yields the address.

    The thread takes a fifth of a second more to end, for which nobody waits.
    """
    listener = listening()
    running = http_server(server)
    thread = threading.Thread(target=running.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        running.should_exit = True
        while server.ledger.in_flight:
            time.sleep(0.005)


@contextmanager
def claude_at(url: str) -> Iterator[None]:
    """Whoever asks Claude asks at this address until the block ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTHROPIC_API_KEY", "test")
        patch.setenv("ANTHROPIC_BASE_URL", url)
        yield


@contextmanager
def claude(server: Server) -> Iterator[Server]:
    """Whoever asks Claude asks that server until the block ends."""
    with strict(server) as url, claude_at(url):
        yield server


@contextmanager
def client_of(server: Server, *, retries: int = 0, key: str = "test", timeout: float = 30) -> Iterator[Anthropic]:
    with (
        strict(server) as url,
        Anthropic(api_key=key, base_url=url, max_retries=retries, timeout=timeout) as client,
    ):
        yield client


def saying(*blocks: str | Json) -> Callable[[Json], list[Json]]:
    """Players that answer every request with these blocks; a string is a text, a call gets an id of its own."""

    def answer(request: Json) -> list[Json]:
        made = [{"type": "text", "text": each} if isinstance(each, str) else {**each} for each in blocks]
        for at, block in enumerate(made):
            if block["type"] == "tool_use":
                block["id"] = f"toolu_{len(request['messages'])}_{at}"
        return made

    return answer


CALL: Json = {"type": "tool_use", "name": "note", "input": {"text": "likes hills"}}


def request_to(model: str, *messages: Json, **more: Any) -> Json:
    """A small valid request; without messages, one of the user."""
    return {
        "model": model,
        "max_tokens": 1000,
        "system": "You coach runners.",
        "tools": [TOOL],
        "messages": list(messages) or [user("Hello there.")],
        **more,
    }


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def system(text: str) -> Json:
    return {"role": "system", "content": text}


def results(message: Any) -> Json:
    """The user message that answers every tool use of `message`."""
    used = [block.id for block in message.content if block.type == "tool_use"]
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": each, "content": "ok"} for each in used]}


def replayed(message: Any) -> Json:
    return {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in message.content]}
