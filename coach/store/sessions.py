"""Stored sessions: an append-only table of events, what belongs to their end, and a row for each run.

A kill at any point loses at most the event being written. (run, session, number) is the key, so of two writers of a
session the second is refused.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import orjson
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from coach.errors import ChainBroken, InputError, Overtaken
from coach.store.chain import ChainEntry, verify
from coach.store.database import connect, trouble
from coach.store.location import Location, shown
from coach.store.recorder import Sink
from coach.store.tables import ENDINGS, EVENTS, RUNS


class StoredSession(NamedTuple):
    """What a list says of a session. `created` and `updated`: seconds since 1970."""

    session: str
    events: int
    created: float
    updated: float


class SessionStore:
    """The sessions of `run` (empty: the chats) at `location`; the tables are made where there are none.

    `alone`: no other process may write this run while this one has it.
    """

    def __init__(self, location: Location, run: str = "", *, alone: bool = False) -> None:
        self.name, self.run = shown(location), run
        self._location = location
        with self._worded():
            if isinstance(location, Path):
                location.parent.mkdir(parents=True, exist_ok=True)
            self._db = connect(location, run, alone=alone)

    @contextmanager
    def _worded(self) -> Iterator[None]:
        """What a database raises, as an `InputError` that says what to do."""
        try:
            yield
        except (OSError, SQLAlchemyError) as error:
            raise InputError(trouble(self._location, error)) from error

    def sink(self, session: str, number: int = 0) -> Sink:
        """Writes the events of `session` from event `number` (0-based) on; who comes second is refused."""

        def append(entry: ChainEntry) -> None:
            nonlocal number
            self._append(session, number, entry)
            number += 1

        return append

    def _append(self, session: str, number: int, entry: ChainEntry) -> None:
        row = {
            "run": self.run,
            "session": session,
            "number": number,
            "event": _text(entry.event),
            "hash": entry.hash,
            "beside": _text(entry.beside),
            "written": time.time(),
        }
        try:
            self._db.execute(_APPEND, row)
        except IntegrityError as error:
            what = f"{session}: another process is writing this session; it wrote event {number} first"
            raise Overtaken(what) from error
        except SQLAlchemyError as error:
            what = f"{session}: event {number} was not stored, the events before it are kept"
            raise InputError(f"{what}: {trouble(self._location, error)}") from error

    def entries(self, session: str) -> tuple[ChainEntry, ...]:
        """The session's entries, their chain verified; none where it is unknown."""
        asked = select(EVENTS.c.event, EVENTS.c.hash, EVENTS.c.beside)
        asked = asked.where(EVENTS.c.run == self.run, EVENTS.c.session == session).order_by(EVENTS.c.number)
        with self._worded():
            rows = self._db.execute(asked).all()
        source, found = f"{self.name}: {session}", list[ChainEntry]()
        for event, kept, beside in rows:
            try:
                found.append(ChainEntry(orjson.loads(event), kept, orjson.loads(beside)))
            except orjson.JSONDecodeError as error:
                raise ChainBroken(source, len(found), "is not an entry") from error
        verify(source, found)
        return tuple(found)

    def end(self, session: str, beside: dict[str, Any]) -> None:
        """Keep what belongs to a session that has ended and to none of its events; once."""
        with self._worded():
            if self.ending(session) is None:
                self._db.execute(insert(ENDINGS).values(run=self.run, session=session, beside=_text(beside)))

    def ending(self, session: str) -> dict[str, Any] | None:
        """What was kept at the session's end; None where it has not ended."""
        asked = select(ENDINGS.c.beside).where(ENDINGS.c.run == self.run, ENDINGS.c.session == session)
        with self._worded():
            found = self._db.execute(asked).scalar()
        return orjson.loads(found) if found else None

    def heads(self) -> dict[str, str]:
        """Session to the hash of its newest event."""
        asked = select(EVENTS.c.session, EVENTS.c.hash).where(EVENTS.c.run == self.run).order_by(EVENTS.c.number)
        with self._worded():
            return dict(self._db.execute(asked).all())

    def sessions(self) -> tuple[StoredSession, ...]:
        """Every session of the run, the last written first."""
        last = func.max(EVENTS.c.written)
        asked = select(EVENTS.c.session, func.count(), func.min(EVENTS.c.written), last)
        asked = asked.where(EVENTS.c.run == self.run).group_by(EVENTS.c.session)
        with self._worded():
            rows = self._db.execute(asked.order_by(last.desc(), EVENTS.c.session)).all()
        return tuple(StoredSession(*row) for row in rows)

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """What the run was started with; written once."""
        with self._worded():
            self._db.execute(insert(RUNS).values(run=self.run, manifest=_text(manifest), begun=time.time()))

    def manifest(self) -> dict[str, Any] | None:
        """What the run was started with; None where it is not in this store."""
        with self._worded():
            found = self._db.execute(select(RUNS.c.manifest).where(RUNS.c.run == self.run)).scalar()
        return orjson.loads(found) if found else None

    def runs(self) -> tuple[str, ...]:
        """Every run of the store, whichever this one is opened for; the newest first."""
        with self._worded():
            return tuple(self._db.execute(select(RUNS.c.run).order_by(RUNS.c.begun.desc(), RUNS.c.run)).scalars())

    def close(self) -> None:
        self._db.close()
        self._db.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


_APPEND = insert(EVENTS)


def _text(value: dict[str, Any]) -> str:
    return orjson.dumps(value).decode()
