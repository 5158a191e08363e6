"""Sessions in one SQLite file: an append-only table of events, and a row for the run that they belong to.

Every event is a transaction of its own in write-ahead mode: a kill at any point loses at most the event being written;
a loss of power may cost the newest ones too. (session, number) is the key, so of two writers of a session the second
is refused.
"""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import orjson

from coach.errors import InputError
from coach.store.chain import Entry, verify
from coach.store.recorder import Sink

__all__ = ["SessionStore", "StoredSession"]

VERSION = 1
"""Of the tables below; kept in the file as `user_version`."""
_TABLES = """
BEGIN;
CREATE TABLE IF NOT EXISTS events (
    session TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL, hash TEXT NOT NULL, beside TEXT NOT NULL,
    written REAL NOT NULL, PRIMARY KEY (session, number)
);
CREATE TABLE IF NOT EXISTS endings (session TEXT PRIMARY KEY, beside TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, manifest TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
COMMIT;
"""


class StoredSession(NamedTuple):
    """What a list says of a session. `created` and `updated`: seconds since 1970; `last`: the newest event's kind."""

    session: str
    events: int
    created: float
    updated: float
    last: str


class SessionStore:
    """The file at `path`, made where there is none. `alone`: no other process may open it while this one has it."""

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
            self._open(alone=alone)
        except (OSError, sqlite3.Error) as error:
            raise InputError(_what(path, error)) from error

    def _open(self, *, alone: bool) -> None:
        if alone:
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            self._db.close()
            what = f"{self.path} was written by a newer version (tables {version}, this one knows {VERSION})"
            raise InputError(what)
        if version < VERSION:
            self._db.executescript(_TABLES)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        if alone:
            self._db.executescript("BEGIN IMMEDIATE; COMMIT;")  # which takes the lock

    def sink(self, session: str) -> Sink:
        """Writes the events that follow those of `session` that are stored now."""
        (number,) = self._db.execute("SELECT COUNT(*) FROM events WHERE session = ?", (session,)).fetchone()

        def append(entry: Entry) -> None:
            nonlocal number
            self._append(session, number, entry)
            number += 1

        return append

    def _append(self, session: str, number: int, entry: Entry) -> None:
        row = (session, number, _text(entry.event), entry.hash, _text(entry.beside), time.time())
        try:
            self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError as error:
            what = f"{session}: another process is writing this session; it wrote event {number} first"
            raise InputError(what) from error
        except sqlite3.Error as error:
            raise InputError(f"{session}: event {number}: {_what(self.path, error)}") from error

    def entries(self, session: str) -> tuple[Entry, ...]:
        """The session's entries, their chain verified; none where it is unknown."""
        asked = "SELECT event, hash, beside FROM events WHERE session = ? ORDER BY number"
        rows = self._db.execute(asked, (session,)).fetchall()
        found = tuple(Entry(orjson.loads(event), kept, orjson.loads(beside)) for event, kept, beside in rows)
        verify(f"{self.path}: {session}", found)
        return found

    def end(self, session: str, beside: dict[str, Any]) -> None:
        """Keep what belongs to a session that has ended and to none of its events."""
        self._db.execute("INSERT OR IGNORE INTO endings VALUES (?, ?)", (session, _text(beside)))

    def ending(self, session: str) -> dict[str, Any] | None:
        """What was kept at the session's end; None where it has not ended."""
        found = self._db.execute("SELECT beside FROM endings WHERE session = ?", (session,)).fetchone()
        return orjson.loads(found[0]) if found else None

    def heads(self) -> dict[str, str]:
        """Session to the hash of its newest event."""
        asked = "SELECT session, hash, MAX(number) FROM events GROUP BY session"  # of SQLite: `hash` of the same row
        return {session: head for session, head, _ in self._db.execute(asked)}

    def sessions(self) -> tuple[StoredSession, ...]:
        """Every session, the last written first."""
        asked = (
            "SELECT session, COUNT(*), MIN(written), MAX(written), "
            "(SELECT json_extract(event, '$.kind') FROM events AS e "
            "WHERE e.session = events.session ORDER BY number DESC LIMIT 1) "
            "FROM events GROUP BY session ORDER BY MAX(written) DESC, session"
        )
        return tuple(StoredSession(*row) for row in self._db.execute(asked))

    def write_manifest(self, run: str, manifest: dict[str, Any]) -> None:
        """What `run` was started with; written once."""
        self._db.execute("INSERT INTO runs VALUES (?, ?)", (run, _text(manifest)))

    def manifest(self) -> dict[str, Any] | None:
        """What the run of this file was started with; None where no run was."""
        found = self._db.execute("SELECT manifest FROM runs").fetchone()
        return orjson.loads(found[0]) if found else None

    def close(self) -> None:
        with closing(self._db):
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def _text(value: dict[str, Any]) -> str:
    return orjson.dumps(value).decode()


def _what(path: Path, error: Exception) -> str:
    if "locked" in str(error):
        return f"the session store {path} is in use by another process; wait until that one has ended"
    return f"the session store {path} cannot be used: {error}"
