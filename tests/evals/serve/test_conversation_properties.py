"""Any talk of any athlete with any model: what the coach sends stays a valid conversation that only grows."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sampling import examples
from scripted_coach import FIRST, Scripted, healthy, items
from servers.strict_api import HAIKU, OPUS, SONNET

from coach import variants
from coach.events import AthleteSaid, ModelCalled, ModelFailed, PlanAccepted
from coach.flow import gate_approves, replay
from coach.loop import Coach
from coach.policy import POLICY
from coach.request import RequestSettings, request_of
from coach.states import State
from coach.store.stored import events_of
from evals.serve.app import Server
from evals.session import as_stored

Json = dict[str, Any]
BASELINE = variants.load("baseline")
MODELS = [(HAIKU, SONNET), (SONNET, SONNET), (OPUS, OPUS), (HAIKU, HAIKU)]
TOOLS = sorted({tool.name for row in POLICY.values() for tool in row.tools} | {"launch_rocket"})

words = st.text(st.characters(codec="utf-8"), max_size=30)
leaf = st.none() | st.booleans() | st.integers(-5, 500) | st.sampled_from([16.0, 0.5]) | words
anything = st.recursive(leaf, lambda deeper: st.lists(deeper, max_size=2) | st.dictionaries(words, deeper, max_size=2))
noted = st.fixed_dictionaries({"field": words, "value": anything, "raw": words})
inputs = st.one_of(
    st.dictionaries(words, anything, max_size=3),
    st.fixed_dictionaries({"items": st.lists(noted, min_size=1, max_size=3)}),
    st.fixed_dictionaries({"words": words}),
    st.fixed_dictionaries({"request": words}),
)
known = st.sampled_from([
    ("collect_data", healthy().calls[0].input), ("collect_data", {"items": items(chest_pain="rest")}),
    ("correct_data", {"items": items(weekly_km=10)}), ("collect_data", {"items": items(parq_yes=())}),
    ("collect_data", {"items": items(shoe_size=42)}), ("intake_complete", {}), ("accept_plan", {}),
    ("change_goal", {"words": "a half marathon"}), ("refine_plan", {"request": "no runs on Monday"}),
])  # fmt: skip
call = st.builds(
    lambda tool: {"type": "tool_use", "name": tool[0], "input": tool[1]},
    known | known | st.tuples(st.sampled_from(TOOLS), inputs),
)
text = st.builds(lambda said: {"type": "text", "text": said}, words.filter(str.strip))
USUAL = "usual"  # as the offline coach would
healthy_start = [[{"type": "tool_use", "name": name, "input": given}] for name, given in (
    ("collect_data", healthy().calls[0].input), ("intake_complete", {}),
)]  # fmt: skip
answers = st.lists(st.lists(call | call | text, max_size=4) | st.just(USUAL), max_size=12)
athlete = st.lists(words, min_size=1, max_size=5)


@dataclass
class Model:
    """Answers from `script` where the state talks, else (and for `USUAL`) as the offline coach does."""

    script: list[Any]
    requests: list[Json] = field(default_factory=list)
    _usual: Scripted = field(default_factory=lambda: Scripted(()))

    def answer(self, request: Json) -> list[Json]:
        self.requests.append(json.loads(json.dumps(request)))
        offered = {tool["name"] for tool in request["tools"]}
        scripted = self.script.pop(0) if self.script and offered & {"intake_complete", "accept_plan"} else USUAL
        if scripted == USUAL:
            return [block.model_dump(exclude_none=True) for block in self._usual.answer(request).content]
        ids = f"toolu_{len(self.requests)}_"
        return [{**b, "id": f"{ids}{at}"} if b["type"] == "tool_use" else b for at, b in enumerate(scripted)]


def play(model: Model, says: Sequence[str], models: tuple[str, str]) -> tuple[Coach, Server]:
    server = Server(answer=model.answer)

    async def talk() -> Coach:
        transport = httpx2.ASGITransport(app=server.app)
        async with (
            DefaultAsyncHttpxClient(transport=transport) as http,
            AsyncAnthropic(api_key="x", base_url="http://server", max_retries=0, http_client=http) as client,
        ):
            coach = Coach(client, BASELINE, models=dict(zip(("fast", "reasoning"), models, strict=True)))
            coach.start(session="s", athlete="a", today="2026-01-05", review="go_on")
            for said in says:
                if not coach.closed:
                    await coach.hear(said)
            return coach

    return asyncio.run(talk()), server


def blocks(message: Json, kind: str) -> list[Json]:
    content = message["content"]
    return [block for block in content if block["type"] == kind] if isinstance(content, list) else []


def words_of(message: Json) -> str:
    content = message["content"]
    return content if isinstance(content, str) else " ".join(block.get("text", "") for block in content)


def assert_well_formed(request: Json) -> None:
    roles = [message["role"] for message in request["messages"]]
    talk = [role for role in roles if role != "system"]
    assert talk[0] == roles[0] == "user"
    assert talk[-1] == "user"
    assert all(one != other for one, other in pairwise(talk))
    assert all(before == "user" for before, role in pairwise(roles) if role == "system")
    for message, following in pairwise(m for m in request["messages"] if m["role"] != "system"):
        called = [block["id"] for block in blocks(message, "tool_use")]
        assert sorted(called) == sorted(block["tool_use_id"] for block in blocks(following, "tool_result"))


def assert_only_grows(coach: Coach, requests: list[Json]) -> None:
    called = [event for event in coach.recorder.events if isinstance(event, ModelCalled)]
    newest: dict[State, Json] = {}
    for event, request in zip(called, requests, strict=True):
        if (before := newest.get(event.state)) is not None and event.anew is None:
            assert [request[key] for key in ("system", "tools", "model")] == [
                before[key] for key in ("system", "tools", "model")
            ]
            assert request["messages"][: len(before["messages"])] == before["messages"]
        newest[event.state] = request


def assert_replays(coach: Coach, requests: list[Json], models: tuple[str, str]) -> None:
    events = events_of(json.loads(json.dumps(as_stored(coach.recorder, "s")["events"])))
    tiers = dict(zip(("fast", "reasoning"), models, strict=True))
    at = [index for index, event in enumerate(events) if isinstance(event, ModelCalled)]
    for index, request in list(zip(at, requests, strict=True))[-4:]:
        session = replay(events[:index])
        again = request_of(session, RequestSettings(POLICY[session.state], BASELINE, tiers)).request
        sent = ("system", "tools", "messages", "model")
        assert json.dumps([again[key] for key in sent]) == json.dumps([request[key] for key in sent])


@settings(max_examples=examples(15), phases=[Phase.generate])
@given(script=answers, says=athlete, models=st.sampled_from(MODELS), far=st.booleans())
def test_every_request_of_any_talk_is_one_that_the_api_takes(
    script: list[Any], says: list[str], models: tuple[str, str], *, far: bool
) -> None:
    model = Model([*(healthy_start if far else []), *script])
    coach, server = play(model, [FIRST, *says], models)
    failures = [event.what for event in coach.recorder.events if isinstance(event, ModelFailed)]
    assert (server.ledger.refused, server.ledger.dropped) == (0, 0), failures
    for request in model.requests:
        assert_well_formed(request)
    if not any(isinstance(event, ModelFailed) for event in coach.recorder.events):
        requests = [request for request, _again in groupby(model.requests)]  # an empty answer is asked for again
        assert_only_grows(coach, requests)
        assert_replays(coach, requests, models)
    heard = [event.text for event in coach.recorder.events if isinstance(event, AthleteSaid)]
    notes = [words_of(m) for request in model.requests[-1:] for m in request["messages"] if m["role"] == "system"]
    assert [said for said in heard if len(said) > 8 and any(said in note for note in notes)] == []
    if any(isinstance(event, PlanAccepted) for event in coach.recorder.events):
        assert gate_approves(coach.session)
