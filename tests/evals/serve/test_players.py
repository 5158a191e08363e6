"""Whole sessions of the offline models behind the server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from anthropic.types import Message
from servers.append_only import AppendOnly
from servers.strict_api import HAIKU, OLDER, SONNET, client_of, replayed, strict, user

from coach import variants
from coach.events import CoachSaid, SessionClosed
from coach.store.recorder import Recorder
from evals.cli import main
from evals.serve.app import Server
from evals.session import Seats, Spec, live, offline_seats
from personas.athlete import Heard
from personas.channel import channel_of
from personas.load import load
from personas.persona import TODAY
from personas.prompted import system_prompt, what_is_seen


def _seats(spec: Spec, client: Any) -> Seats:
    channel = channel_of(spec.session_seed)
    return replace(
        offline_seats(spec), client=client, channel=channel, models=dict.fromkeys(("fast", "reasoning"), OLDER)
    )


class Named:
    """The SDK's client, naming the session in `metadata`."""

    def __init__(self, client: AsyncAnthropic, seed: int) -> None:
        self._client, self._metadata = client, {"user_id": str(seed)}

    @property
    def messages(self) -> "Named":
        return self

    async def create(self, **request: Any) -> Message:
        return await self._client.messages.create(**request, metadata=self._metadata)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("persona", ["healthy_10k", "masters_runner"])
def test_a_session_over_http_is_the_one_without(persona: str) -> None:
    spec = Spec(load(persona), variants.load("baseline"))

    async def served(url: str) -> Recorder:
        async with AsyncAnthropic(api_key="test", base_url=url, max_retries=0) as client:
            return await live(spec, _seats(spec, Named(client, spec.session_seed)))

    server = Server()
    with strict(server) as url:
        recorder = asyncio.run(served(url))
    direct = asyncio.run(live(spec, offline_seats(spec)))
    assert server.ledger.refused == 0
    for kind in (CoachSaid, SessionClosed):
        assert [e for e in recorder.events if isinstance(e, kind)] == [e for e in direct.events if isinstance(e, kind)]


@pytest.mark.parametrize(
    ("fast", "reasoning", "stream"), [(HAIKU, SONNET, False), (HAIKU, HAIKU, True), (SONNET, SONNET, True)]
)
def test_a_session_in_append_only_threads_loses_no_thinking(fast: str, reasoning: str, *, stream: bool) -> None:
    spec = Spec(load("healthy_10k"), variants.load("baseline"))

    async def served(url: str) -> Recorder:
        async with AsyncAnthropic(api_key="test", base_url=url, max_retries=0) as client:
            seats = _seats(spec, AppendOnly(client, spec.session_seed, stream=stream))
            return await live(spec, replace(seats, models={"fast": fast, "reasoning": reasoning}))

    server = Server()
    with strict(server) as url:
        recorder = asyncio.run(served(url))
    assert [event.outcome for event in recorder.events if isinstance(event, SessionClosed)] == ["accepted"]
    assert (server.ledger.refused, server.ledger.dropped) == (0, 0)
    tokens = server.ledger.as_json()["models"][fast]["tokens"]
    assert tokens["read"] > 0.8 * (tokens["read"] + tokens["write_5m"] + tokens["input"])


def test_the_athlete_of_the_sheet_answers_and_is_told_from_the_coach() -> None:
    persona = load("healthy_10k")
    tool = {"name": "leave", "description": "Leave.", "input_schema": {"type": "object"}}
    request: dict[str, Any] = {
        "model": HAIKU,
        "max_tokens": 1000,
        "system": system_prompt(persona, TODAY),
        "tools": [tool],
    }
    with client_of(Server()) as client:
        first = client.messages.create(**request, messages=[user(what_is_seen(None))])
        asked = what_is_seen(Heard("How old are you?", "intake"))
        history = [user(what_is_seen(None)), replayed(first), user(asked)]
        second = client.messages.create(**request, messages=history)
        again = client.messages.create(**request, messages=history)
    words = [block.text for block in first.content if block.type == "text"]
    assert "10k" in words[0].lower()
    assert str(persona.facts["age_years"].value) in "".join(b.text for b in second.content if b.type == "text")
    assert again.content == second.content


def test_the_command_prints_its_address_and_serves_until_interrupted(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "evals.cli", "serve", "--models", HAIKU, "--log", str(log)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(  # noqa: S603 (our own command)
        command, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        started = json.loads(process.stdout.readline())

        async def ask() -> Message:
            async with AsyncAnthropic(api_key="test", base_url=started["address"]) as client:
                return await client.messages.create(
                    model=HAIKU, max_tokens=100, messages=[{"role": "user", "content": "Hi."}]
                )

        answer = asyncio.run(ask())
        process.send_signal(signal.SIGINT)
        ledger = json.loads(process.stdout.readline())
        process.wait()
    assert started["models"] == [HAIKU]
    assert answer.content[-1].type == "text"
    assert ledger["models"][HAIKU]["calls"] == 1
    assert json.loads(log.read_text())["verdict"] == "accepted"


def test_a_wrong_model_or_plan_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, what in (
        (["--models", "claude-2"], "no model 'claude-2'"),
        (["--faults", str(tmp_path / "x")], "x"),
    ):
        assert main(["serve", *arguments]) == 2
        assert what in capsys.readouterr().err
