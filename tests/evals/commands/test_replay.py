"""`coach-eval replay`: another prompt on the talks of a run, for the price of what follows."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from coach_eval import Printed, coach_eval
from edited_logs import edited
from servers.strict_api import claude

from coach import variants
from evals.estimate import Planned, estimated
from evals.players import coach_models
from evals.serve.app import Server
from reports.logs import read_run
from reports.run_names import find_log, headers


@pytest.fixture(scope="module")
def logs(copied_run: Callable[[str, Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied_run("chest_pain_hidden,healthy_10k", tmp_path_factory.mktemp("copied") / "logs")


def replay(logs: Path, *how: object, run: object = "@baseline", variant: object = "baseline", code: int = 0) -> Printed:
    return coach_eval("replay", "--run", run, "--log-dir", logs, "--variant", variant, *how, code=code)


def test_the_same_variant_differs_nowhere_and_its_log_has_the_same_scores(logs: Path) -> None:
    recorded = find_log(logs, "@baseline")
    shown = replay(logs, "--from-state", "PRESENT").out
    assert "chest_pain_hidden/1: nothing differs" in shown
    assert "healthy_10k/1: nothing differs" in shown
    again = find_log(logs, "latest")
    assert again != recorded
    assert read_run(again).scores.rows() == read_run(recorded).scores.rows()
    assert [header.replay_of for header in headers(logs)] == [None, read_run(recorded).header.run]
    assert find_log(logs, "@baseline") == recorded, "a replay is never what a variant's name means"
    heads = [json.loads(log.with_suffix(".manifest").read_text())["heads"] for log in (recorded, again)]
    assert heads[0] == heads[1]


def test_where_the_variant_never_answers_nothing_can_be_judged(logs: Path) -> None:
    shown = replay(logs, "--from-turn", "99", variant="one_question", code=2)
    assert "the variant never answered in 2 of 2 sessions" in shown.err
    replay(logs, "--session", "chest_pain_hidden/1", "--from-state", "PRESENT", variant="one_question", code=2)


def test_a_comparison_says_that_it_is_of_a_replay_and_counts_no_session_without_a_live_answer(
    logs: Path, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(logs, tmp_path / "logs"))
    before = {header.run for header in headers(copied)}
    replay(copied, "--from-state", "PRESENT", variant="one_question")
    (made,) = {header.run for header in headers(copied)} - before
    coach_eval("compare", "--base", "@baseline", "--cand", made, "--log-dir", copied, code=2)
    (page,) = (copied / "reports").glob("*..*.md")
    text = page.read_text()
    assert re.search(r"replay of baseline-\w+ from PRESENT; 1 of 2 sessions have no live answer", text)
    assert "1 pair failed to run or never answered live" in text
    assert "no answer before that is its own" in text


def test_one_session_of_another_variant_shows_both_texts_of_the_first_turn_that_differs(logs: Path) -> None:
    shown = replay(logs, "--session", "healthy_10k/1", "--from-turn", "2", variant="one_question")
    lines = shown.out.splitlines()
    assert lines[0].startswith("healthy_10k/1: turn 2 differs first (")
    assert {"  recorded:", "  now:"} <= {*lines}
    assert not any(line.startswith("chest_pain_hidden") for line in lines)


def test_a_session_without_a_record_is_named_and_the_exit_code_says_so(logs: Path, tmp_path: Path) -> None:
    lost = "samples/chest_pain_hidden/1_epoch_1.json"
    log = edited(find_log(logs, "@baseline"), tmp_path, lambda parts: parts[lost].update(store={}))
    said = replay(tmp_path, "--from-state", "PLAN", run=log, code=1).err
    assert "not played again, since they left no record: chest_pain_hidden/1" in said


def test_a_session_that_is_not_in_the_run_is_named(logs: Path) -> None:
    assert "healthy_10k/1" in replay(logs, "--session", "healthy_10k/7", "--from-turn", "2", code=64).err


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server that stays, and the logs of a session of Claude with it."""
    folder = tmp_path_factory.mktemp("served")
    with claude(Server()) as server:
        coach_eval("eval", "--persona", "plan_now", "--epochs", "1", "--model", "anthropic", "--log-dir", folder)
        yield server, folder


def replayed(served: tuple[Server, Path], folder: Path, *how: object, variant: object) -> tuple[int, Any, str]:
    """A replay on a copy of the logs: the requests that it took, its header, and what it printed."""
    server, logs = served
    before = server.ledger.requests
    shutil.copytree(logs, folder / "logs")
    told = replay(folder / "logs", *how, run="latest", variant=variant).out
    assert (server.ledger.refused, server.ledger.dropped) == (0, 0)
    (header,) = [header for header in headers(folder / "logs") if header.replay_of]
    return server.ledger.requests - before, header, told


def test_claude_is_paid_for_the_state_that_is_tried_alone(served: tuple[Server, Path], tmp_path: Path) -> None:
    mine = tmp_path / "shorter"
    mine.mkdir()
    present = variants.FOLDER / "baseline" / "present.md"
    (mine / "present.md").write_text(f"{present.read_text()}\nBe brief.\n")
    how = ("--from-state", "PRESENT", "--model", "anthropic")
    dollars = float(served[0].ledger.as_json()["dollars"])
    live, _, told = replayed(served, tmp_path, *how, variant=mine)
    spent = float(served[0].ledger.as_json()["dollars"]) - dollars
    replay(tmp_path / "logs", *how, "--ask-above-usd", "0.01", variant=mine, code=64)
    stopped = replay(tmp_path / "logs", *how, "--budget-usd", "0.001", "--yes", variant=mine, code=1).out
    recorded = re.search(rf"(\d+) answers from the recording, {live} live", told)
    assert recorded is not None
    assert 0 < live < int(recorded[1]) / 2
    assert f"paid: {spent:.2f} dollars for the live answers" in told
    tried = variants.load(str(mine))
    whole = estimated(Planned(1, tried, coach_models("anthropic", tried.settings.models.model_dump())))
    most = re.search(r"estimate  [\d.]+ to ([\d.]+) dollars", told)
    assert whole is not None
    assert most is not None
    assert float(most[1]) < whole.high / 2, "it is of the live answers"
    assert "honest_telling" in told
    assert "The budget is spent: 0 of 1 sessions finished, 1 stopped" in stopped


def test_claude_goes_on_in_the_middle_of_a_conversation_under_another_prompt(
    served: tuple[Server, Path], tmp_path: Path
) -> None:
    how = ("--from-turn", "4", "--model", "anthropic/claude-sonnet-5-5")
    _, header, _ = replayed(served, tmp_path, *how, variant="one_question")
    assert header.coach == "anthropic/claude-sonnet-5-5"
    assert read_run(Path(header.path)).session("plan_now/1").error is None
