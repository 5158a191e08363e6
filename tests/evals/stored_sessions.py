"""Sessions as version 1 of the record stored them, with the verdicts of that day."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("stored")
NAMES = tuple(sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz")))


@cache
def stored(name: str) -> dict[str, Any]:
    """`persona`, `session` (as `evals.session.as_stored` gave it), `passed` (scorer to verdict); only to be read."""
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return found
