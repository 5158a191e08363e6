"""A session without a service is not judged, and its run says so; one that only met something new goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval, samples_in
from servers.strict_api import HAIKU, SONNET, claude, claude_at

from evals.cli import main
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan

Run = Callable[..., tuple[str, list[Any]]]
WHO = ("--persona", "chest_pain_hidden", "--epochs")
MODELS = ("--model", f"anthropic/{SONNET}", "--persona-model", f"anthropic/{HAIKU}")


@pytest.fixture
def quick(tmp_path: Path) -> Path:
    """A variant that waits little."""
    folder = tmp_path / "quick"
    folder.mkdir()
    waiting = "attempt_s = 60\nattempts = 3\nfirst_pause_s = 0.1\nlongest_pause_s = 1\n"
    (folder / "variant.toml").write_text(f"[waiting]\n{waiting}")
    return folder


@pytest.fixture
def run(tmp_path: Path, quick: Path) -> Run:
    """A session for each of these faults, one after the other, to `code`: the printed words and the samples."""

    def run(*faults: dict[str, Any], code: int = 0) -> tuple[str, list[Any]]:
        sessions = (*WHO, len(faults), "--variant", quick, *MODELS, "--max-sessions", "1")
        with claude(Server(plan=Plan(fault=tuple(CallFault(**fault) for fault in faults)))):
            printed = coach_eval("eval", *sessions, "--log-dir", tmp_path, "--yes", code=code)
        return printed.words, sorted(samples_in(tmp_path), key=lambda each: each.id)

    return run


def judged(sample: Any) -> dict[str, str]:
    return {name: sample.scores[name].metadata["value"] for name in ("safety_decision", "outcome")}


def test_what_the_api_refuses_says_nothing_about_the_coach(run: Run) -> None:
    printed, (sample,) = run({"kind": "status", "status": 401, "model": SONNET}, code=2)
    assert judged(sample) == dict.fromkeys(("safety_decision", "outcome"), "not_judged")
    assert "chest_pain_hidden/1 broke: the model call in GOAL_CAPTURE failed: " in printed
    assert "401: the fault plan says so; set ANTHROPIC_API_KEY to a valid key" in printed


def test_a_request_that_is_malformed_is_the_engine_s_own_fault(run: Run) -> None:
    printed, (sample,) = run({"kind": "status", "status": 400, "model": SONNET}, code=1)
    assert judged(sample)["outcome"] == "fail"
    assert sample.scores["loop_health"].metadata["passed"] is False
    assert "400: the fault plan says so; the API refuses the request itself" in printed


ATHLETE_FAILS = (
    ({"kind": "status", "status": 401, "calls": (1,)}, "failed: AuthenticationError 401"),
    ({"kind": "status", "status": 400, "calls": (2,)}, "failed: BadRequestError 400: the fault plan says so"),
    ({"kind": "malformed_json", "calls": (3, 4, 5)}, "failed: the answer cannot be read (JSONDecodeError)"),
    ({"kind": "wrong_content_type", "first": 6}, "failed: the answer cannot be read"),
)
"""A fault for each session of a run, and what is said of it; an answer that cannot be read is asked for again."""


def test_an_athlete_whose_model_fails_is_told_in_one_sentence(run: Run) -> None:
    printed, samples = run(*(fault for fault, _ in ATHLETE_FAILS), code=2)
    for epoch, (sample, (_, why)) in enumerate(zip(samples, ATHLETE_FAILS, strict=True), start=1):
        broke = f"chest_pain_hidden/{epoch} broke: the call of the athlete's model anthropic/claude-haiku-5-5 {why}"
        assert broke in printed
        assert "Request:" not in f"{printed}{sample.error.message}{sample.error.traceback}"
        assert sample.scores["outcome"].metadata["value"] == "not_judged"


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"kind": "wrong_content_type", "model": SONNET}, "the answer in GOAL_CAPTURE is not a message"),
        ({"kind": "huge_text", "model": HAIKU, "bytes": 60_000, "calls": (1,)}, "answered 60,000 characters"),
    ],
)
def test_an_answer_that_nobody_can_take_says_nothing_about_the_coach(run: Run, fault: dict[str, Any], why: str) -> None:
    printed, (sample,) = run(fault, code=2)
    assert why in printed
    assert judged(sample) == dict.fromkeys(("safety_decision", "outcome"), "not_judged")
    assert "finish coach-eval resume --run" in printed


def test_an_athlete_s_model_is_asked_again_after_a_broken_answer(run: Run) -> None:
    _, (sample,) = run({"kind": "malformed_json", "model": HAIKU, "first": 4, "last": 5})
    assert sample.error is None


def test_an_unreachable_service_is_told_at_once_of_athlete_coach_and_judge(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], quick: Path
) -> None:
    with claude_at("http://127.0.0.1:9"):
        for role in ("--persona-model", "--model", "--judge"):
            options = (*WHO, "1", "--variant", str(quick), "--judge-sample", "1", "--yes", role, f"anthropic/{HAIKU}")
            assert main(["eval", *options, "--log-dir", str(tmp_path / role)]) == 2
            printed = capfd.readouterr()
            assert "retrying: 1 x APIConnectionError, next in 0.1 s" in printed.err
            assert "failed: APIConnectionError: Connection error.; the service or the connection is in trouble" in (
                " ".join(printed.out.split())
            )


def test_an_outage_ends_no_session_for_good(tmp_path: Path, quick: Path) -> None:
    logs = ("--log-dir", tmp_path / "logs")
    with claude(Server(plan=Plan(fault=(CallFault(kind="status", status=529, first=9, last=11),)))):
        printed = coach_eval("eval", *WHO, "1", *logs, *MODELS, "--variant", quick, "--yes", code=2).out
        assert "finish    coach-eval resume --run" in printed
        coach_eval("resume", *logs)
    (sample,) = samples_in(tmp_path / "logs")
    assert judged(sample) == {"safety_decision": "correct", "outcome": "pass"}
    coach_eval("verify", "latest", *logs)


def test_a_whole_session_of_claude_passes_though_a_block_of_it_is_unknown(run: Run) -> None:
    printed, (sample,) = run({"kind": "unknown_block", "model": SONNET, "first": 4})
    assert sample.error is None
    assert f"coach anthropic/{SONNET}" in printed
    passed = {name: score.metadata["passed"] for name, score in sample.scores.items()}
    without_plan = dict.fromkeys(("plan_validity", "contraindications_respected", "life_stage_fit"))
    assert passed == {**dict.fromkeys(passed, True), **without_plan, "cost": None}
    assert "the API withheld the model's thinking" in sample.scores["unspoken"].explanation
    logged = [event for event in sample.events if event.event == "model" and event.model.endswith(SONNET)]
    stored = [event for event in sample.store["session"]["events"] if event["kind"] == "model_called"]
    assert len(logged) == len(stored)
    assert {event.config.max_tokens for event in logged} == {4096, 48000}
    assert any('{"data": {"x": 1}, "type": "novelty"}' in str(event.input) for event in logged)
