"""Writes a file whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to a file beside `path`, then rename it; an `OSError` leaves behind what stood at `path` before.

    What is no regular file, such as a pipe or `/dev/stdout`, is written in place.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()  # a link stays a link
    part = target.with_name(f".{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
