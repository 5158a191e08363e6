"""A run with models that is killed loses nothing that it was answered, and ends as if it had never been killed."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from coach_eval import coach_eval, samples_in
from edited_logs import Json, edited
from interrupted import Harness, Interrupted, Kill, Left, differences
from log_edits import EDITS, expect, scored
from servers.loopback import LoopbackApi, Reply, serving
from servers.strict_api import claude_at

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
    calls = [call for sample in samples_in(folder) for call in sample.store["session"]["role_calls"]]
    return sum(call["role"] == "judge" for call in calls)


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
    with serving(SilentJudge()) as api, claude_at(api.url):
        asked = (*WHO, "--epochs", "1", "--judge", JUDGE, "--judge-sample", "1")
        coach_eval("eval", *asked, "--log-dir", folder, code=2)
        yield folder


def refused(folder: Path) -> str:
    return coach_eval("resume", "--log-dir", folder, code=64).err


def copied(folder: Path, target: Path, edit: Callable[[Json], Any]) -> Path:
    """The log of the run in another folder, after `edit` of its parts, with the stored sessions beside it."""
    (store,), (log,) = folder.glob("*.sqlite"), folder.glob("*.eval")
    shutil.copy(store, target)
    return edited(log, target, edit)


def another_coach(parts: Json) -> None:
    parts["header.json"]["eval"]["metadata"]["coach"] = "anthropic/claude-opus-5-5"


accused = scored("care_tone", "fail")


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (EDITS["the run invalidated"][0], "what Inspect itself wrote of the run is not what was written: invalidated"),
        (accused, f"{SESSION}: the scores are not those that the run ended with"),
        (expect("accepted"), f"{SESSION}: what the log holds beside the events"),
        (another_coach, "the log and the manifest differ in coach"),
    ],
)
def test_a_log_that_its_manifest_contradicts_is_not_taken_over(
    edit: Callable[[Json], None], why: str, unfinished: Path, tmp_path: Path
) -> None:
    log = copied(unfinished, tmp_path, edit)
    written = log.read_bytes()
    told = refused(tmp_path)
    assert f"{log} is not what was written ({why}" in told
    assert "to have its sessions judged again, move that log out of the folder and resume once more" in told
    assert log.read_bytes() == written
    assert manifest_path(log).is_file()


def test_a_log_that_lost_the_name_of_its_run_stops_the_run_from_going_on(unfinished: Path, tmp_path: Path) -> None:
    log = copied(unfinished, tmp_path, lambda parts: parts["header.json"]["eval"]["metadata"].pop("run"))
    told = f"{log} is a log of coach sessions that no longer names its run, so it is not what was written; to"
    assert told in refused(tmp_path)


def test_stored_sessions_that_the_manifest_contradicts_are_not_taken_up(unfinished: Path, tmp_path: Path) -> None:
    log = copied(unfinished, tmp_path, lambda _: None)
    with closing(sqlite3.connect(next(tmp_path.glob("*.sqlite")))) as database, database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("DELETE FROM events WHERE number = (SELECT max(number) FROM events)")
    assert f"does not hold the session {SESSION} as it was written" in refused(tmp_path)
    assert manifest_path(log).is_file()


def test_the_sessions_of_a_log_without_a_manifest_are_judged_again(unfinished: Path, tmp_path: Path) -> None:
    log = copied(unfinished, tmp_path, accused)
    manifest_path(log).unlink()
    coach_eval("resume", "--log-dir", tmp_path, code=2)  # the judge is still silent
    (before,), (after,) = (samples_in(folder) for folder in (unfinished, tmp_path))
    assert before.scores["care_tone"] == after.scores["care_tone"]
    assert before.store["session"]["hashes"] == after.store["session"]["hashes"], "the session was not played again"


def test_a_run_that_was_killed_within_a_session_says_that_an_answer_may_be_billed_on_top(
    unfinished: Path, tmp_path: Path
) -> None:
    copied(unfinished, tmp_path, lambda _: None)
    asked = ("resume", "--log-dir", tmp_path)
    assert "cut off" not in coach_eval(*asked, code=2).err, "the judge is still silent"
    manifest_path(next(tmp_path.glob("*.eval"))).unlink()
    with closing(sqlite3.connect(next(tmp_path.glob("*.sqlite")))) as database, database:
        database.execute("DELETE FROM endings")
    told = f"1 session was cut off as the run was interrupted: an answer under way may be lost and billed: {SESSION}"
    assert told in coach_eval(*asked, code=2).err


@pytest.mark.parametrize(
    ("begun_with", "told"),
    [
        ({"code_version": "0123456789ab"}, "was started with other code (0123456789ab); go back to what it was"),
        ({"scorer_versions": {"care_tone": 1}}, "was started with other scorers; go back to what it was started"),
    ],
)
def test_a_run_does_not_go_on_with_other_code_or_other_scorers(
    begun_with: Json, told: str, unfinished: Path, tmp_path: Path
) -> None:
    log = copied(unfinished, tmp_path, lambda _: None)
    (store,) = tmp_path.glob("*.sqlite")
    with closing(sqlite3.connect(store)) as database, database:
        ((begun,),) = database.execute("SELECT manifest FROM runs")
        manifest = json.loads(begun)
        manifest["metadata"].update(begun_with)
        database.execute("UPDATE runs SET manifest = ?", (json.dumps(manifest),))
    assert told in refused(tmp_path)
    assert log.is_file()
