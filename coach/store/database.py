"""One connection to a SQLite file or a PostgreSQL server, on which every statement is a transaction of its own.

Both keep what was written when this process is killed; after a loss of power the newest statements may be missing.
"""

import hashlib
from pathlib import Path

from sqlalchemy import Connection, StaticPool, create_engine, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from coach.errors import InputError
from coach.store.location import Location, shown
from coach.store.tables import prepare

WAIT_S = 1
"""How long another writer is waited for."""
_OPTIONS = {
    "sqlite": {"timeout": WAIT_S, "check_same_thread": False},
    "postgresql": {"connect_timeout": 10},
}
_ON_OPEN = {
    "sqlite": ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"),
    "postgresql": (
        "SET client_encoding = 'UTF8'",
        "SET synchronous_commit = off",
        f"SET lock_timeout = '{WAIT_S}s'",
    ),
}
_CHOOSE = "choose another one with --store"
_TROUBLE = (
    (("locked", "lock timeout"), "is in use by another process; wait until that one has ended"),
    (("disk is full", "disk I/O", "No space left"), "cannot be written, the disk seems to be full: free some space"),
    (("malformed", "not a database"), f"is damaged, or is no store: restore it from a backup, or {_CHOOSE}"),
    (("readonly", "unable to open", "Permission denied", "Read-only"), f"cannot be written: {_CHOOSE}"),
    (("onnection", "server"), "cannot be reached: start its server, or check the address"),
)
"""Parts of a database's message, and what that means for who uses the store; the first that fits."""


def connect(location: Location, run: str, *, alone: bool) -> Connection:
    """Open the store, with today's tables. `alone`: nobody else may have `run` like this at the same time.

    Of a SQLite file that is the whole file, and nobody else may open it in any other way either.
    """
    url = _url(location)
    dialect = url.get_backend_name()
    try:
        engine = create_engine(url, poolclass=StaticPool, isolation_level="AUTOCOMMIT", connect_args=_OPTIONS[dialect])
    except ModuleNotFoundError as error:
        raise InputError(f"{shown(location)} needs a package: pip install 'coach-eval[postgres]'") from error
    connection = engine.connect()
    try:
        before, after = _lock(dialect, run) if alone else ((), ())
        for statement in (*before, *_ON_OPEN[dialect]):
            connection.exec_driver_sql(statement)
        prepare(connection, shown(location))
        for statement in after:
            connection.exec_driver_sql(statement)
    except BaseException:
        connection.close()
        engine.dispose()
        raise
    return connection


def _url(location: Location) -> URL:
    if isinstance(location, Path):
        return URL.create("sqlite", database=str(location))
    try:
        return make_url(location).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise InputError(f"{shown(location)} is not an address; expected postgresql://USER@HOST/DATABASE") from error


def _lock(dialect: str, run: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Statements before and after opening; the lock ends with the connection, also when the process is killed."""
    if dialect == "sqlite":
        return ("PRAGMA locking_mode = EXCLUSIVE",), ("BEGIN IMMEDIATE", "COMMIT")
    key = int.from_bytes(hashlib.sha256(run.encode()).digest()[:8], signed=True)
    return (), (f"SELECT pg_advisory_lock({key})",)


def trouble(location: Location, error: Exception) -> str:
    """One sentence on what is wrong with the store, and what to do."""
    said = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    for parts, meaning in _TROUBLE:
        if any(part in said for part in parts):
            return f"the session store {shown(location)} {meaning} ({said})"
    return f"the session store {shown(location)} cannot be used: {said}"
