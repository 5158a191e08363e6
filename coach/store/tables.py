"""The tables of a store, their version, and how those of an older version become today's.

`run` is the evaluation run that a session belongs to; empty for the sessions of `coach chat`. Whatever else is to be
known of a session follows from its events.
"""

from sqlalchemy import Column, Connection, Double, Integer, MetaData, Table, Text, insert, inspect, select

from coach.errors import InputError

VERSION = 2
_TABLES = MetaData()
EVENTS = Table(
    "events",
    _TABLES,
    Column("run", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("beside", Text, nullable=False),
    Column("written", Double, nullable=False),
)
ENDINGS = Table(
    "endings",
    _TABLES,
    Column("run", Text, primary_key=True),
    Column("session", Text, primary_key=True),
    Column("beside", Text, nullable=False),
)
RUNS = Table(
    "runs",
    _TABLES,
    Column("run", Text, primary_key=True),
    Column("manifest", Text, nullable=False),
    Column("begun", Double, nullable=False),
)
_VERSIONS = Table("store_version", _TABLES, Column("version", Integer, primary_key=True))

_APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER events_kept BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END",
        "CREATE TRIGGER events_stay BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'append only'; END$$",
        "CREATE TRIGGER events_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION events_refuse()",
    ),
}
_BEGIN = {
    "sqlite": ("BEGIN IMMEDIATE",),
    "postgresql": ("BEGIN", "SELECT pg_advisory_xact_lock(hashtext('coach store'))"),
}
"""Begins a transaction in which nobody else makes or changes tables."""
_FROM_1 = (
    "INSERT INTO runs SELECT run, manifest, (SELECT COALESCE(MIN(written), 0) FROM events_1) FROM runs_1",
    "INSERT INTO events SELECT COALESCE(run, ''), events_1.* FROM events_1 LEFT JOIN runs_1",
    "INSERT INTO endings SELECT COALESCE(run, ''), endings_1.* FROM endings_1 LEFT JOIN runs_1",
)
"""Version 1 was a SQLite file for the chats, or for one run; it kept its version in `user_version`."""


def prepare(connection: Connection, name: str) -> None:
    """Make or renew the tables in one transaction; `InputError` where they are of a newer version than ours.

    `connection` commits each statement by itself; `name` is the store's, for the error.
    """
    if _version(connection, name) == VERSION:
        return
    for statement in _BEGIN[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    try:
        _renew(connection, _version(connection, name))
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def _renew(connection: Connection, version: int) -> None:
    if version == VERSION:
        return
    olds = ("events", "endings", "runs") if version == 1 else ()
    for table in olds:
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO {table}_1")
    _TABLES.create_all(connection, checkfirst=False)
    for statement in _APPEND_ONLY[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    for statement in _FROM_1 if olds else ():
        connection.exec_driver_sql(statement)
    for table in olds:
        connection.exec_driver_sql(f"DROP TABLE {table}_1")
    connection.execute(insert(_VERSIONS).values(version=VERSION))


def _version(connection: Connection, name: str) -> int:
    """Of the tables there are; 0 where there are none."""
    found = 0
    if inspect(connection).has_table(_VERSIONS.name):
        found = connection.execute(select(_VERSIONS.c.version)).scalar_one()
    elif connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if found > VERSION:
        what = f"{name} was written by a newer version (tables {found}, this one knows {VERSION}): update coach-eval"
        raise InputError(what)
    return found
