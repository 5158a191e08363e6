"""JSONL in, JSONL out: one answer a line, order kept; a bad line is answered with its error and the run goes on."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from pydantic import ValidationError

from coach.errors import InputError
from coach.records.base import Record


class Line(Record):
    """What every line carries; the rest is the command's own."""

    id: str | int


L = TypeVar("L", bound=Line)
Judge = Callable[[L], dict[str, Any]]


def answer(lines: Iterable[str], model: type[L], judge: Judge[L], out: TextIO) -> int:
    """Write one JSON object per non-empty line of `lines`; 2 if any line was bad, else 0."""
    bad = False
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            reply = {"id": (line := model.model_validate_json(text, strict=True)).id, **judge(line)}
        except ValidationError as error:
            bad, reply = True, {"id": _id_of(text), "error": f"line {number}: {_wording(error)}"}
        except InputError as error:
            bad, reply = True, {"id": _id_of(text), "error": f"line {number}: {error}"}
        out.write(json.dumps(reply, ensure_ascii=False, allow_nan=False) + "\n")
    return 2 if bad else 0


@contextmanager
def lines_of(path: str) -> Iterator[Iterable[str]]:
    """The lines of the file at `path`, or of standard input for `-`; undecodable bytes become U+FFFD."""
    if path == "-":
        yield sys.stdin
        return
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 (a plain path from argv)
            yield file
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error


def _wording(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _id_of(text: str) -> str | int | None:
    try:
        found = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError):
        return None
    return found if isinstance(found, str | int) else None
