"""A run kept in the repository: header and tables only, small enough to commit. Conversations stay in the log.

`header.json` is for reading and reviewing, the two Parquet files are for comparing. A stored run compares like
any other; where words would be shown, the report says that none were kept.
"""

import json
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from pydantic import ValidationError

from reports.annotations import annotations_path, read_annotations
from reports.errors import LogUnreadable
from reports.header import Header
from reports.logs import SCORES, SESSIONS, LoggedRun
from reports.record import first_problem
from reports.run_names import STORED_HEADER

SCORES_FILE, SESSIONS_FILE = "scores.parquet", "sessions.parquet"
WAY_ON = "renew it with `make baseline`"


def write_stored(run: LoggedRun, folder: Path) -> None:
    """Keep `run` in `folder`; the same run gives the same bytes.

    An `OSError` leaves the run that was kept there before. Files of two runs never stand side by side with a header:
    who is stopped as they are put in place leaves a folder that holds no stored run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = {**run.header.model_dump(mode="json"), "path": ""}
    text = json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    # Parquet has no 128-bit integers.
    sessions = run.sessions.drop("seconds", strict=False).with_columns(pl.col("seed").cast(pl.String))
    files = {SCORES_FILE: _parquet(run.scores), SESSIONS_FILE: _parquet(sessions), STORED_HEADER: text.encode()}
    with TemporaryDirectory(dir=folder, prefix=".part-") as part:
        for name, data in files.items():
            (Path(part) / name).write_bytes(data)
        (folder / STORED_HEADER).unlink(missing_ok=True)
        for name in files:
            (Path(part) / name).replace(folder / name)


def read_stored(folder: Path) -> LoggedRun:
    path = folder / STORED_HEADER
    try:
        header = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(header, dict):
            raise LogUnreadable(str(path), "is no JSON object", WAY_ON)
        kept = Header.model_validate({**header, "path": str(folder)})
        scores, sessions = _read(folder / SCORES_FILE, SCORES), _read(folder / SESSIONS_FILE, SESSIONS)
    except FileNotFoundError as error:
        raise LogUnreadable(str(folder), "holds no stored run", WAY_ON) from error
    except ValidationError as error:
        raise LogUnreadable(str(path), first_problem(error), WAY_ON) from error
    except (OSError, ValueError, pl.exceptions.PolarsError) as error:
        why = next(iter(str(error).splitlines()), type(error).__name__)
        raise LogUnreadable(str(folder), f"is no stored run as expected ({why})", WAY_ON) from error
    return LoggedRun(kept, scores, sessions, annotations=read_annotations(annotations_path(kept)))


def _parquet(table: pl.DataFrame) -> bytes:
    written = BytesIO()
    table.write_parquet(written, compression="zstd", compression_level=19, statistics=False)
    return written.getvalue()


def _read(path: Path, schema: dict[str, Any]) -> pl.DataFrame:
    """Columns that a table of today has, and what an earlier version kept besides left out; `seconds` are not kept."""
    kept = pl.scan_parquet(path)
    kept = kept.with_columns(seconds=None) if "seconds" in schema else kept
    return kept.select(pl.col(name).cast(kind) for name, kind in schema.items()).collect()
