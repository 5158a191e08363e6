"""Whole sessions of the coach behind the strict server: every request taken, every fault survived."""

import asyncio
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from offline_seats import offline_seats
from sampling import EXHAUSTIVE, share
from servers.strict_api import HAIKU, OPUS, SONNET, strict

from coach import variants
from coach.events import BoundReached, CoachSaid, ModelCalled, ModelFailed, PlanShown, SessionClosed
from coach.store.recorder import Recorder
from coach.variants import Variant
from coach.waiting import Pause, WaitingClient, claude
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan
from evals.session import Spec, live
from personas.channel import channel_of
from personas.load import load

BASELINE = variants.load("baseline")
MIX = (HAIKU, SONNET)
BY_SURPRISE = ("goal_changer", "plan_now", "chest_pain_hidden", "patience_runs_out", "everyone_elses_ailments")
Json = dict[str, Any]


def varied(base: Variant = BASELINE, **parts: Json) -> Variant:
    """A variant with some keys of its settings' tables changed."""
    changed = {name: getattr(base.settings, name).model_copy(update=keys) for name, keys in parts.items()}
    return replace(base, settings=base.settings.model_copy(update=changed))


PATIENT = varied(waiting={"attempt_s": 30, "attempts": 4, "first_pause_s": 0.01, "longest_pause_s": 0.05})
HASTY = varied(PATIENT, waiting={"attempt_s": 0.3, "attempts": 2})


@dataclass
class Played:
    recorder: Recorder
    server: Server
    pauses: list[Pause]
    streamed: list[str]

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.recorder.events if isinstance(event, kind)]

    @property
    def met(self) -> list[str]:
        """The faults of the calls, latencies apart."""
        assert isinstance(self.server.log, io.StringIO)
        found = [json.loads(line).get("fault") for line in self.server.log.getvalue().splitlines()]
        return [kind for kind in found if kind]

    @property
    def outcome(self) -> str:
        return str(self.told(SessionClosed)[0].outcome)

    @property
    def why(self) -> str:
        return str(self.told(ModelFailed)[0].what)


async def no_pause(_seconds: float) -> None:
    """Pauses are told of, and take no time."""


def play(*names: str, variant: Variant = BASELINE, models: Sequence[str] = MIX, stream: bool = False,
         server: Server | None = None) -> list[Played]:  # fmt: skip
    """Sessions of these personas, one after the other, with one server."""
    server = server or Server()

    async def one(url: str, name: str) -> Played:
        spec, played = Spec(load(name), variant), Played(Recorder(), server, [], [])
        hear: Callable[[str], object] | None = played.streamed.append if stream else None
        async with claude(base_url=url, api_key="x") as sdk:
            client = WaitingClient(sdk, variant.settings.waiting, played.pauses.append, hear, no_pause)
            tiers = dict(zip(("fast", "reasoning"), models, strict=True))
            channel = channel_of(spec.session_seed)
            await live(
                spec, replace(offline_seats(spec), client=client, channel=channel, models=tiers), played.recorder
            )
        return played

    async def all_of(url: str) -> list[Played]:
        return [await asyncio.wait_for(one(url, name), 60) for name in names]

    with strict(server) as url:
        return asyncio.run(all_of(url))


def faulty(*faults: Json, stream: bool = False, variant: Variant = PATIENT) -> Played:
    server = Server(plan=Plan(fault=tuple(CallFault(**fault) for fault in faults)), log=io.StringIO())
    (played,) = play("healthy_10k", variant=variant, stream=stream, server=server)
    return played


ALONE = [(HAIKU, HAIKU), (SONNET, SONNET), (OPUS, OPUS)]


@pytest.mark.parametrize(
    ("models", "names", "stream"),
    [
        *share([(models, ("goal_changer",), stream) for stream in (False, True) for models in (*ALONE, MIX)], one_in=3),
        *((models, BY_SURPRISE[1:], True) for models in (*(ALONE if EXHAUSTIVE else ()), MIX)),
    ],
)
def test_sessions_of_every_model_are_taken_and_read_the_cache(
    models: tuple[str, str], names: Sequence[str], *, stream: bool
) -> None:
    played = play(*names, models=models, stream=stream)
    ends = dict(zip(BY_SURPRISE, ("accepted", "accepted", "blocked", "abandoned", "accepted"), strict=True))
    assert [each.outcome for each in played] == [ends[name] for name in names]
    assert (played[0].server.ledger.refused, played[0].server.ledger.dropped) == (0, 0)
    counted = [each["tokens"] for each in played[0].server.ledger.as_json()["models"].values()]
    read = sum(tokens["read"] for tokens in counted)
    assert read > 0.85 * sum(tokens["read"] + tokens["write_5m"] + tokens["input"] for tokens in counted)
    assert not any("Weighing" in event.text for each in played for event in each.told(CoachSaid))


@pytest.mark.parametrize(
    ("models", "thinking", "effort"),
    [
        (
            (SONNET, SONNET),
            {"fast": "between_tools", "reasoning": "between_tools"},
            {"fast": "low", "reasoning": "high"},
        ),
        ((HAIKU, SONNET), {"fast": "disabled", "reasoning": "adaptive"}, {"fast": "low", "reasoning": "max"}),
        ((OPUS, OPUS), {"fast": "adaptive", "reasoning": "adaptive"}, {"reasoning": "xhigh"}),
    ],
)
def test_thinking_and_effort_of_a_variant_are_taken(models: Sequence[str], thinking: Json, effort: Json) -> None:
    variant = varied(thinking=thinking, effort=effort)
    (played,) = play("plan_now", variant=variant, models=models)
    assert (played.outcome, played.server.ledger.refused, played.server.ledger.dropped) == ("accepted", 0, 0)


def status(code: int, first: int, **more: float) -> Json:
    """Three calls in a row that the service turns away."""
    return {"kind": "status", "status": code, "first": first, "last": first + 2, **more}


def of_calls(*calls: int, **kinds: int) -> list[Json]:
    """Each kind at these calls, put off by so many."""
    return [{"kind": kind, "calls": tuple(call + later for call in calls)} for kind, later in kinds.items()]


PASSING: list[tuple[bool, list[Json]]] = [
    (True, of_calls(3, 8, 19, cut_stream=0, malformed_json=2, stream_error=4)),
    (True, of_calls(3, 8, 19, max_tokens=0, pause_turn=2)),
    (False, of_calls(3, 10, 21, cut_stream=0, malformed_json=2, unknown_block=3, empty_content=4)),
    (False, [*of_calls(6, 7, 8, pause_turn=0), *of_calls(14, 15, endless_tools=0)]),
    (
        False,
        [
            {"kind": "latency", "seconds": (0.01, 0.5), "distribution": "lognormal"},
            *(status(429, 3, retry_after_s=0.01), status(500, 8), status(529, 19)),
        ],
    ),
]
"""Whether it streams, and what one session meets: streamed what then reaches the client in another way."""


@pytest.mark.parametrize(("stream", "faults"), PASSING)
def test_a_session_goes_on_after_a_fault(faults: list[Json], *, stream: bool) -> None:
    played = faulty(*faults, stream=stream)
    assert (played.outcome, played.server.ledger.refused, played.server.ledger.dropped) == ("accepted", 0, 0)
    assert len(played.recorder.session.facts) == 35
    assert len(played.told(PlanShown)) == 1
    due = Counter[str]()
    for fault in faults:
        due[fault["kind"]] += 3 if "first" in fault else len(fault.get("calls", ()))
    assert Counter(played.met) == +due


BROKEN: list[tuple[Json, str]] = [
    ({"kind": "status", "status": 529}, "529: the fault plan says so; the service or the connection is in trouble"),
    ({"kind": "cut_stream"}, "Connection error"),
    ({"kind": "malformed_json"}, "not readable"),
    ({"kind": "wrong_content_type"}, "is not a message; check what answers at the base URL"),
    ({"kind": "huge_text", "bytes": 2_000_000}, "check what answers at the base URL"),
]
"""Streamed and not; the others reach the coach as the same message either way."""
REFUSED: list[tuple[Json, str]] = [
    *[({"kind": "status", "status": status}, f"{status}: the fault plan says so; ") for status in (400, 401)],
    ({"kind": "empty_content"}, "the model answered nothing, twice"),
    ({"kind": "refusal"}, "the model declined to answer"),
    ({"kind": "pause_turn"}, "paused without end"),
    ({"kind": "max_tokens"}, "tokens, where 8192 were allowed"),
]
OF_THE_SERVICE = ("529", "401", "Connection error", "is not a message")


@pytest.mark.parametrize(
    ("stream", "fault", "why"),
    [*((each, *row) for row in BROKEN for each in (False, True)), *((False, *row) for row in REFUSED)],
)
def test_a_fault_that_stays_ends_in_one_clear_sentence(fault: Json, why: str, *, stream: bool) -> None:
    played = faulty({**fault, "first": 6}, stream=stream)
    assert played.outcome == "failed"
    assert why in played.why
    assert played.told(ModelFailed)[0].service is why.startswith(OF_THE_SERVICE)
    assert "\n" not in played.why
    assert len(played.why) < 350
    assert len(played.recorder.session.facts) == 8, "what was collected is kept"
    assert played.told(CoachSaid)[-1].text == BASELINE.settings.words.failed
    assert max(len(event.model_dump_json()) for event in played.recorder.events) < 20_000
    asked_again = {"refusal": 0, "wrong_content_type": 0, "huge_text": 0, "status": 3 if "529" in why else 0}
    assert len(played.pauses) == asked_again.get(fault["kind"], len(played.pauses))
    failed = next(entry for entry in played.recorder.entries if entry.event["kind"] == "model_failed")
    assert failed.beside.get("retries", 0) == len(played.pauses)
    if fault["kind"] == "refusal":
        assert played.server.ledger.requests == 6, "a refusal is not asked again"


def test_endless_calls_end_at_a_bound() -> None:
    played = faulty({"kind": "endless_tools", "first": 6})
    assert played.outcome == "failed"
    (bound,) = played.told(BoundReached)
    assert (bound.bound, bound.limit) == ("calls_a_turn", BASELINE.settings.limits.calls_a_turn)
    assert len(played.told(ModelCalled)) == 5 + BASELINE.settings.limits.calls_a_turn


@pytest.mark.parametrize("stream", [False, True])
def test_a_service_that_hangs_is_given_up(*, stream: bool) -> None:
    played = faulty({"kind": "hang", "first": 5}, stream=stream, variant=HASTY)
    assert (played.outcome, len(played.pauses)) == ("failed", 1)
    assert "timed out" in played.why
