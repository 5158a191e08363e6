"""A session as a JSONL file: one entry a line, handed to the system before the next thing happens."""

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Self

import orjson

from coach.errors import InputError
from coach.store.chain import ChainEntry


class JsonlLog:
    """A sink for `Recorder`. A kill at any point loses at most the entry being written.

    Only `close` (or leaving the block) waits for the disk: a loss of power may cost the sessions that were open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb", buffering=0)
        except OSError as error:
            raise InputError(f"the session log {path} cannot be written: {error.strerror}") from error

    def __call__(self, entry: ChainEntry) -> None:
        """Write the entry; after one that does not fit on the disk the log takes no more."""
        line = {"event": entry.event, "hash": entry.hash, "beside": entry.beside}
        written = orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)
        try:
            if self._file.closed or self._file.write(written) != len(written):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._file.close()
            what = f"the session log {self._path} cannot be written: {error.strerror}; the events before it are kept"
            raise InputError(what) from error

    def close(self) -> None:
        """Wait until everything is on disk."""
        if not self._file.closed:
            os.fsync(self._file.fileno())
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
