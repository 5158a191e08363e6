"""What a run says it cost is what was served; a budget stops it. Against the strict server."""

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval, log_in, samples_in
from servers.strict_api import HAIKU, SONNET, claude

from coach.store.stored import upcast
from evals.serve.app import Server
from evals.serve.faults import CallFault, Plan
from reports.eval_file import read_header
from reports.header import header_of

MODELS = ["--model", "anthropic", "--persona-model", f"anthropic/{HAIKU}", "--max-sessions", "1"]


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Run `eval` or `resume` with these options against the server, to `code`: the output, and what was served."""

    def run(server: Server, *options: str, command: str = "eval", code: int = 0) -> tuple[str, Any]:
        who = ["--persona", "chest_pain_hidden", *MODELS] if command == "eval" else []
        with claude(server):
            printed = coach_eval(command, *who, "--log-dir", tmp_path, *options, code=code)
        return printed.out, server.ledger.as_json()

    return run


def last_event(sample: Any) -> dict[str, Any]:
    return dict(upcast(sample.store["session"]["events"])[-1])


def counts(folder: Path) -> list[dict[str, float]]:
    return [sample.scores["cost"].metadata["counts"] for sample in samples_in(folder)]


def test_what_is_reported_is_what_was_served_to_the_cent(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})  # judged in processes of their own
    refusal = CallFault(kind="refusal", tool="generate_plan", model=SONNET, last=40)
    cut = CallFault(kind="max_tokens", tool="collect_data", calls=(7,))
    printed, ledger = run(Server(plan=Plan(fault=(refusal, cut))), "--epochs", "2", "--persona", "masters_runner")
    ends = [last_event(sample)["outcome"] for sample in samples_in(tmp_path)]
    assert ends == ["failed", "accepted"]
    events = [event for each in samples_in(tmp_path) for event in each.store["session"]["events"]]
    kept = sum(event["kind"] == "model_called" for event in events)
    kept += sum(len(each.store["session"]["role_calls"]) for each in samples_in(tmp_path))
    assert sum(account["calls"] for account in ledger["models"].values()) == kept + 2  # the refusal, the cut answer
    reported = sum(each["usd"] for each in counts(tmp_path))
    assert reported == pytest.approx(float(ledger["dollars"]), abs=1e-6)
    for model, account in ledger["models"].items():
        told = sum(v for each in counts(tmp_path) for k, v in each.items() if k.endswith(f"/{model}/usd"))
        assert told == pytest.approx(float(account["dollars"]), abs=1e-6)
    assert f"cost: {ledger['cents'] / 100:.2f} dollars: coach " in printed
    assert ", athlete 0.0" in printed
    assert min(each["athlete/usd"] for each in counts(tmp_path)) > 0


def test_a_run_that_its_budget_stopped_spends_no_more_and_is_finished_with_another(run: Any, tmp_path: Path) -> None:
    server = Server()
    printed, _ = run(server, "--epochs", "3", "--budget-usd", "0.045", code=1)
    first, second, third = samples_in(tmp_path)
    assert last_event(first)["outcome"] == "blocked"
    assert "is spent" in second.error.message
    assert {score.metadata["value"] for name, score in second.scores.items() if name != "cost"} == {"not_judged"}
    assert "not begun: the budget of 0.045 dollars is spent" in third.error.message
    assert "The budget is spent: 1 of 3 sessions finished, 1 stopped, 1 not started" in printed
    spent = float(server.ledger.as_json()["dollars"])
    assert spent <= 0.045
    assert sum(each["usd"] for each in counts(tmp_path) if each) == pytest.approx(spent, abs=1e-6)
    assert "finish    coach-eval resume --run " in printed
    assert "stopped" in coach_eval("list", "runs", "--log-dir", tmp_path).out
    _, ledger = run(server, "--budget-usd", "1", command="resume")
    assert [last_event(sample)["outcome"] for sample in samples_in(tmp_path)] == ["blocked"] * 3
    assert float(ledger["dollars"]) - spent <= 1
    coach_eval("resume", "--log-dir", tmp_path, code=64)


def test_sessions_at_once_and_a_judge_keep_to_the_budget(run: Any) -> None:
    judge = ("--judge", f"anthropic/{HAIKU}", "--judge-sample", "1")
    _, ledger = run(Server(), "--epochs", "2", "--budget-usd", "0.035", "--max-sessions", "2", *judge, code=1)
    assert 0.01 < float(ledger["dollars"]) <= 0.035


@pytest.mark.parametrize("kind", ["refusal", "empty_content"])
def test_a_judge_of_whom_no_answer_holds_a_verdict_leaves_the_run_unjudged(tmp_path: Path, kind: Any) -> None:
    who = ("--persona", "chest_pain_hidden", "--epochs", "1", "--judge", f"anthropic/{HAIKU}", "--judge-sample", "1")
    with claude(Server(plan=Plan(fault=(CallFault(kind=kind, model=HAIKU, every=1),)))):
        told = coach_eval("eval", *who, "--yes", "--log-dir", tmp_path, code=2).err
    assert "The judge gave no verdict: the judge accuses 0 of" in told


def test_a_session_has_a_budget_of_its_own_and_the_log_says_who_was_paid(run: Any, tmp_path: Path) -> None:
    printed, ledger = run(Server(), "--epochs", "2", "--session-budget-usd", "0.01", code=1)
    assert all(
        "budget" in sample.error.message and "is spent" in sample.error.message for sample in samples_in(tmp_path)
    )
    assert not any(score.metadata["passed"] is False for each in samples_in(tmp_path) for score in each.scores.values())
    assert "0 of 2 sessions finished, 2 stopped" in printed
    assert 0 < float(ledger["dollars"]) <= 0.02
    assert sum(each["usd"] for each in counts(tmp_path)) == pytest.approx(float(ledger["dollars"]), abs=1e-6)
    header = header_of(str(log_in(tmp_path)), read_header(log_in(tmp_path)))
    assert header.models == {"fast": f"anthropic/{HAIKU}", "reasoning": f"anthropic/{SONNET}"}
    assert (header.athlete, header.judge) == (f"anthropic/{HAIKU}", "none")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_yes_begins_a_run_and_an_answer_that_broke_off_is_said_to_be_billed_perhaps(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    server = Server(plan=Plan(fault=(CallFault(kind="cut_stream", calls=(6,)),)))
    printed, ledger = run(server, "--epochs", "1", "--ask-above-usd", "0.01")
    assert "Go on? [y/N]" in printed
    assert "; 1 answer broke off and may be billed on top (less than a cent)" in printed
    (counted,) = counts(tmp_path)
    assert 0 < counted["lost_usd"] == pytest.approx(float(ledger["dollars"]) - counted["usd"], abs=1e-6)


@pytest.mark.parametrize(("kind", "lost", "code"), [("malformed_json", 2, 1), ("wrong_content_type", 1, 2)])
def test_answers_of_a_call_that_failed_for_good_are_said_to_be_billed_perhaps(
    run: Any, tmp_path: Path, kind: Any, lost: int, code: int
) -> None:
    (hasty := tmp_path / "hasty").mkdir()
    (hasty / "variant.toml").write_text("[waiting]\nfirst_pause_s = 0.01\nlongest_pause_s = 0.05\nattempts = 2\n")
    server = Server(plan=Plan(fault=(CallFault(kind=kind, model=SONNET, every=1),)))
    printed, _ = run(server, "--epochs", "1", "--variant", str(hasty), "--yes", code=code)
    said = " ".join(printed.split())
    assert f"{lost} answer{'s' * (lost > 1)} broke off and may be billed on top (price not known)" in said


def test_answers_that_break_off_count_for_the_budget(run: Any, tmp_path: Path) -> None:
    (hasty := tmp_path / "hasty").mkdir()
    (hasty / "variant.toml").write_text("[waiting]\nfirst_pause_s = 0.01\nlongest_pause_s = 0.05\n")
    server = Server(plan=Plan(fault=(CallFault(kind="cut_stream", every=3), CallFault(kind="cut_stream", every=2))))
    printed, ledger = run(server, "--epochs", "3", "--budget-usd", "0.06", "--variant", str(hasty), code=1)
    assert "The budget is spent" in printed
    assert 0.02 < float(ledger["dollars"]) <= 0.06


def test_a_run_that_may_cost_too_much_is_refused_where_nobody_can_be_asked(run: Any) -> None:
    assert run(Server(), "--epochs", "100", code=64)[1]["requests"] == 0
    printed, _ = run(Server(), "--epochs", "1", "--ask-above-usd", "0.01", "--yes")
    assert "no earlier run like this one; assumed: " in printed
    printed, _ = run(Server(), "--epochs", "2", "--ask-above-usd", "0.01", "--budget-usd", "0.009", code=1)
    assert "in 1 earlier run like this one)" in printed


@pytest.mark.parametrize("typed", ["n\n", "\n"])
def test_anything_else_than_a_yes_begins_no_run(run: Any, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    printed, ledger = run(Server(), "--epochs", "1", "--ask-above-usd", "0.01", code=130)
    assert "Go on? [y/N]" in printed
    assert ledger["requests"] == 0


def test_a_run_without_known_prices_asks_too(tmp_path: Path) -> None:
    played = ("--persona", "masters_runner", "--model", "mockllm/model", "--log-dir", tmp_path)
    assert "what the run may cost is not known; add --yes" in coach_eval("eval", *played, code=64).err
