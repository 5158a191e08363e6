"""What `coach.store.jsonl` has written, read back."""

from pathlib import Path

import orjson

from coach.store.chain import ChainEntry, verify


def read_entries(path: Path, head: str | None = None) -> tuple[ChainEntry, ...]:
    """The verified entries of a log, without a last line that a kill cut short."""
    *whole, rest = path.read_bytes().split(b"\n")
    entries = tuple(ChainEntry(**orjson.loads(line)) for line in whole)
    verify(str(path), entries, None if rest else head)
    return entries
