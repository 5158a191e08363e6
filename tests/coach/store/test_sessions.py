"""The stores: what was written is read back, nothing is changed afterwards, and of two writers one wins."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from checks_sessions import STARTED

from coach.errors import ChainBroken, CoachError, InputError
from coach.events import AthleteSaid
from coach.store.location import Location, located
from coach.store.recorder import Recorder
from coach.store.sessions import SessionStore


def written(store: SessionStore, session: str = "a/1") -> Recorder:
    recorder = Recorder(store.sink(session))
    recorder.emit(STARTED)
    recorder.emit(AthleteSaid(turn=1, text="hello, Zoë \N{RUNNER}\0"), seconds=0.1)
    return recorder


def changed(location: Location, *statements: str) -> None:
    """What somebody does to the tables behind the store's back."""
    connection = sqlite3.connect(location) if isinstance(location, Path) else psycopg.connect(location)
    try:
        for statement in statements:
            connection.execute(statement)  # type: ignore[arg-type]  # whichever of the two it is
        connection.commit()
    finally:
        connection.close()


def test_a_session_is_read_back_as_it_was_written_also_by_another_process(location: Location) -> None:
    with SessionStore(location) as store, SessionStore(location) as other:
        recorder = written(store)
        assert other.entries("a/1") == tuple(recorder.entries)
        assert other.entries("a/2") == ()


def test_the_second_writer_of_a_session_is_refused_and_nothing_is_mixed(location: Location) -> None:
    with SessionStore(location) as store, SessionStore(location) as other:
        recorder = written(store)
        kept = other.entries("a/1")
        late = Recorder(other.sink("a/1", len(kept)), recorded=kept)
        for event in recorder.events:
            late.emit(event)
        recorder.emit(AthleteSaid(turn=2, text="first"))
        with pytest.raises(InputError, match="another process is writing this session; it wrote event 2 first"):
            late.emit(AthleteSaid(turn=2, text="second"))
        assert len(late.events) == 2
        assert store.entries("a/1") == tuple(recorder.entries)


def test_a_run_that_somebody_has_alone_keeps_others_out(location: Location) -> None:
    with (
        SessionStore(location, "run", alone=True),
        pytest.raises(InputError, match="in use by another process; wait until that one has ended"),
    ):
        SessionStore(location, "run", alone=True)
    SessionStore(location, "run", alone=True).close()


def test_a_killed_process_leaves_no_lock_and_no_event_half_written(location: Location) -> None:
    code = (
        "import os, signal, sys\n"
        "from coach.events import AthleteSaid, SessionStarted\n"
        "from coach.store.location import located\n"
        "from coach.store.recorder import Recorder\n"
        "from coach.store.sessions import SessionStore\n"
        "recorder = Recorder(SessionStore(located(sys.argv[1]), 'run', alone=True).sink('a/1'))\n"
        "recorder.emit(SessionStarted(session='s', athlete='a', variant='v', prompts={}, models={}, today=''))\n"
        "recorder.emit(AthleteSaid(turn=1, text='hello'))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(location)], check=False)  # noqa: S603 (fixed words)
    assert ended.returncode == -9
    with SessionStore(location, "run", alone=True) as store:
        assert [entry.event["kind"] for entry in store.entries("a/1")] == ["session_started", "athlete_said"]


@pytest.mark.parametrize("statement", ["UPDATE events SET hash = ''", "DELETE FROM events"])
def test_events_are_append_only(location: Location, statement: str) -> None:
    with SessionStore(location) as store:
        written(store)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="append only"):
        changed(location, statement)


def test_a_changed_word_is_found_when_the_session_is_read(location: Location) -> None:
    with SessionStore(location) as store:
        written(store)
    guard = "TRIGGER events_kept" if isinstance(location, Path) else "TRIGGER events_kept ON events"
    changed(location, f"DROP {guard}", "UPDATE events SET event = replace(event, 'hello', 'hallo')")
    with SessionStore(location) as store, pytest.raises(ChainBroken, match="event 1"):
        store.entries("a/1")


def test_sessions_are_listed_with_the_newest_first_each_run_for_itself(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the clock is set back in between."""
    clock = iter((2000.0, 2001.0, 1000.0, 1001.0, 3000.0, 3001.0))
    with SessionStore(location) as store, SessionStore(location, "run") as of_run:
        monkeypatch.setattr("time.time", lambda: next(clock))
        a, b, c = written(store, "a/1"), written(store, "b/1"), written(of_run, "a/1")
        assert store.sessions() == (("a/1", 2, 2000, 2001), ("b/1", 2, 1000, 1001))
        assert of_run.sessions() == (("a/1", 2, 3000, 3001),)
        assert a.head == b.head == c.head
        assert store.entries("b/1") == tuple(b.entries)


def test_the_head_of_a_session_is_the_hash_of_its_newest_event(location: Location) -> None:
    with SessionStore(location) as store, SessionStore(location, "run") as of_run:
        first, second, third = written(store, "a/1"), written(store, "a/2"), written(of_run, "a/1")
        for recorder, text in ((second, "and again"), (third, "and elsewhere")):
            recorder.emit(AthleteSaid(turn=2, text=text))
        assert (store.heads(), of_run.heads()) == ({"a/1": first.head, "a/2": second.head}, {"a/1": third.head})
    assert len({first.head, second.head, third.head}) == 3


def test_a_run_keeps_what_it_was_started_with_and_how_its_sessions_ended(location: Location) -> None:
    with SessionStore(location, "one") as one, SessionStore(location, "two") as two:
        one.write_manifest({"seed": 1})
        assert (one.manifest(), two.manifest()) == ({"seed": 1}, None)
        two.write_manifest({"seed": 2})
        assert one.runs() == two.runs() == ("two", "one")
        assert one.ending("a/1") is None
        one.end("a/1", {"acts": {}})
        one.end("a/1", {"acts": {"1": []}})
        assert (one.ending("a/1"), two.ending("a/1")) == ({"acts": {}}, None)


def test_a_store_of_a_newer_version_is_refused(location: Location) -> None:
    SessionStore(location).close()
    changed(location, "UPDATE store_version SET version = 99")
    with pytest.raises(InputError, match="newer version"):
        SessionStore(location)


FIRST = (
    "CREATE TABLE events (session, number, event, hash, beside, written REAL, PRIMARY KEY (session, number))",
    "CREATE TABLE endings (session TEXT PRIMARY KEY, beside TEXT NOT NULL)",
    "CREATE TABLE runs (run TEXT PRIMARY KEY, manifest TEXT NOT NULL)",
    "CREATE TRIGGER no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "CREATE TRIGGER no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "PRAGMA user_version = 1",
)
"""The tables of version 1."""


@pytest.mark.parametrize("run", ["", "baseline-1"])
def test_a_file_of_the_first_version_is_read_on(tmp_path: Path, run: str) -> None:
    with SessionStore(tmp_path / "new.sqlite") as store:
        entries = tuple(written(store).entries)
    old = tmp_path / "old.sqlite"
    changed(
        old,
        *FIRST,
        f"ATTACH '{tmp_path / 'new.sqlite'}' AS new",
        "INSERT INTO events SELECT session, number, event, hash, beside, written FROM new.events",
        "INSERT INTO endings VALUES ('a/1', '{}')",
        *(["INSERT INTO runs VALUES ('baseline-1', '{\"seed\": 1}')"] if run else []),
    )
    for _ in range(2):
        with SessionStore(old, run) as store:
            assert store.entries("a/1") == entries
            assert (store.ending("a/1"), store.manifest()) == ({}, {"seed": 1} if run else None)


def test_a_password_is_in_no_message(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COACH_STORE", database)
    found = located(None)
    assert isinstance(found, str)
    assert "secret" in found
    with SessionStore(found) as store:
        assert store.name == "postgresql://coach@/postgres"
    with pytest.raises(InputError, match="cannot be reached") as told:
        SessionStore(found.replace("host=/", "host=/nowhere/"))
    assert "secret" not in str(told.value)


def test_another_kind_of_database_and_a_folder_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no store mysql://"):
        located("mysql://somewhere/else")
    with pytest.raises(CoachError, match="choose another one with --store"):
        SessionStore(tmp_path)
