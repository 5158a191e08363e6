"""`coach-eval` as a test calls it: in this process, with what it printed and the log that it left."""

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai.log import read_eval_log

from evals.cli import main


class Printed(NamedTuple):
    out: str
    err: str

    @property
    def words(self) -> str:
        """The standard output with single spaces, however its lines were broken."""
        return " ".join(self.out.split())


def coach_eval(*arguments: object, code: int = 0) -> Printed:
    """What the command printed. It has to end with the exit code `code`."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        ended = main([str(each) for each in arguments])
    printed = Printed(*(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]
    assert ended == code, f"ended with {ended}: {printed}"
    return printed


def log_in(folder: Path) -> Path:
    """The only log of a folder."""
    (log,) = folder.glob("*.eval")
    return log


def samples_in(folder: Path) -> list[Any]:
    """The samples of the only log of a folder."""
    return read_eval_log(str(log_in(folder)), resolve_attachments=True).samples or []
