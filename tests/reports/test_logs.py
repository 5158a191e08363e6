"""Runs are found by every name they answer to, and what is broken says so."""

import json
import pickle
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evals.cli import main
from evals.commands.list import KINDS
from reports import errors
from reports.errors import LogUnreadable, ReportError, RunAmbiguous, RunNotFound, SessionNotFound
from reports.logs import find_run, read_run
from reports.run_names import find_log

LogBuilder = Any  # the fixture of conftest.py
ONE = {("runner", 1): {"gate_integrity": "pass"}}


def test_a_killed_run_is_listed_with_the_sessions_that_it_holds(logs: LogBuilder, tmp_path: Path) -> None:
    logs.but(status="started", meta={"epochs": 162}).write(ONE)
    (listed,) = KINDS["runs"].found(tmp_path)
    assert (listed["sessions"], listed["played"]) == (162, "1 of 162")


def test_a_session_that_was_stopped_or_never_begun_is_not_listed_as_one_that_ended(
    logs: LogBuilder, tmp_path: Path
) -> None:
    stopped = logs.but(status="cancelled", errors={("cut", 1): "the budget is spent"}, stored={("late", 1): {}})
    stopped.write({**ONE, ("cut", 1): {}, ("late", 1): {}})
    (listed,) = KINDS["runs"].found(tmp_path)
    assert listed["played"] == "1 of 3"


@pytest.fixture
def folder(logs: LogBuilder, tmp_path: Path) -> Path:
    logs.but(run="old", created="2026-01-01T00:00:00+00:00").write(ONE)
    logs.but(run="mid", created="2026-01-02T00:00:00+00:00", variant="warm").write(ONE)
    logs.but(run="new", created="2026-01-03T00:00:00+00:00", variant="warm", status="cancelled").write(ONE)
    (tmp_path / "broken.eval").write_bytes(b"PK\x03\x04 no zip")
    return tmp_path


@pytest.mark.parametrize(
    ("ref", "run"), [("latest", "mid"), ("@baseline", "old"), ("@warm", "new"), ("old", "old"), ("new.eval", "new")]
)
def test_a_run_answers_to_its_names(folder: Path, ref: str, run: str) -> None:
    assert find_run(folder, ref).header.run == run


@pytest.mark.parametrize(("ref", "older"), [("latest", "mid"), ("@warm", "new")])
def test_no_older_run_is_taken_for_a_newer_log_that_cannot_be_read(folder: Path, ref: str, older: str) -> None:
    cut = folder / "newest.eval"
    cut.write_bytes(b"PK\x03\x04 no zip")
    with pytest.raises(LogUnreadable, match=rf"newest\.eval: .* may be the run that '{ref}' means; name another run"):
        find_run(folder, ref)
    assert find_run(folder, older).header.run == older


@pytest.mark.parametrize("ref", ["latest", "mid"])
def test_of_two_logs_of_one_run_none_is_taken_for_it(folder: Path, ref: str) -> None:
    shutil.copy(folder / "mid.eval", folder / "zz.eval")
    with pytest.raises(RunAmbiguous, match=r"the run mid lies in 2 logs: mid\.eval, zz\.eval; name one of them by its"):
        find_run(folder, ref)
    assert find_log(folder, "zz.eval") == folder / "zz.eval"


def test_a_newer_log_of_something_else_stands_in_no_runs_way(folder: Path, logs: LogBuilder) -> None:
    path = logs.but(run="other").write(ONE)
    header = {"eval": {"created": "2026-01-04T00:00:00+00:00", "metadata": {}}, "status": "success"}
    with ZipFile(path.with_name("zzz.eval"), "w") as archive:
        archive.writestr("header.json", json.dumps(header))
    assert find_run(folder, "@warm").header.run == "new"


def test_the_list_of_runs_names_the_logs_that_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [run["run"] for run in KINDS["runs"].found(folder)] == ["new", "mid", "old"]
    assert f"not listed: {folder / 'broken.eval'}: is not a readable Inspect log" in capsys.readouterr().err


def test_a_path_wins_over_every_other_name(folder: Path) -> None:
    assert find_log(folder / "nowhere", str(folder / "old.eval")) == folder / "old.eval"


def test_an_unknown_name_lists_the_newest_runs(folder: Path) -> None:
    with pytest.raises(RunNotFound, match=r"there is no run 'nope'; newest: new \(@warm, cancelled\), mid"):
        find_log(folder, "nope")


def test_an_empty_folder_says_how_to_make_a_run(tmp_path: Path) -> None:
    with pytest.raises(RunNotFound, match="make eval"):
        find_log(tmp_path, "latest")


def test_a_log_that_was_cut_short_is_read_as_started(logs: LogBuilder) -> None:
    run = logs.but(status="started").build(ONE)
    assert (run.header.status, run.scores.height) == ("started", 1)


def test_a_log_of_something_else_is_refused(logs: LogBuilder) -> None:
    path = logs.but(meta={"run": None}).write(ONE)
    with pytest.raises(LogUnreadable, match="metadata run: Input should be a valid string"):
        read_run(path)


def test_an_error_in_the_record_counts_like_one_of_inspect(logs: LogBuilder) -> None:
    stored = {"events": [], "hashes": [], "head": "", "session": "runner/1", "error": "the coach hung"}
    run = logs.but(stored={("runner", 1): stored}).build(ONE)
    assert run.sessions["error"].to_list() == ["the coach hung"]


def test_a_session_without_a_record_is_an_error_and_never_a_pass(logs: LogBuilder) -> None:
    run = logs.but(stored={("runner", 1): {}}).build(ONE)
    assert run.sessions["error"].to_list() == ["the session left no record"]


def test_an_unscored_number_is_not_judged(logs: LogBuilder) -> None:
    run = logs.build({("runner", 1): {"intake_fidelity": float("nan")}})
    assert run.scores.select("value", "number", "passed").rows() == [("not_judged", None, None)]


def test_an_unscored_number_keeps_the_scorers_own_word(logs: LogBuilder) -> None:
    unscored = {"value": float("nan"), "metadata": {"version": 1, "passed": None, "value": "not_applicable"}}
    row = logs.build({("runner", 1): {"plan_validity": unscored}}).scores.row(0, named=True)
    assert (row["value"], row["number"], row["passed"]) == ("not_applicable", None, None)


def test_an_unknown_session_names_the_close_ones(logs: LogBuilder) -> None:
    with pytest.raises(SessionNotFound, match=r"no session 'runer/1'; did you mean runner/1"):
        logs.build(ONE).session("runer/1")


@given(cut=st.floats(min_value=0, max_value=1), flip=st.integers(min_value=0, max_value=255))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_log_is_an_error_with_a_way_on_and_never_a_crash(logs: LogBuilder, cut: float, flip: int) -> None:
    whole = logs.write(ONE).read_bytes()
    place = int(cut * (len(whole) - 1))
    damaged = logs.folder / "damaged.eval"
    damaged.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + (whole[place + 1 :] if flip % 2 else b""))
    with suppress(LogUnreadable):
        assert read_run(damaged).sessions.height <= 1


@pytest.mark.parametrize("name", [name for name in vars(errors) if not name.startswith("_")])
def test_every_error_survives_pickling(name: str) -> None:
    error = vars(errors)[name]("where", "what", "way on")
    assert isinstance(error, ReportError)
    assert str(pickle.loads(pickle.dumps(error))) == "where: what; way on"  # noqa: S301 (our own bytes)


def test_a_damaged_session_of_an_unfinished_run_leaves_the_list_of_runs_whole(
    logs: LogBuilder, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = logs.but(run="whole").write({("a", 1): {"outcome": "pass"}})
    broken = logs.but(run="broken", status="started").write({("a", 1): {"outcome": "pass"}})
    with ZipFile(broken, "a") as archive:
        archive.writestr("samples/b_1_epoch_1.json", "{ cut o")
    assert main(["list", "runs", "--log-dir", str(whole.parent)]) == 0
    shown = capsys.readouterr().out
    assert "whole" in shown
    assert "? of 1" in shown
