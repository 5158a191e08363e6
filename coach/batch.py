"""JSONL in, JSONL out: one answer a line, order kept; a bad line is answered with its error and the run goes on."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, TextIO, TypeVar

from pydantic import ValidationError

from coach.errors import InputError
from coach.records.base import Record
from coach.records.problems import UNKNOWN_KEY, foremost


class BatchLine(Record):
    """What every line carries; the rest is the command's own."""

    id: str | int


L = TypeVar("L", bound=BatchLine)
Judge = Callable[[L], dict[str, Any]]

NOTHING = "nothing to answer: the input holds no line\n"
_LONGEST_ERROR: int = 400
_BRANCHES = frozenset({"str", "int", "float"})  # what pydantic appends to a place where a union was tried
_ONE_LINE = re.compile(r" at line 1 column (\d+)$")


def answer(
    lines: Iterable[str],
    model: type[L],
    judge: Judge[L],
    out: TextIO,
    is_judged: Callable[[dict[str, Any]], bool] = lambda _: True,
) -> int:
    """Write one JSON object per non-empty line of `lines`; 2 if any line was bad or its answer is not `is_judged`, or
    there was none, else 0."""
    bad, some = False, False
    for reply in replies(lines, model, judge):
        bad, some = bad or "error" in reply or not is_judged(reply), True
        out.write(json.dumps(reply, ensure_ascii=False, allow_nan=False) + "\n")
    if not some:
        sys.stderr.write(NOTHING)
    return 2 if bad or not some else 0


def replies(lines: Iterable[str], model: type[L], judge: Judge[L]) -> Iterator[dict[str, Any]]:
    """The answer to each non-empty line: `id` and what `judge` says, or `id` and `error`."""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = _read(text, model)
            reply = {"id": f"line {number}" if line.id is None else line.id, **judge(line)}
        except (ValidationError, InputError) as error:
            wording = _wording(error) if isinstance(error, ValidationError) else str(error)
            reply = {"id": _id_of(text), "error": f"line {number}: {_shortened(wording)}"}
        except Exception as error:  # noqa: BLE001 (what breaks on one line may not cost the others)
            wording = f"could not be judged: {type(error).__name__}: {error}"
            reply = {"id": _id_of(text), "error": f"line {number}: {_shortened(wording)}"}
        yield reply


@contextmanager
def lines_of(path: str) -> Iterator[Iterable[str]]:
    """The lines of the file at `path`, or of standard input for `-`; undecodable bytes become U+FFFD, and a byte
    order mark at the beginning is passed over."""
    if path == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
        yield sys.stdin
        return
    try:
        file = open(path, encoding="utf-8-sig", errors="replace")  # noqa: PTH123, SIM115 (a plain path from argv)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        yield file


def _read(text: str, model: type[L]) -> L:
    line = model.model_validate_json(text.rstrip(), strict=True)
    # The parser of the line above keeps the last of two equal keys: an answer would vanish in silence.
    json.loads(text, object_pairs_hook=_without_repeats)
    return line


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for index, name in enumerate(names) if name in names[:index])
        raise InputError(f"{twice} stands twice in one object")
    return found


def _wording(error: ValidationError) -> str:
    first = foremost(error)
    where = ".".join(str(part) for part in first["loc"] if part not in _BRANCHES)
    said = "no such key" if first["type"] == UNKNOWN_KEY else first["msg"].removeprefix("Value error, ")
    what = _ONE_LINE.sub(r" at column \1", said)
    return f"{where}: {what}" if where else what


def _shortened(wording: str) -> str:
    return wording if len(wording) <= _LONGEST_ERROR else f"{wording[:_LONGEST_ERROR]}..."


def _id_of(text: str) -> str | int | None:
    """The id of a bad line, where it can be told and written."""
    try:
        found = json.loads(text)["id"]
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
