"""A PostgreSQL server of the tests' own, in a temporary folder, reached through a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BIN = next((path.parent for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None)
MISSING = (
    "no PostgreSQL server is installed (Debian: apt-get install postgresql)"
    if _BIN is None
    else "PostgreSQL does not run as root, and there is no runuser"
    if os.geteuid() == 0 and shutil.which("runuser") is None
    else None
)
"""Why there is no server; None where one can be started."""


@contextmanager
def server() -> Iterator[str]:
    """The URL of a new, empty database; a password stands in it, which the server does not ask for."""
    assert _BIN is not None
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder, data = Path(name), Path(name) / "data"
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        _run(folder, _BIN / "initdb", "-D", data, "-U", "coach", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        _run(folder, _BIN / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://coach:secret@/postgres?host={folder}"
        finally:
            _run(folder, _BIN / "pg_ctl", "-D", data, "-m", "immediate", "stop")


def _run(folder: Path, *command: str | Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", "postgres", "--", *words]
    subprocess.run(words, check=True, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)  # noqa: S603 (fixed words)
