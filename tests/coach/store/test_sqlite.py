"""The SQLite store: what was written is read back, nothing is changed afterwards, and of two writers one wins."""

import sqlite3
from pathlib import Path

import pytest

from coach.errors import ChainBroken, InputError
from coach.events import AthleteSaid, SessionStarted
from coach.store.recorder import Recorder
from coach.store.sqlite import SessionStore

STARTED = SessionStarted(session="s", athlete="a", variant="v", prompts={}, models={}, today="2026-01-05")


def written(store: SessionStore, session: str = "a/1") -> Recorder:
    recorder = Recorder(store.sink(session))
    recorder.emit(STARTED)
    recorder.emit(AthleteSaid(turn=1, text="hello"), seconds=0.1)
    return recorder


def test_a_session_is_read_back_as_it_was_written_also_by_another_process(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store, SessionStore(tmp_path / "s.sqlite") as other:
        recorder = written(store)
        assert other.entries("a/1") == tuple(recorder.entries)
        assert other.entries("a/2") == ()


def test_the_second_writer_of_a_session_is_refused_and_nothing_is_mixed(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store, SessionStore(tmp_path / "s.sqlite") as other:
        late = Recorder(other.sink("a/1"))
        recorder = written(store)
        with pytest.raises(InputError, match="another process is writing this session"):
            late.emit(STARTED)
        assert store.entries("a/1") == tuple(recorder.entries)


def test_who_has_the_store_alone_keeps_others_out(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with SessionStore(path, alone=True), pytest.raises(InputError, match="in use by another process"):
        SessionStore(path, alone=True)
    SessionStore(path, alone=True).close()


@pytest.mark.parametrize("statement", ["UPDATE events SET hash = ''", "DELETE FROM events"])
def test_events_are_append_only(tmp_path: Path, statement: str) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store:
        written(store)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        changed(tmp_path / "s.sqlite", statement)


def changed(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    try:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    finally:
        connection.close()


def test_a_changed_word_is_found_when_the_session_is_read(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store:
        written(store)
    changed(
        tmp_path / "s.sqlite", "DROP TRIGGER no_update", "UPDATE events SET event = replace(event, 'hello', 'hallo')"
    )
    with SessionStore(tmp_path / "s.sqlite") as store, pytest.raises(ChainBroken, match="event 1"):
        store.entries("a/1")


def test_sessions_are_listed_with_the_newest_first(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store:
        written(store, "a/1")
        written(store, "b/1")
        found = store.sessions()
    assert [(each.session, each.events, each.last) for each in found] == [
        ("b/1", 2, "athlete_said"),
        ("a/1", 2, "athlete_said"),
    ]
    assert all(each.created <= each.updated for each in found)


def test_the_head_of_a_session_is_the_hash_of_its_newest_event(tmp_path: Path) -> None:
    with SessionStore(tmp_path / "s.sqlite") as store:
        first, second = written(store, "a/1"), written(store, "a/2")
        second.emit(AthleteSaid(turn=2, text="and again"))
        assert store.heads() == {"a/1": first.head, "a/2": second.head}
    assert first.head != second.head


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    SessionStore(tmp_path / "s.sqlite").close()
    changed(tmp_path / "s.sqlite", "PRAGMA user_version = 99")
    with pytest.raises(InputError, match="newer version"):
        SessionStore(tmp_path / "s.sqlite")


def test_a_file_that_is_no_store_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_text("not a database, but long enough to look like a file of some kind" * 20)
    with pytest.raises(InputError, match="cannot be used"):
        SessionStore(path)
