"""A run kept in the repository: header and tables only, small enough to commit. Conversations stay in the log.

`header.json` is for reading and reviewing, the two Parquet files are for comparing. A stored run compares like
any other; where words would be shown, the report says that none were kept.
"""

import json
from pathlib import Path

import polars as pl
from pydantic import ValidationError

from reports.errors import LogUnreadable
from reports.header import Header
from reports.logs import SCORES, SESSIONS, Run

HEADER, SCORES_FILE, SESSIONS_FILE = "header.json", "scores.parquet", "sessions.parquet"
WAY_ON = "renew it with `make baseline`"
_SEED = pl.col("seed")


def write_stored(run: Run, folder: Path) -> None:
    """Keep `run` in `folder`; the same run gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {**run.header.model_dump(mode="json"), "path": ""}
    text = json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (folder / HEADER).write_text(text, encoding="utf-8")
    # Parquet has no 128-bit integers.
    _write(run.scores.with_columns(_SEED.cast(pl.String)), folder / SCORES_FILE)
    _write(run.sessions.with_columns(_SEED.cast(pl.String)), folder / SESSIONS_FILE)


def read_stored(folder: Path) -> Run:
    path = folder / HEADER
    try:
        header = json.loads(path.read_text(encoding="utf-8"))
        run = Run(
            Header.model_validate({**header, "path": str(folder)}),
            _read(folder / SCORES_FILE, SCORES),
            _read(folder / SESSIONS_FILE, SESSIONS),
        )
    except FileNotFoundError as error:
        raise LogUnreadable(str(folder), "holds no stored run", WAY_ON) from error
    except (OSError, ValueError, ValidationError, pl.exceptions.PolarsError) as error:
        raise LogUnreadable(str(folder), f"is no stored run as expected ({error})", WAY_ON) from error
    return run


def _write(table: pl.DataFrame, path: Path) -> None:
    table.write_parquet(path, compression="zstd", compression_level=19, statistics=False)


def _read(path: Path, schema: dict[str, object]) -> pl.DataFrame:
    table = pl.read_parquet(path)
    if table.columns != list(schema):
        raise ValueError(f"{path.name} has the columns {', '.join(table.columns)}")
    return table.with_columns(_SEED.cast(schema["seed"]))  # type: ignore[arg-type]  # a data type of the schema
