"""Stores to test with: a SQLite file, and a PostgreSQL database where a server is installed."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import postgres
import psycopg
import pytest

from coach.store.location import Location

_NUMBERS = count()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    if postgres.MISSING:
        pytest.skip(postgres.MISSING)
    with postgres.server() as url:
        yield url


@pytest.fixture
def database(server: str) -> str:
    """The URL of an empty schema of that server."""
    schema = f"test_{next(_NUMBERS)}"
    with psycopg.connect(server) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"{server}&options=-csearch_path%3D{schema}"


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Location:
    return tmp_path / "s.sqlite" if request.param == "sqlite" else str(request.getfixturevalue("database"))
