"""The tables of phrases in tests/phrases: reader, promise, and what the reader makes of each text."""

from pathlib import Path
from typing import Any, NamedTuple

from coach.sourced_yaml import read

FOLDER = Path(__file__).with_name("phrases")


class PhraseTable(NamedTuple):
    """`rows`: what `reader` returns for each text, given `beside` as keyword arguments."""

    reader: str
    promise: str
    rows: dict[str, Any]
    beside: dict[str, Any]


def _table(
    reader: str, promise: str, *, rows: Any = None, gives: Any = None, texts: Any = (), **more: Any
) -> PhraseTable:
    """`rows` name a value for each text; `gives` is the one value of all `texts`."""
    return PhraseTable(reader, promise, {**dict.fromkeys(texts, gives), **(rows or {})}, more.pop("beside", {}), **more)


TABLES = [
    _table(reader, promise, **entry)
    for path in sorted(FOLDER.glob("*.yaml"))
    for reader, tables in read(path).data.items()
    for promise, entry in tables.items()
]


def rows_of(*readers: str) -> dict[str, Any]:
    found = {text: value for table in TABLES if table.reader in readers for text, value in table.rows.items()}
    assert found
    return found
