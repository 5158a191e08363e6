"""`coach-eval replay`: another prompt on the talks of a run, for the price of what follows."""

import json
from pathlib import Path
from typing import Any

import pytest
from servers.strict_api import strict

from coach import variants
from evals.cli import main
from evals.serve.app import Server
from reports.logs import read_run
from reports.run_names import find_log, headers


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    assert main(["eval", "--persona", "plan_now,chest_pain_hidden", "--epochs", "1", "--log-dir", str(folder)]) == 0
    return folder


def session_scores(run: Path) -> list[Any]:
    return read_run(run).scores.rows()


def test_the_same_variant_differs_nowhere_and_its_log_has_the_same_scores(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = find_log(logs, "@baseline")
    where = ["--run", "@baseline", "--log-dir", str(logs)]
    assert main(["replay", *where, "--from-state", "PRESENT", "--variant", "baseline"]) == 0
    shown = capsys.readouterr().out
    assert "chest_pain_hidden/1: nothing differs" in shown
    assert "plan_now/1: nothing differs" in shown
    again = find_log(logs, "latest")
    assert again != recorded
    assert session_scores(again) == session_scores(recorded)
    source = read_run(recorded).header.run
    assert [header.replay_of for header in headers(logs)] == [None, source]
    assert find_log(logs, "@baseline") == recorded, "a replay is never what a variant's name means"
    heads = [json.loads(log.with_suffix(".manifest").read_text())["heads"] for log in (recorded, again)]
    assert heads[0] == heads[1]


def test_one_session_of_another_variant_shows_both_texts_of_the_first_turn_that_differs(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--run", "@baseline", "--session", "plan_now/1", "--log-dir", str(logs)]
    assert main(["replay", *where, "--from-turn", "2", "--variant", "one_question"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("plan_now/1: turn 2 differs first (")
    assert "  recorded:" in lines
    assert "  now:" in lines
    assert not any(line.startswith("chest_pain_hidden") for line in lines)


@pytest.mark.parametrize("where", [[], ["--from-turn", "2", "--from-state", "PLAN"]])
def test_the_point_to_go_on_from_is_a_turn_or_a_state(
    where: list[str], logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--run", "@baseline", "--variant", "baseline", "--log-dir", str(logs)]
    assert main(["replay", *arguments, *where]) == 64
    assert "either --from-turn or --from-state" in capsys.readouterr().err


def test_a_session_that_is_not_in_the_run_is_named(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--run", "@baseline", "--session", "plan_now/7", "--from-turn", "2", "--log-dir", str(logs)]
    assert main(["replay", *where, "--variant", "baseline"]) == 64
    assert "plan_now/1" in capsys.readouterr().err


def test_claude_is_paid_for_the_state_that_is_tried_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "shorter"
    mine.mkdir()
    present = variants.FOLDER / "baseline" / "present.md"
    (mine / "present.md").write_text(f"{present.read_text()}\nBe brief.\n")
    server, where = Server(), ["--log-dir", str(tmp_path / "logs")]
    with strict(server) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        assert main(["eval", "--persona", "plan_now", "--epochs", "1", "--model", "anthropic", *where]) == 0
        paid = server.ledger.requests
        again = ["--from-state", "PRESENT", "--variant", str(mine), "--model", "anthropic"]
        before = float(server.ledger.as_json()["dollars"])
        assert main(["replay", "--run", "latest", *again, *where]) == 0
        live, spent = server.ledger.requests - paid, float(server.ledger.as_json()["dollars"]) - before
        assert main(["replay", "--run", "latest", *again, *where, "--ask-above-usd", "0.01"]) == 64
        out = capsys.readouterr().out
        assert main(["replay", "--run", "@baseline", *again, *where, "--budget-usd", "0.001", "--yes"]) == 1
    assert 0 < live < paid / 3
    assert f"{paid - live} answers from the recording, {live} live" in out
    assert f"paid: {spent:.2f} dollars for the live answers" in out
    assert "estimate  " in out
    assert "honest_telling" in out
    assert "The budget is spent: 0 of 1 sessions finished, 1 stopped" in capsys.readouterr().out
    assert (server.ledger.refused, server.ledger.dropped) == (0, 0)


def test_claude_goes_on_in_the_middle_of_a_conversation_under_another_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, where = Server(), ["--log-dir", str(tmp_path / "logs")]
    with strict(server) as url:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test")
        assert main(["eval", "--persona", "plan_now", "--epochs", "1", "--model", "anthropic", *where]) == 0
        again = ["--from-turn", "4", "--variant", "one_question", "--model", "anthropic/claude-sonnet-5-5"]
        assert main(["replay", "--run", "latest", *again, *where]) == 0
    (replay,) = [header for header in headers(tmp_path / "logs") if header.replay_of]
    assert (server.ledger.refused, server.ledger.dropped) == (0, 0)
    assert replay.coach == "anthropic/claude-sonnet-5-5"
    assert read_run(Path(replay.path)).session("plan_now/1").error is None
