"""A run with models that is killed loses nothing that it was answered, and ends as if it had never been killed."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from edited_logs import Json, edited
from inspect_ai.log import read_eval_log
from interrupted import Harness, Interrupted, Kill, Left, differences
from servers.loopback import LoopbackApi, Reply, serving

from evals.cli import main
from evals.run_manifest import manifest_path

WHO = ("--persona", "chest_pain_hidden")
MODELS = ("--model", "anthropic", "--persona-model", "anthropic/claude-haiku-5-5")
JUDGE_OF_ALL = ("--judge", "anthropic/claude-haiku-5-5", "--judge-sample", "3")
RUNS: dict[str, tuple[tuple[str, ...], Callable[[int], tuple[int, ...]]]] = {
    "played": ((*WHO, *MODELS, "--epochs", "2", "--max-sessions", "1"), lambda calls: (9, calls - 1)),
    "judged": ((*WHO, *JUDGE_OF_ALL, "--epochs", "1", "--max-connections", "1"), lambda calls: (calls - 1,)),
}
"""The options of a run, and the calls at which it is killed, of so many that it makes."""


def test_a_killed_run_is_finished_as_if_nothing_had_happened_and_pays_for_no_answer_twice(tmp_path: Path) -> None:
    with Harness() as harness:
        for name, (options, at) in RUNS.items():
            whole = Interrupted(harness, tmp_path / name / "whole", *options)
            assert whole.finish() == 0
            killed = Interrupted(harness, tmp_path / name / "killed", *options)
            kills = at(whole.calls)
            assert killed.finish(map(Kill, kills)) == len(kills)
            assert differences(Left.by(killed.folder), Left.by(whole.folder)) == []
            assert killed.calls <= whole.calls + len(kills)
            assert judge_calls(killed.folder) == judge_calls(whole.folder)


def judge_calls(folder: Path) -> int:
    """How many calls of the judge the sessions of a finished run hold, each of which `cost` counts."""
    (log,) = folder.glob("*.eval")
    kept = [call for sample in read_eval_log(str(log)).samples or [] for call in sample.store["session"]["role_calls"]]
    return sum(call["role"] == "judge" for call in kept)


def test_what_cannot_be_resumed_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    assert "there is no unfinished run in" in capsys.readouterr().err
    assert main(["resume", "--run", "baseline-00000000", "--log-dir", str(tmp_path)]) == 64
    assert "no stored run 'baseline-00000000'" in capsys.readouterr().err


SESSION = "chest_pain_hidden/1"
JUDGE = "anthropic/claude-opus-5-5"
"""No other test's model: Inspect keeps a client per name."""


class SilentJudge(LoopbackApi):
    """Gives no answer that anybody could read, so that its run stays unfinished."""

    def answer(self, _request: dict[str, Any]) -> Reply:
        return Reply({}, (("connection", "close"),))


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Logs with a run whose session was played and judged by all but the judge model."""
    folder = tmp_path_factory.mktemp("unfinished")
    with serving(SilentJudge()) as api, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTHROPIC_API_KEY", "test")
        patch.setenv("ANTHROPIC_BASE_URL", api.url)
        asked = ["--persona", "chest_pain_hidden", "--epochs", "1", "--judge", JUDGE, "--judge-sample", "1"]
        assert main(["eval", *asked, "--log-dir", str(folder)]) == 2
        yield folder


def copied(folder: Path, target: Path, edit: Callable[[Json], Any]) -> Path:
    """The log of the run in another folder, after `edit` of its parts, with the stored sessions beside it."""
    (store,), (log,) = folder.glob("*.sqlite"), folder.glob("*.eval")
    shutil.copy(store, target)
    return edited(log, target, edit)


def accused(parts: Json) -> None:
    score = parts[f"samples/{SESSION}_epoch_1.json"]["scores"]["care_tone"]
    score["value"] = score["explanation"] = "fail"
    score["metadata"].update(value="fail", passed=False)


def relabelled(parts: Json) -> None:
    parts[f"samples/{SESSION}_epoch_1.json"]["metadata"]["persona"]["expect"]["outcome"] = "accepted"


def another_coach(parts: Json) -> None:
    parts["header.json"]["eval"]["metadata"]["coach"] = "anthropic/claude-opus-5-5"


def invalidated(parts: Json) -> None:
    parts["header.json"]["invalidated"] = True


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (invalidated, "what Inspect itself wrote of the run is not what was written: invalidated"),
        (accused, f"{SESSION}: the scores are not those that the run ended with"),
        (relabelled, f"{SESSION}: what the log holds beside the events"),
        (another_coach, "the log and the manifest differ in coach"),
    ],
)
def test_a_log_that_its_manifest_contradicts_is_not_taken_over(
    edit: Callable[[Json], None], why: str, unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = copied(unfinished, tmp_path, edit)
    written = log.read_bytes()
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    told = capsys.readouterr().err
    assert f"{log} is not what was written ({why}" in told
    assert "to have its sessions judged again, move that log out of the folder and resume once more" in told
    assert log.read_bytes() == written
    assert manifest_path(log).is_file()


def test_a_log_that_lost_the_name_of_its_run_stops_the_run_from_going_on(
    unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = copied(unfinished, tmp_path, lambda parts: parts["header.json"]["eval"]["metadata"].pop("run"))
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    told = capsys.readouterr().err
    assert f"{log} is a log of coach sessions that no longer names its run, so it is not what was written; to" in told


def test_stored_sessions_that_the_manifest_contradicts_are_not_taken_up(
    unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = copied(unfinished, tmp_path, lambda _: None)
    with closing(sqlite3.connect(next(tmp_path.glob("*.sqlite")))) as database, database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("DELETE FROM events WHERE number = (SELECT max(number) FROM events)")
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    assert f"does not hold the session {SESSION} as it was written" in capsys.readouterr().err
    assert manifest_path(log).is_file()


def test_the_sessions_of_a_log_without_a_manifest_are_judged_again(unfinished: Path, tmp_path: Path) -> None:
    log = copied(unfinished, tmp_path, accused)
    manifest_path(log).unlink()
    assert main(["resume", "--log-dir", str(tmp_path)]) == 2, "the judge is still silent"
    (again,) = tmp_path.glob("*.eval")
    runs = [read_eval_log(str(path)) for path in (next(unfinished.glob("*.eval")), again)]
    (before,), (after,) = (run.samples or [] for run in runs)
    assert (before.scores or {})["care_tone"] == (after.scores or {})["care_tone"]
    assert before.store["session"]["hashes"] == after.store["session"]["hashes"], "the session was not played again"


def test_a_run_that_was_killed_within_a_session_says_that_an_answer_may_be_billed_on_top(
    unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copied(unfinished, tmp_path, lambda _: None)
    asked = ["resume", "--log-dir", str(tmp_path)]
    assert main(asked) == 2, "the judge is still silent"
    assert "cut off" not in capsys.readouterr().err
    log = next(tmp_path.glob("*.eval"))
    manifest_path(log).unlink()
    with closing(sqlite3.connect(next(tmp_path.glob("*.sqlite")))) as database, database:
        database.execute("DELETE FROM endings")
    assert main(asked) == 2
    told = f"1 session was cut off as the run was interrupted: an answer under way may be lost and billed: {SESSION}"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("begun_with", "told"),
    [
        ({"code_version": "0123456789ab"}, "was started with other code (0123456789ab); go back to what it was"),
        ({"scorer_versions": {"care_tone": 1}}, "was started with other scorers; go back to what it was started"),
    ],
)
def test_a_run_does_not_go_on_with_other_code_or_other_scorers(
    begun_with: Json, told: str, unfinished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = copied(unfinished, tmp_path, lambda _: None)
    (store,) = tmp_path.glob("*.sqlite")
    with closing(sqlite3.connect(store)) as database, database:
        ((begun,),) = database.execute("SELECT manifest FROM runs")
        manifest = json.loads(begun)
        manifest["metadata"].update(begun_with)
        database.execute("UPDATE runs SET manifest = ?", (json.dumps(manifest),))
    assert main(["resume", "--log-dir", str(tmp_path)]) == 64
    assert told in capsys.readouterr().err
    assert log.is_file()
