"""Each kind of fault as a client meets it, and which calls a row of a plan meets."""

import asyncio
import json
from pathlib import Path
from typing import Any

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic
from servers.strict_api import CALL, HAIKU, SONNET, client_of, replayed, request_to, results, saying, strict, user

from coach.errors import FileError
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan, load


def faulty(*blocks: Any, **fault: Any) -> Server:
    return Server(plan=Plan(fault=(CallFault(**fault),)), answer=saying(*(blocks or ("Well, that is good to hear.",))))


@pytest.mark.parametrize(
    ("status", "error"),
    [(429, anthropic.RateLimitError), (500, anthropic.InternalServerError), (529, anthropic.InternalServerError)],
)
def test_a_status_is_raised_and_not_charged(status: int, error: type[Exception]) -> None:
    server = faulty(kind="status", status=status, retry_after_s=0.5)
    with client_of(server) as client, pytest.raises(error) as raised:
        client.messages.create(**request_to(HAIKU))
    assert raised.value.response.headers["retry-after"] == "0.5"  # type: ignore[attr-defined]
    assert server.ledger.as_json() | {"models": {}} == server.ledger.as_json()
    assert server.ledger.failed == 1


def test_a_storm_ends_and_the_sdk_comes_through() -> None:
    server = faulty(kind="status", status=529, retry_after_s=0.001, last=2)
    with client_of(server, retries=2) as client:
        assert client.messages.create(**request_to(HAIKU)).content
    assert (server.ledger.requests, server.ledger.failed) == (3, 2)


def test_a_hang_ends_with_the_client_and_leaves_no_call_in_flight() -> None:
    server = faulty(kind="hang")
    with client_of(server, timeout=0.2) as client, pytest.raises(anthropic.APITimeoutError):
        client.messages.create(**request_to(HAIKU))
    assert (server.ledger.in_flight, server.ledger.most_in_flight) == (0, 1)


def test_an_answer_that_nobody_waits_for_is_charged_as_undelivered() -> None:
    server = faulty(kind="latency", seconds=(0.4,))
    with client_of(server, timeout=0.1) as client, pytest.raises(anthropic.APITimeoutError):
        client.messages.create(**request_to(HAIKU))
    account = server.ledger.as_json()["models"][HAIKU]
    assert account["dollars"] == account["undelivered_dollars"] != "0"


@pytest.mark.parametrize("kind", ["cut_stream", "stream_error", "malformed_json"])
def test_a_stream_breaks_and_is_charged_as_undelivered(kind: str) -> None:
    async def read(url: str) -> None:
        async with (
            AsyncAnthropic(api_key="test", base_url=url, max_retries=0) as client,
            client.messages.stream(**request_to(HAIKU)) as stream,
        ):
            await stream.get_final_message()

    server = faulty(kind=kind, events=4)
    with strict(server) as url, pytest.raises((anthropic.APIError, httpx2.HTTPError, ValueError)):
        asyncio.run(read(url))
    account = server.ledger.as_json()["models"][HAIKU]
    assert account["dollars"] == account["undelivered_dollars"] != "0"


@pytest.mark.parametrize("kind", ["cut_stream", "malformed_json"])
def test_a_whole_answer_breaks_too(kind: str) -> None:
    with client_of(faulty(kind=kind)) as client, pytest.raises((anthropic.APIError, ValueError)):
        client.messages.create(**request_to(HAIKU))


def test_a_wrong_content_type_is_no_message() -> None:
    with client_of(faulty(kind="wrong_content_type")) as client:
        assert client.messages.create(**request_to(HAIKU)) == "<html>not here</html>"


@pytest.mark.parametrize(
    ("fault", "stop", "kinds"),
    [
        ({"kind": "unknown_block"}, "end_turn", ["thinking", "text", "novelty"]),
        ({"kind": "empty_content"}, "end_turn", []),
        ({"kind": "refusal", "category": "bio"}, "refusal", []),
        ({"kind": "pause_turn"}, "pause_turn", ["thinking", "text"]),
        ({"kind": "max_tokens"}, "max_tokens", ["thinking", "text"]),
        ({"kind": "endless_tools"}, "tool_use", ["thinking", "tool_use"]),
        ({"kind": "huge_text", "bytes": 10_000_000}, "end_turn", ["text"]),
    ],
)
def test_an_answer_is_changed(fault: dict[str, Any], stop: str, kinds: list[str]) -> None:
    with client_of(faulty(**fault)) as client:
        answer = client.messages.create(**request_to(HAIKU))
    assert (answer.stop_reason, [block.type for block in answer.content]) == (stop, kinds)
    if fault["kind"] == "refusal":
        assert answer.stop_details is not None
        assert answer.stop_details.category == "bio"
    if fault["kind"] == "huge_text":
        assert len(answer.content[0].text) == 10_000_000  # type: ignore[union-attr]


def test_what_a_fault_sent_may_be_sent_back() -> None:
    """An unknown block, a call of endless tools; a paused turn may even stand last."""
    for kind in ("unknown_block", "endless_tools", "pause_turn"):
        with client_of(faulty(kind=kind, last=1)) as client:
            first = client.messages.create(**request_to(HAIKU))
            after = [results(first)] if first.stop_reason == "tool_use" else [user("And?")]
            history = (user("Hello there."), replayed(first), *([] if kind == "pause_turn" else after))
            assert client.messages.create(**request_to(HAIKU, *history)).stop_reason == "end_turn"


def test_latency_adds_up_and_other_rows_still_meet_the_call() -> None:
    slow = CallFault(kind="latency", seconds=(0.25,), calls=(2,))
    plan = Plan(fault=(slow, slow, CallFault(kind="refusal", every=2)))
    assert [plan.of(number, {})[0] for number in (1, 2, 3)] == [0.0, 0.5, 0.0]
    assert [fault and fault.kind for _, fault in (plan.of(number, {}) for number in (1, 2, 3))] == [
        None,
        "refusal",
        None,
    ]


@pytest.mark.parametrize(
    ("distribution", "seconds", "middle"),
    [("uniform", (1, 3), 2.0), ("lognormal", (0.3, 0.5), 0.3), ("fixed", (1,), 1.0)],
)
def test_latencies_follow_their_distribution_and_repeat(
    distribution: str, seconds: tuple[float, ...], middle: float
) -> None:
    plan = Plan.model_validate(
        {"fault": [{"kind": "latency", "distribution": distribution, "seconds": seconds}]}, strict=False
    )
    drawn = sorted(plan.of(number, {})[0] for number in range(1, 2001))
    assert drawn[1000] == pytest.approx(middle, rel=0.1)
    assert drawn == sorted(plan.of(number, {})[0] for number in range(1, 2001))


def test_rows_choose_calls_by_number_tool_model_and_chance() -> None:
    request = request_to(SONNET)
    rows = {
        "calls": CallFault(kind="hang", calls=(3, 5)),
        "every": CallFault(kind="hang", every=4, first=5),
        "tool": CallFault(kind="hang", tool="note", last=2),
        "other tool": CallFault(kind="hang", tool="fly"),
        "model": CallFault(kind="hang", model=HAIKU),
    }
    met = {
        name: [number for number in range(1, 10) if Plan(fault=(row,)).of(number, request)[1]]
        for name, row in rows.items()
    }
    assert met == {"calls": [3, 5], "every": [8], "tool": [1, 2], "other tool": [], "model": []}
    chances = [Plan(seed=seed, fault=(CallFault(kind="hang", chance=0.3),)) for seed in (1, 1, 2)]
    drawn = [[bool(plan.of(number, {})[1]) for number in range(1000)] for plan in chances]
    assert drawn[0] == drawn[1] != drawn[2]
    assert 250 < sum(drawn[0]) < 350


def test_a_plan_is_read_from_toml_and_a_wrong_one_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('seed = 3\n[[fault]]\nkind = "status"\nstatus = 500\ncalls = [1]\nretry_after_s = 1\n')
    assert load(path) == Plan(seed=3, fault=(CallFault(kind="status", status=500, calls=(1,), retry_after_s=1),))
    for wrong, what in (('[[fault]]\nkind = "flood"', "fault.0.kind"), ("seed = ", "plan.toml")):
        path.write_text(wrong)
        with pytest.raises(FileError, match=what):
            load(path)
    with pytest.raises(FileError):
        load(tmp_path / "none.toml")


def test_the_log_names_verdict_and_fault_and_no_key_and_no_words(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with path.open("w") as log:
        server = faulty(CALL, kind="refusal", calls=(2,))
        server.log = log
        with client_of(server, key="secret-key") as client:
            client.messages.create(**request_to(HAIKU))
            client.messages.create(**request_to(HAIKU))
            with pytest.raises(anthropic.BadRequestError):
                client.messages.create(**request_to(SONNET, tool_choice={"type": "any"}))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(line["verdict"], line.get("fault")) for line in lines] == [
        ("accepted", None),
        ("accepted", "refusal"),
        ("refused", None),
    ]
    assert "tool_choice" in lines[2]["problems"][0]
    assert "secret-key" not in path.read_text()
    assert "Hello there" not in path.read_text()


def test_a_key_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    plan = tmp_path / "faults.toml"
    plan.write_text('[[fault]]\nkind = "status"\nstats = 529\n')
    with pytest.raises(FileError, match=r"fault\.0\.stats: no key 'stats'; did you mean status\?"):
        load(plan)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ('kind = "status"\nstatus = 200', "status: Input should be greater than or equal to 400"),
        ('kind = "status"\nstatus = 600', "status: Input should be less than or equal to 599"),
        ('kind = "hang"\nevery = 0', "every: Input should be greater than or equal to 1"),
        ('kind = "hang"\ncalls = [0]', r"calls\.0: Input should be greater than or equal to 1"),
        ('kind = "hang"\nchance = 0', "chance: Input should be greater than 0"),
        ('kind = "latency"', r"latency needs seconds = \[seconds\]"),
        ('kind = "latency"\nseconds = [-1]', r"seconds\.0: Input should be greater than or equal to 0"),
        ('kind = "latency"\ndistribution = "uniform"\nseconds = [1]', r"latency needs seconds = \[least, most\]"),
        ('kind = "latency"\ndistribution = "lognormal"', r"latency needs seconds = \[median, sigma\]"),
        ("knd = 'status'", r"knd: no key 'knd'; did you mean kind\?"),
    ],
)
def test_a_row_that_can_do_nothing_is_refused(row: str, what: str, tmp_path: Path) -> None:
    plan = tmp_path / "faults.toml"
    plan.write_text(f"[[fault]]\n{row}\n")
    with pytest.raises(FileError, match=rf"faults\.toml: fault\.0(\.|: ){what}"):
        load(plan)
