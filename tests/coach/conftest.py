"""Commands that answer lines, and stores: a SQLite file, a PostgreSQL database where a server is installed."""

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import postgres
import psycopg
import pytest

from coach.cli import main
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


@pytest.fixture
def answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[dict[str, Any]]]]:
    """`answered("check-plan", line, ...)`: the exit code, and the answer to each line (text, bytes, or values)."""

    def run(command: str, *lines: Any) -> tuple[int, list[dict[str, Any]]]:
        path = tmp_path / "lines.jsonl"
        texts = (line if isinstance(line, str | bytes) else json.dumps(line) for line in lines)
        path.write_bytes(b"".join((text.encode() if isinstance(text, str) else text) + b"\n" for text in texts))
        code = main([command, str(path)])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run
